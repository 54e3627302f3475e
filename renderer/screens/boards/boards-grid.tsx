import { useMemo, type ReactNode } from 'react';
import { previewBoard } from '../../commands/boards-commands.ts';
import { runCommand } from '../../commands/run.ts';
import { laterPart } from '../../frame/load-later.ts';
import { shownColumns } from '../../parts/data-grid/columns.ts';
import type { GridColumn } from '../../parts/data-grid/data-grid.tsx';
import { ListRows } from '../../parts/list-rows.tsx';
import { ShortId } from '../../parts/room-title.tsx';
import type { BoardRow } from '../../../preload/contract/boards.ts';
import { boardsPicked, currentRank } from '../../store/board-selection.ts';
import { keyOfRow, rowAt } from '../../store/row-pages.ts';
import { useApp, useAppStore, useList } from '../../store/use-app.ts';
import { BOARD_COLUMNS, boardColumns } from './board-columns.tsx';

const BoardGallery = laterPart((loaded) => loaded.BoardGallery);
const LabelField = laterPart((loaded) => loaded.LabelField);
const NoBoards = laterPart((loaded) => loaded.NoBoards);

export function BoardsGrid() {
  const store = useAppStore();
  const rows = useApp((state) => state.boardRows);
  const current = useApp((state) => state.boardSelection);
  const { columns: saved } = useList('board');
  const first = useApp(BOARD_COLUMNS.first);
  const columns = useMemo(
    () => boardColumns(shownColumns(saved, first), rows.fields).map(renamable),
    [saved, first, rows.fields],
  );
  const { showBoards, selectBoard, boardPicking } = store.getState();
  return (
    <ListRows
      name="Boards"
      list={BOARD_COLUMNS}
      columns={columns}
      query={rows.query}
      total={rows.matching}
      rowAt={(rank) => rowAt(rows, rank)}
      keyOf={keyOfRow}
      idOf={idOfBoard}
      pick={boardPicking}
      picked={useApp(boardsPicked)}
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

/** Adds the field for renaming to the label column. */
function renamable(column: GridColumn<BoardRow>): GridColumn<BoardRow> {
  if (column.id !== 'label') return column;
  return { ...column, cell: (row) => <Renamable row={row}>{column.cell(row)}</Renamable> };
}

interface RenamableProps {
  readonly row: BoardRow;
  readonly children: ReactNode;
}

function Renamable({ row: { id, local }, children }: RenamableProps) {
  const isRenamed = useApp(({ renaming }) => id !== null && renaming?.id === id);
  if (!isRenamed || id === null) return children;
  return (
    <span className="row">
      <LabelField boardId={id} label={local?.label ?? ''} />
      <ShortId id={id} />
    </span>
  );
}
