import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { RowSummary } from '../../../preload/contract/boards.ts';
import type { Paper } from '../../../preload/contract/papers.ts';
import type { RowsProps } from '../../parts/data-grid/grid-rows.ts';
import { Gallery, RoomTile } from '../../parts/gallery/gallery.tsx';
import { counted } from '../../lib/format.ts';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { RenameField } from '../../parts/rename.tsx';
import { rowOf } from '../../store/board-selection.ts';
import { selectedPapers, templatesOnly } from '../../store/papers-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { TemplateUses } from './lineage.tsx';
import { SelectionFacts } from '../boards/board-summary.tsx';

export function PaperGallery(props: RowsProps<Paper>) {
  return <Gallery {...props} tile={PaperTile} />;
}

function PaperTile({ row }: { readonly row: Paper }) {
  const { identifier: id, name, local, rememberedAt, deletedAt, standing } = row;
  const isTemplates = useApp(templatesOnly);
  return (
    <RoomTile
      {...row}
      id={id}
      age={isTemplates ? <TemplateUses identifier={id} /> : <RelativeTime at={rememberedAt} />}
      note={isTemplates ? (local?.note ?? '') : ''}
      standing={deletedAt === null && standing === undefined ? '' : standingWords(row).toLowerCase()}
      field={deletedAt === null ? <RenamePaper id={id} name={name} /> : null}
    />
  );
}

/** Status of a deleted or unconfirmed paper. */
export function standingWords({ deletedAt, standing }: Pick<Paper, 'deletedAt' | 'standing'>): string {
  if (deletedAt !== null) return standing === 'not-found' ? 'No longer found' : 'Deleted';
  return standing === 'delete-accepted' ? 'Deletion not confirmed' : 'Not confirmed';
}

const LONGEST_NAME = 512;

export function RenamePaper({ id, name }: { readonly id: string; readonly name: string }) {
  const renamePaper = useApp((state) => state.renamePaper);
  return (
    <RenameField
      id={id}
      label="Rename paper"
      placeholder="Name"
      saved={name}
      longest={LONGEST_NAME}
      onKeep={renamePaper}
    />
  );
}

export function PapersSummary() {
  const papers = useApp(useShallow(selectedPapers));
  const summary = useMemo(() => summaryOf(papers), [papers]);
  return (
    <section className="column-3 padded-3 scroll rest" aria-label="Selected papers">
      <h2 className="title">{counted(papers.length, 'paper')} selected</h2>
      <SelectionFacts of="paper" summary={summary} />
    </section>
  );
}

const MOST_NAMED = 6;

/** Builds the summary that main builds for boards. */
function summaryOf(papers: readonly Paper[]): RowSummary {
  const moments = papers.map(({ rememberedAt }) => rememberedAt);
  const tags = countedNames(papers.flatMap(({ local }) => local?.tags ?? []));
  const customers = countedNames(papers.flatMap(({ local }) => local?.customer || []));
  return {
    boards: papers.length,
    first: papers.slice(0, MOST_NAMED).map(({ identifier, name, rememberedAt }) => ({
      ...rowOf(identifier, { raw: '', epochMs: rememberedAt, assumedUtc: false }),
      local: { label: name, note: '', tags: [], customer: '', protected: false },
    })),
    oldest: moments.length === 0 ? null : moments.reduce((one, other) => Math.min(one, other)),
    newest: moments.length === 0 ? null : moments.reduce((one, other) => Math.max(one, other)),
    undated: 0,
    protected: papers.filter(({ local }) => local?.protected === true).length,
    tags: tags.slice(0, MOST_NAMED),
    moreTags: Math.max(0, tags.length - MOST_NAMED),
    customers: customers.slice(0, MOST_NAMED),
    moreCustomers: Math.max(0, customers.length - MOST_NAMED),
  };
}

/** Counts names regardless of letter case, most frequent first. */
function countedNames(names: readonly string[]): RowSummary['tags'] {
  const counts = new Map<string, { readonly name: string; readonly boards: number }>();
  for (const name of names) {
    const key = name.normalize('NFC').toLowerCase();
    const known = counts.get(key);
    counts.set(key, { name: known?.name ?? name, boards: (known?.boards ?? 0) + 1 });
  }
  return [...counts.values()].sort((one, other) => other.boards - one.boards);
}
