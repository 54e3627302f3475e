/** The rows of the boards screen, with what the keyboard and the mouse do on them. */
import { useMemo } from 'react';
import { openBoard } from '../../commands/boards-commands.ts';
import { pressedKeys } from '../../commands/key-strokes.ts';
import { runCommand } from '../../commands/run.ts';
import { loadedLater, laterPart } from '../../frame/load-later.ts';
import { DataGrid, type GridLayout, type GridPicking } from '../../parts/data-grid/data-grid.tsx';
import type { BoardQuery, BoardRow } from '../../../preload/contract/boards.ts';
import { isPicked, boardsPicked } from '../../store/board-picks-slice.ts';
import { isElsewhere } from '../../store/board-selection.ts';
import { keyOfRow, rowAt } from '../../store/row-pages.ts';
import type { AppState } from '../../store/store.ts';
import { useApp, useAppStore } from '../../store/use-app.ts';
import { boardColumns, columnChoices, shownColumns, withMoved } from './board-columns.tsx';
import styles from './boards-grid.module.css';

const JumpField = laterPart((loaded) => loaded.JumpField);
const NoBoards = laterPart((loaded) => loaded.NoBoards);

/** The grid. */
export function BoardsGrid() {
  const store = useAppStore();
  const rows = useApp((state) => state.boardRows);
  const current = useApp((state) => state.boardSelection);
  const query = useApp((state) => state.boardQuery);
  const kept = useApp((state) => state.boardColumns);
  // Until the rows of a new query arrive, the current board's place among them is unknown.
  const isSettled = useApp((state) => state.boardRowsOf === state.boardQuery);
  const typed = useApp((state) => state.boardTyped);
  const columns = useMemo(() => boardColumns(shownColumns(kept), rows.fields), [kept, rows.fields]);
  const arrangement = useMemo(() => JSON.stringify(query), [query]);
  const { showBoards, selectBoard, sortBoards } = store.getState();
  const picking = usePicking();
  const layout = useLayout();
  return (
    <div className="panes relative">
      <DataGrid
        name="Boards"
        columns={columns}
        total={rows.matching}
        rowAt={(rank) => rowAt(rows, rank)}
        keyOf={keyOfRow}
        activeRank={isSettled && !isElsewhere(current, rows) ? (current?.rank ?? null) : null}
        selectedKey={current?.row == null ? null : keyOfRow(current.row)}
        sort={{ column: query.order.by, descending: query.order.descending }}
        // Every sortable column of this grid is something that boards are ordered by.
        onSort={(column) => sortBoards(column as BoardQuery['order']['by'])}
        arrangement={arrangement}
        onRange={showBoards}
        onSelect={selectBoard}
        onOpen={() => void runCommand(openBoard, store)}
        picking={picking}
        layout={layout}
        onType={(text) => {
          const state = store.getState();
          // A character that is a shortcut stays one, unless it goes on with what is being typed.
          if (state.boardTyped === '' && isShortcut(text, state)) return false;
          state.typeOnBoards(text);
          return true;
        }}
        empty={<NoBoards />}
      />
      <JumpField />
      {typed !== '' && (
        <div className={`popup ${styles.corner} ${styles.typed} sensitive`} aria-hidden>
          <code>{typed}</code>
        </div>
      )}
    </div>
  );
}

/** Whether a character typed on the rows runs a command. */
function isShortcut(text: string, state: AppState): boolean {
  const shiftKey = text !== text.toLowerCase();
  const keys = pressedKeys({ key: text, ctrlKey: false, metaKey: false, altKey: false, shiftKey }, 'linux');
  const onRows = { typing: false, inRows: true, onControl: false };
  // Until its meaning is known, it is treated as a shortcut.
  return keys !== null && loadedLater()?.commandFor(keys, state, onRows) !== null;
}

/** Picking several boards. */
function usePicking(): GridPicking<BoardRow> {
  const store = useAppStore();
  const picks = useApp((state) => state.boardPicks);
  const count = useApp(boardsPicked);
  const matching = useApp(({ boardRows }) => (boardRows.counting ? null : boardRows.matching));
  return useMemo(() => {
    const { pickBoard, pickBoardsTo, pickAllBoards, clearPicks, announce } = store.getState();
    return {
      isPicked: (row, rank) => isPicked(picks, row, rank),
      count,
      all: count > 0 && count === matching,
      onToggle: pickBoard,
      onExtend: pickBoardsTo,
      onReplaced: () => announce('The list moved. Click again.'),
      onAll: pickAllBoards,
      onClear: clearPicks,
    };
  }, [store, picks, count, matching]);
}

/** Widths and places of the columns, kept for the connection and said aloud. */
function useLayout(): GridLayout {
  const store = useAppStore();
  return useMemo(() => {
    const titleOf = (id: string): string =>
      columnChoices(store.getState().boardFields).find((choice) => choice.id === id)?.title ?? id;
    return {
      onResize(id, width) {
        const { boardColumns: kept, setBoardColumns, announce } = store.getState();
        void setBoardColumns(shownColumns(kept).map((each) => (each.id === id ? { id, width } : each)));
        announce(`${titleOf(id)}: ${width} pixels wide`);
      },
      onMove(id, place) {
        const { boardColumns: kept, setBoardColumns, announce } = store.getState();
        const shown = shownColumns(kept);
        void setBoardColumns(withMoved(shown, id, place));
        announce(`${titleOf(id)}: column ${place + 1} of ${shown.length}`);
      },
    };
  }, [store]);
}
