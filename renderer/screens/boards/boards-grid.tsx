import { ShieldCheck } from 'lucide-react';
import { previewBoard } from '../../commands/boards-commands.ts';
import { runCommand } from '../../commands/run.ts';
import { laterPart } from '../../frame/load-later.ts';
import {
  type GridColumn,
  ListRows,
  type ColumnChoice,
  type ListColumns,
} from '../../parts/data-grid/data-grid.tsx';
import { ShortId, RoomTitle, QueuedMark } from '../../parts/room-title.tsx';
import type { BoardRow, RowColumn, RowNotes } from '../../../preload/contract/boards.ts';
import { boardsPicked, currentRank, keyOfRow, rowAt } from '../../store/boards-slice.ts';
import { useApp, useAppStore } from '../../store/use-app.ts';
import { RelativeTime, ServiceMoment } from '../../parts/relative-time/relative-time.tsx';
import { absoluteTime, visible } from '../../lib/format.ts';
import { Customer, Tags } from '../../parts/tags.tsx';
import { FIELD } from '../../store/list-slice.ts';

const BoardGallery = laterPart((loaded) => loaded.BoardGallery);
const LabelField = laterPart((loaded) => loaded.LabelField);
const NoBoards = laterPart((loaded) => loaded.NoBoards);
const Presence = laterPart((loaded) => loaded.Presence);

export function BoardsGrid() {
  const store = useAppStore();
  const rows = useApp((state) => state.boardRows);
  const current = useApp((state) => state.boardSelection);
  const { showBoards, selectBoard, boardPicking } = store.getState();
  return (
    <ListRows
      name="Boards"
      list={BOARD_COLUMNS}
      fields={rows.fields}
      query={rows.query}
      total={rows.matching}
      rowAt={(rank) => rowAt(rows, rank)}
      keyOf={keyOfRow}
      idOf={idOfBoard}
      pick={boardPicking}
      count={useApp(boardsPicked)}
      matching={rows.counting ? null : rows.matching}
      activeRank={useApp(currentRank)}
      selectedKey={current?.row == null ? null : keyOfRow(current.row)}
      onRange={showBoards}
      onSelect={selectBoard}
      onOpen={() => void runCommand(previewBoard, store)}
      gallery={BoardGallery}
      empty={<NoBoards />}
    />
  );
}

const idOfBoard = ({ id }: BoardRow): string | null => id;

export const NOTE_COLUMNS: readonly GridColumn<{ readonly local: RowNotes | null }>[] = [
  {
    id: 'customer',
    title: 'Customer',
    width: 'minmax(72px, 1fr)',
    sortable: true,
    cell: ({ local }) => local !== null && local.customer !== '' && <Customer text={local.customer} />,
  },
  { id: 'note', title: 'Note', width: 'minmax(90px, 1.4fr)', cell: ({ local }) => textCell(local?.note) },
  {
    id: 'protected',
    title: 'Protected',
    width: '100px',
    cell: ({ local }) =>
      local?.protected === true && (
        <span className="mark">
          <ShieldCheck size={13} />
          Protected
        </span>
      ),
  },
];

const BUILT_IN: readonly GridColumn<BoardRow>[] = [
  faceColumn('label', true),
  faceColumn('id', true),
  {
    id: 'created',
    title: 'Created',
    width: 'minmax(112px, 0.7fr)',
    sortable: true,
    cell: (row) => <ServiceMoment time={row.created} />,
  },
  {
    id: 'tags',
    title: 'Tags',
    width: 'minmax(72px, 1fr)',
    cell: ({ local }) => local !== null && local.tags.length > 0 && <Tags tags={local.tags} />,
  },
  ...NOTE_COLUMNS,
  { id: 'made-here', title: 'Created with Easel', width: '140px', cell: (row) => row.madeHere && 'Yes' },
  {
    id: 'previewed',
    title: 'Last previewed',
    width: 'minmax(104px, 0.8fr)',
    cell: ({ previewedAt: at }) =>
      at === null ? <span className="muted">Never</span> : <RelativeTime at={at} />,
  },
];

export const firstColumns = (...ids: readonly string[]): readonly RowColumn[] =>
  ids.map((id) => ({ id, width: null }));

const FIRST = firstColumns('label', 'created', 'tags');

export const BOARD_COLUMNS: ListColumns<BoardRow> = {
  of: 'board',
  first: () => FIRST,
  choices: (fields) => columnChoices(BUILT_IN, fields),
  shown: boardColumns,
};

