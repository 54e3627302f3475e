/** The columns that boards can be shown with: what each is called, how wide it begins and what it shows. */
import { ShieldCheck } from 'lucide-react';
import type { BoardColumn, BoardRow } from '../../../preload/contract/boards.ts';
import type { GridColumn } from '../../parts/data-grid/data-grid.tsx';
import { RelativeTime, ServiceMoment } from '../../parts/relative-time/relative-time.tsx';
import { absoluteTime } from '../../parts/format.ts';
import { QueuedMark } from '../../parts/queued-mark.tsx';
import { FIELD } from '../../store/board-query-slice.ts';
import styles from './boards-grid.module.css';

/** A column of what somebody wrote. */
function written(
  id: 'label' | 'customer' | 'note',
  title: string,
  width: string,
  sortable: boolean,
): GridColumn<BoardRow> {
  return { id, title, width, sortable, cell: (row) => <Written text={row.local?.[id]} /> };
}

/** The columns that every board has. */
const BUILT_IN: readonly GridColumn<BoardRow>[] = [
  { id: 'id', title: 'Id', width: 'minmax(104px, 290px)', sortable: true, cell: (row) => <Id row={row} /> },
  {
    id: 'created',
    title: 'Created',
    width: 'minmax(104px, 1fr)',
    sortable: true,
    cell: (row) => <ServiceMoment time={row.created} />,
  },
  written('label', 'Label', 'minmax(72px, 1.2fr)', true),
  written('customer', 'Customer', 'minmax(72px, 1fr)', true),
  { id: 'tags', title: 'Tags', width: 'minmax(72px, 1fr)', cell: (row) => <Tags row={row} /> },
  written('note', 'Note', 'minmax(90px, 1.4fr)', false),
  {
    id: 'protected',
    title: 'Protected',
    width: '100px',
    cell: (row) =>
      row.local?.protected === true && (
        <span className="mark">
          <ShieldCheck size={13} />
          Protected
        </span>
      ),
  },
  { id: 'made-here', title: 'Made here', width: '90px', cell: (row) => row.madeHere && 'Yes' },
  {
    id: 'previewed',
    title: 'Last previewed',
    width: 'minmax(104px, 0.8fr)',
    cell: (row) => row.previewedAt !== null && <RelativeTime at={row.previewedAt} />,
  },
];

/** The default columns. */
const FIRST: readonly string[] = ['id', 'created', 'label', 'tags'];
export const FIRST_COLUMNS: readonly BoardColumn[] = FIRST.map((id) => ({ id, width: null }));

/** A column that can be chosen. */
export interface ColumnChoice {
  readonly id: string;
  readonly title: string;
}

/** Every column there is: those of all boards, then the fields of the service's. */
export function columnChoices(fields: readonly { readonly name: string }[]): readonly ColumnChoice[] {
  return [...BUILT_IN, ...fields.map(({ name }) => ({ id: `${FIELD}${name}`, title: name }))];
}

/** The columns on show: those that were kept, or the first ones. */
export function shownColumns(kept: readonly BoardColumn[]): readonly BoardColumn[] {
  return kept.length === 0 ? FIRST_COLUMNS : kept;
}

/**
 * The columns as the grid shows them.
 *
 * @param fields names of the fields whose values the rows bear, in their order
 */
export function boardColumns(
  shown: readonly BoardColumn[],
  fields: readonly string[],
): readonly GridColumn<BoardRow>[] {
  return shown.flatMap(({ id, width }) => {
    const column = BUILT_IN.find((each) => each.id === id) ?? fieldColumn(id, fields);
    return column === null ? [] : [width === null ? column : { ...column, width: `${width}px` }];
  });
}

function fieldColumn(id: string, fields: readonly string[]): GridColumn<BoardRow> | null {
  if (!id.startsWith(FIELD)) return null;
  const title = id.slice(FIELD.length);
  const at = fields.indexOf(title);
  return {
    id,
    title,
    width: 'minmax(72px, 1fr)',
    sortable: true,
    cell: (row) => <Written text={row.fields[at]} />,
  };
}

/** Columns with this one shown behind the others, or no more; the last one stays. */
export function withChosen(shown: readonly BoardColumn[], id: string): readonly BoardColumn[] {
  const rest = shown.filter((column) => column.id !== id);
  if (rest.length === shown.length) return [...shown, { id, width: null }];
  return rest.length === 0 ? shown : rest;
}

/** Columns with this one at another place. */
export function withMoved(shown: readonly BoardColumn[], id: string, place: number): readonly BoardColumn[] {
  const moved = shown.find((column) => column.id === id);
  if (moved === undefined) return shown;
  return shown.filter((column) => column !== moved).toSpliced(place, 0, moved);
}

function Id({ row }: { readonly row: BoardRow }) {
  if (row.unusableId !== undefined) {
    return (
      <span className="muted" title="Unusable in an address">
        <code className="sensitive">{row.unusableId}</code> unusable
      </span>
    );
  }
  if (row.id === null) return <em className="muted">no id</em>;
  const id = <code className="sensitive">{row.id}</code>;
  if (row.vanishedAt === null) {
    return (
      <>
        <QueuedMark id={row.id} amongMany={row.queued === true} />
        <OnItsWay row={row} /> {id}
      </>
    );
  }
  return (
    <span className="muted" title={`Missing from the list since ${absoluteTime(row.vanishedAt)}`}>
      <em className="small">vanished</em> <s>{id}</s>
    </span>
  );
}

/** What was done here, where the service's list says otherwise. */
export const ON_ITS_WAY: Readonly<Record<NonNullable<BoardRow['onItsWay']>, readonly [string, string]>> = {
  made: ['on its way', 'Made here, not listed yet.'],
  deleted: ['deleted, on its way', 'Deleted here, still listed.'],
  'not-listed': ['not listed', 'Made here, not listed.'],
  'still-listed': ['deleted, still listed', 'Deleted here and confirmed, but still listed.'],
};

function OnItsWay({ row: { onItsWay } }: { readonly row: BoardRow }): React.JSX.Element | null {
  if (onItsWay === undefined) return null;
  const [word, sentence] = ON_ITS_WAY[onItsWay];
  return (
    <em className="muted small" title={sentence}>
      {word}
    </em>
  );
}

/** What somebody wrote. */
function Written({ text }: { readonly text: string | undefined }) {
  return text === undefined || text === '' ? null : <span className="sensitive">{text}</span>;
}

function Tags({ row }: { readonly row: BoardRow }) {
  const tags = row.local?.tags ?? [];
  if (tags.length === 0) return null;
  return (
    <span className="sensitive">
      {tags.map((tag) => (
        <span key={tag} className={`small sunken ${styles.tag}`}>
          {tag}
        </span>
      ))}
    </span>
  );
}
