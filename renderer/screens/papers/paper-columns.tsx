/** The columns that papers can be shown with: what each is called, how wide it begins and what it shows. */
import { ShieldCheck, Star } from 'lucide-react';
import type { BoardColumn, BoardField } from '../../../preload/contract/boards.ts';
import type { Paper } from '../../../preload/contract/papers.ts';
import type { ColumnChoice, ListColumns } from '../../parts/data-grid/columns.ts';
import type { GridColumn } from '../../parts/data-grid/data-grid.tsx';
import { SmallPicture } from '../../parts/picture.tsx';
import { QueuedMark } from '../../parts/queued-mark.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { RoomTitle, ShortId } from '../../parts/room-title.tsx';
import { Customer, Tags } from '../../parts/tags.tsx';
import { FIELD } from '../../store/list-slice.ts';
import { templatesOnly } from '../../store/papers-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { columnOfField, Protected, Written } from '../boards/board-columns.tsx';
import { TemplateCell, TemplateUses } from './lineage.tsx';
import { RenamePaper, standingWords } from './paper-rows.tsx';
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
    title: 'Customer, tags',
    width: 'minmax(96px, 1fr)',
    cell: ({ local }) =>
      local !== null && (
        <span className="row">
          {local.customer !== '' && <Customer text={local.customer} />}
          <Tags tags={local.tags} />
        </span>
      ),
  },
  {
    id: 'customer',
    title: 'Customer',
    width: 'minmax(72px, 1fr)',
    sortable: true,
    cell: ({ local }) => local !== null && local.customer !== '' && <Customer text={local.customer} />,
  },
  {
    id: 'note',
    title: 'Note',
    width: 'minmax(96px, 1.2fr)',
    cell: ({ local }) => <Written text={local?.note} />,
  },
  { id: 'protected', title: 'Protected', width: '100px', cell: ({ local }) => <Protected local={local} /> },
  {
    id: 'used',
    title: 'Used',
    width: 'minmax(130px, 0.6fr)',
    cell: ({ identifier }) => <TemplateUses identifier={identifier} />,
  },
  { id: 'source', title: 'Source', width: '80px', cell: ({ source }) => <Written text={source ?? ''} /> },
  {
    id: 'created',
    title: 'Added',
    width: 'minmax(112px, 0.8fr)',
    sortable: true,
    cell: ({ deletedAt, rememberedAt, standing }) => {
      if (deletedAt === null && standing === undefined) return <RelativeTime at={rememberedAt} />;
      const words = standingWords({ deletedAt, ...(standing && { standing }) });
      return (
        <span className="muted ellipsis" title={words}>
          {words} <RelativeTime at={deletedAt ?? rememberedAt} />
        </span>
      );
    },
  },
];

const firstOf = (...ids: readonly string[]): readonly BoardColumn[] => ids.map((id) => ({ id, width: null }));
const FIRST = firstOf('label', 'template', 'tags', 'created');
/** While only templates are listed. */
const FIRST_OF_TEMPLATES = firstOf('label', 'note', 'tags', 'used');

/** Every column there is: those of all papers, then the fields of the service's. */
function columnChoices(fields: readonly BoardField[]): readonly ColumnChoice[] {
  return [...BUILT_IN, ...fields.map(({ name }) => ({ id: `${FIELD}${name}`, title: name }))];
}

/** For what changes them. */
export const PAPER_COLUMNS: ListColumns = {
  of: 'paper',
  first: (state) => (templatesOnly(state) ? FIRST_OF_TEMPLATES : FIRST),
  choices: columnChoices,
};

/** The columns as the grid shows them. */
export function paperColumns(shown: readonly BoardColumn[]): readonly GridColumn<Paper>[] {
  return shown.flatMap(({ id, width }) => {
    const column = BUILT_IN.find((each) => each.id === id) ?? columnOfField(id, fieldOf(id));
    return column === null ? [] : [width === null ? column : { ...column, width: `${width}px` }];
  });
}

function fieldOf(id: string): (paper: Paper) => string | undefined {
  return ({ otherFields }) => otherFields.find(({ name }) => id === `${FIELD}${name}`)?.value;
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
      <RenamePaper id={identifier} name={name} />
      <ShortId id={identifier} />
    </>
  );
}
