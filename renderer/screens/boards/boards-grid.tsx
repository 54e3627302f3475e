/** The rows of the boards screen, with what the keyboard and the mouse do on them. */
import { useMemo, type ReactNode } from 'react';
import { previewBoard } from '../../commands/boards-commands.ts';
import { runCommand } from '../../commands/run.ts';
import { laterPart } from '../../frame/load-later.ts';
import { shownColumns, useResize } from '../../parts/data-grid/columns.ts';
import { DataGrid, type GridColumn } from '../../parts/data-grid/data-grid.tsx';
import type { GridPicking } from '../../parts/data-grid/grid-rows.ts';
import { ShortId } from '../../parts/room-title.tsx';
import type { BoardQuery, BoardRow } from '../../../preload/contract/boards.ts';
import { boardsPicked, currentRank } from '../../store/board-selection.ts';
import { keyOfRow, rowAt } from '../../store/row-pages.ts';
import { isPicked } from '../../store/row-picks.ts';
import { useApp, useAppStore, useList } from '../../store/use-app.ts';
import { BOARD_COLUMNS, boardColumns } from './board-columns.tsx';

const BoardGallery = laterPart((loaded) => loaded.BoardGallery);
const LabelField = laterPart((loaded) => loaded.LabelField);
const NoBoards = laterPart((loaded) => loaded.NoBoards);

export function BoardsGrid() {
  const store = useAppStore();
  const rows = useApp((state) => state.boardRows);
  const current = useApp((state) => state.boardSelection);
  const { query, columns: kept, actions: list } = useList('board');
  const first = useApp(BOARD_COLUMNS.first);
  const columns = useMemo(
    () => boardColumns(shownColumns(kept, first), rows.fields).map(renamable),
    [kept, first, rows.fields],
  );
  const inGallery = useApp((state) => state.preferences?.gallery === true);
  const arrangement = useMemo(() => JSON.stringify(rows.query), [rows.query]);
  const { showBoards, selectBoard } = store.getState();
  const picking = usePicking();
  const resize = useResize(BOARD_COLUMNS);
  const shared = {
    name: 'Boards',
    total: rows.matching,
    rowAt: (rank: number) => rowAt(rows, rank),
    keyOf: keyOfRow,
    activeRank: useApp(currentRank),
    selectedKey: current?.row == null ? null : keyOfRow(current.row),
    arrangement,
    onRange: showBoards,
    onSelect: selectBoard,
    onOpen: () => void runCommand(previewBoard, store),
    picking,
    empty: <NoBoards />,
  };
  return (
    <div className="panes relative">
      {inGallery ? (
        <BoardGallery {...shared} />
      ) : (
        <DataGrid
          {...shared}
          columns={columns}
          sort={{ column: query.order.by, descending: query.order.descending }}
          // Every sortable column of this grid is something that boards are ordered by.
          onSort={(column) => list.sort(column as BoardQuery['order']['by'])}
          onResize={resize}
        />
      )}
    </div>
  );
}

/** The column of labels with the field of the one that is being changed. */
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

function usePicking(): GridPicking<BoardRow> {
  const store = useAppStore();
  const picks = useApp((state) => state.lists.board.picks);
  const count = useApp(boardsPicked);
  const matching = useApp(({ boardRows }) => (boardRows.counting ? null : boardRows.matching));
  return useMemo(() => {
    const { boardPicking, announce } = store.getState();
    return {
      isPicked: (row, rank) => isPicked(picks, row.id, rank),
      count,
      all: count > 0 && count === matching,
      onToggle: boardPicking.toggle,
      onExtend: boardPicking.extend,
      onReplaced: () => announce('The list moved. Click again.', 'note'),
      onAll: boardPicking.all,
      onClear: boardPicking.clear,
    };
  }, [store, picks, count, matching]);
}
