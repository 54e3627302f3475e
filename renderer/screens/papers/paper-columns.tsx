import { ShieldCheck, Star } from 'lucide-react';
import type { Paper } from '../../../preload/contract/papers.ts';
import type { ListColumns, GridColumn } from '../../parts/data-grid/data-grid.tsx';
import type { RowsProps } from '../../parts/data-grid/grid-rows.ts';
import { Gallery, RoomTile } from '../../parts/gallery/gallery.tsx';
import { SmallPicture } from '../../parts/picture.tsx';
import { Presence } from '../../parts/presence.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { RenameField } from '../../parts/rename.tsx';
import { RoomTitle, ShortId, QueuedMark } from '../../parts/room-title.tsx';
import { Customer, Tags } from '../../parts/tags.tsx';
import { templatesOnly } from '../../store/papers-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { columnChoices, firstColumns, NOTE_COLUMNS, sizedColumns } from '../boards/boards-grid.tsx';
import { SourceText, TemplateCell, TemplateUses } from './lineage.tsx';
import styles from './papers-screen.module.css';

const BUILT_IN: readonly GridColumn<Paper>[] = [
  {
    id: 'label',
    title: 'Name',
    width: 'minmax(136px, 2.2fr)',
    sortable: true,
    cell: (paper) => (
      <span className={`row medium ${styles.name}`}>
        <QueuedMark id={paper.identifier} amongMany={paper.queued === true} />
        <Presence id={paper.identifier} />
        {paper.local?.protected === true && (
          <ShieldCheck className="fixed" size={13} aria-label="Protected" />
        )}
        {paper.isTemplate && <Star className="fixed" size={13} aria-label="Template" />}
        <PaperName paper={paper} />
        <span className={styles.face}>
          <SmallPicture id={paper.identifier} size="inline" />
        </span>
      </span>
    ),
  },
  {
    id: 'id',
    title: 'Identifier',
    width: 'minmax(104px, 290px)',
    sortable: true,
    cell: ({ identifier }) => <code className="muted sensitive">{identifier}</code>,
  },
  {
    id: 'template',
    title: 'Template',
    width: 'minmax(64px, 1fr)',
    cell: (paper) => <TemplateCell paper={paper} />,
  },
  {
    id: 'tags',
    title: 'Customer and tags',
    width: 'minmax(96px, 1fr)',
    cell: ({ local }) =>
      local !== null && (
        <span className="row">
          {local.customer !== '' && <Customer text={local.customer} />}
          <Tags tags={local.tags} />
        </span>
      ),
  },
  ...NOTE_COLUMNS,
  {
    id: 'used',
    title: 'Used as template',
    width: 'minmax(130px, 0.6fr)',
    cell: ({ identifier }) => <TemplateUses identifier={identifier} />,
  },
  { id: 'source', title: 'Source', width: '80px', cell: (paper) => <SourceText {...paper} /> },
  {
    id: 'created',
    title: 'Added',
    width: 'minmax(112px, 0.8fr)',
    sortable: true,
    cell: (paper) => {
      const { deletedAt, rememberedAt, standing } = paper;
      if (deletedAt === null && standing === undefined) return <RelativeTime at={rememberedAt} />;
      const text = standingText(paper);
      return (
        <span className="muted ellipsis" title={text}>
          {text} <RelativeTime at={deletedAt ?? rememberedAt} />
        </span>
      );
    },
  },
];

const FIRST = firstColumns('label', 'template', 'tags', 'created');
const FIRST_OF_TEMPLATES = firstColumns('label', 'note', 'tags', 'used');

export const PAPER_COLUMNS: ListColumns<Paper> = {
  of: 'paper',
  first: (state) => (templatesOnly(state) ? FIRST_OF_TEMPLATES : FIRST),
  choices: (fields) => columnChoices(BUILT_IN, fields),
  shown: (shown) => sizedColumns(shown, BUILT_IN, fieldOf),
};

function fieldOf({ otherFields }: Paper, field: string): string | undefined {
  return otherFields.find(({ name }) => name === field)?.value;
}

function PaperName({ paper: { identifier, name, deletedAt } }: { readonly paper: Paper }) {
  const isRenamed = useApp(({ renaming }) => renaming?.id === identifier);
  if (deletedAt !== null) {
    return (
      <s className="grow muted ellipsis">
        <RoomTitle name={name} id={identifier} spread />
      </s>
    );
  }
  if (!isRenamed) return <RoomTitle name={name} id={identifier} spread />;
  return (
    <>
      <RenamePaper id={identifier} />
      <ShortId id={identifier} />
    </>
  );
}

export function PaperGallery(props: RowsProps<Paper>) {
  return <Gallery {...props} tile={PaperTile} />;
}

function PaperTile({ row }: { readonly row: Paper }) {
  const { identifier: id, local, rememberedAt, deletedAt, standing } = row;
  const isTemplates = useApp(templatesOnly);
  return (
    <RoomTile
      {...row}
      id={id}
      age={isTemplates ? <TemplateUses identifier={id} /> : <RelativeTime at={rememberedAt} />}
      note={isTemplates ? (local?.note ?? '') : ''}
      standing={deletedAt === null && standing === undefined ? '' : standingText(row).toLowerCase()}
      field={deletedAt === null ? <RenamePaper id={id} /> : null}
    />
  );
}

export function standingText({ deletedAt, standing }: Pick<Paper, 'deletedAt' | 'standing'>): string {
  if (deletedAt !== null) return standing === 'not-found' ? 'No longer found' : 'Deleted';
  return standing === 'delete-accepted' ? 'Deletion not confirmed' : 'Creation not confirmed';
}

function RenamePaper({ id }: { readonly id: string }) {
  const renamePaper = useApp((state) => state.renamePaper);
  return <RenameField id={id} label="Rename paper" placeholder="Name" onKeep={renamePaper} />;
}