export function columnChoices(
  builtIn: readonly ColumnChoice[],
  fields: readonly string[],
): readonly ColumnChoice[] {
  return [...builtIn, ...fields.map((name) => ({ id: `${FIELD}${name}`, title: name }))];
}

/** Returns the visible columns with their widths. A column that is not built in shows a field of the service. */
export function sizedColumns<Row>(
  shown: readonly RowColumn[],
  builtIn: readonly GridColumn<Row>[],
  textOf: (row: Row, field: string) => string | undefined,
): readonly GridColumn<Row>[] {
  return shown.flatMap(({ id, width }) => {
    const title = id.slice(FIELD.length);
    const cell = (row: Row) => textCell(textOf(row, title));
    const ofField = { id, title, width: 'minmax(72px, 1fr)', sortable: true, cell };
    const column = id.startsWith(FIELD) ? ofField : builtIn.find((each) => each.id === id);
    return column === undefined ? [] : [width === null ? column : { ...column, width: `${width}px` }];
  });
}

/** Returns the columns of the boards list. `fields`: names of the values in each `row.fields`, in the same order. */
export function boardColumns(
  shown: readonly RowColumn[],
  fields: readonly string[],
): readonly GridColumn<BoardRow>[] {
  const leading = shown.find(({ id }) => id === 'label' || id === 'id')?.id;
  const faces = (['label', 'id'] as const).map((id) => faceColumn(id, id === leading));
  return sizedColumns(shown, [...faces, ...BUILT_IN], (row, field) => row.fields[fields.indexOf(field)]);
}

/** Returns the column of labels or ids. `leads`: true for the first of them, which also shows the board's status. */
function faceColumn(id: 'label' | 'id', leads: boolean): GridColumn<BoardRow> {
  return {
    id,
    title: id === 'label' ? 'Label' : 'Id',
    width: id === 'label' ? 'minmax(150px, 2.2fr)' : 'minmax(104px, 290px)',
    sortable: true,
    cell: (row) => <BoardFace row={row} column={id} leads={leads} />,
  };
}

interface BoardFaceProps {
  readonly row: BoardRow;
  readonly column: 'label' | 'id';
  readonly leads: boolean;
}

function BoardFace({ row, column, leads }: BoardFaceProps) {
  const { id, unusableId, vanishedAt, unconfirmed } = row;
  const isRenamed = useApp(({ renaming }) => column === 'label' && id !== null && renaming?.id === id);
  if (unusableId !== undefined) {
    return (
      <span className="muted" title="This id can’t be used in a URL">
        <code className="sensitive">{unusableId}</code> unusable
      </span>
    );
  }
  if (id === null) return <em className="muted">no id</em>;
  if (isRenamed) {
    return (
      <span className="row">
        <LabelField boardId={id} />
        <ShortId id={id} />
      </span>
    );
  }
  const name =
    column === 'id' ? (
      <code className="muted sensitive">{id}</code>
    ) : (
      <RoomTitle name={row.local?.label} id={id} spread />
    );
  if (!leads) return name;
  if (vanishedAt !== null) {
    return (
      <span className="row muted" title={`Not listed by the service since ${absoluteTime(vanishedAt)}`}>
        <em className="small">no longer listed</em>
        <s className="ellipsis grow">{name}</s>
      </span>
    );
  }
  return (
    <span className="row">
      <QueuedMark id={id} amongMany={row.queued === true} />
      <Presence id={id} />
      {row.local?.protected === true && <ShieldCheck className="fixed" size={13} aria-label="Protected" />}
      {unconfirmed !== undefined && (
        <em className="muted small" title={UNCONFIRMED[unconfirmed][1]}>
          {UNCONFIRMED[unconfirmed][0]}
        </em>
      )}
      {/* Lets the label take the remaining width, so that the short ids of all rows are aligned. */}
      <span className="medium ellipsis grow">{name}</span>
    </span>
  );
}

/** Label and explanation for a board if the service's list contradicts its create or delete in Easel. */
export const UNCONFIRMED: Readonly<Record<NonNullable<BoardRow['unconfirmed']>, readonly [string, string]>> =
  {
    made: ['not listed yet', 'Easel created this board, but the service doesn’t list it yet.'],
    deleted: ['deleted', 'Easel deleted this board, but the service still lists the board.'],
    'not-listed': ['not listed', 'Easel created this board, but the service doesn’t list it.'],
    'still-listed': ['deleted, still listed', 'The service confirmed the delete, but still lists the board.'],
  };

export function textCell(text: string | undefined) {
  return text === undefined || text === '' ? null : <span className="sensitive">{visible(text)}</span>;
}
