import { createBoard, refreshBoards } from '../../commands/boards-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useApp } from '../../store/use-app.ts';
import { notUnderstood } from './listing-status.ts';
import styles from './boards-grid.module.css';

/** Explains an empty grid. Claims "no boards" only for a complete list. */
export function NoBoards() {
  const boards = useApp((state) => state.boards);
  const find = useApp((state) => state.lists.board.query.find);
  const filtered = useApp((state) => state.lists.board.query.filters.length > 0);
  const clear = useApp((state) => state.boardList.clear);
  const notice = useApp((state) => state.boardsNotice?.kind);
  const nothingCame = boards?.phase === 'failed' && boards.rows === 0;
  if (nothingCame || notice === 'list-failed' || notice === 'rows-failed') {
    return <Empty>Boards not loaded.</Empty>;
  }
  const coming = boards === null || boards.phase === 'never';
  if (coming || (boards.phase === 'loading' && boards.rows === 0)) return <Coming />;
  if (find !== '' || filtered) {
    return (
      <Empty
        drawing="none-found"
        action={<Button onClick={clear}>{filtered ? 'Clear filters' : 'Clear search'}</Button>}
      >
        No boards match.
      </Empty>
    );
  }
  if (boards.rows > 0) return <Coming />;
  if (boards.phase === 'done' && boards.completeness === 'complete') {
    return (
      <Empty drawing="board" action={<CommandButton command={createBoard} />}>
        This account has no boards.
      </Empty>
    );
  }
  const odd = notUnderstood(boards);
  return (
    <Empty drawing="board" action={<CommandButton command={refreshBoards} />}>
      {odd === null ? 'No boards found, but the list may be incomplete.' : `No boards found, ${odd}.`}
    </Empty>
  );
}

function Coming() {
  return (
    <Empty>
      <span className={styles.late}>Loading…</span>
    </Empty>
  );
}
