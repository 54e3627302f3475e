/** Shown in place of the rows when there are none. */
import { createBoard, refreshBoards } from '../../commands/boards-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { Button } from '../../parts/button.tsx';
import { EmptyRows } from '../../parts/list-screen.tsx';
import { useApp } from '../../store/use-app.ts';
import { notUnderstood } from './listing-status.ts';
import styles from './boards-grid.module.css';

/** Why the grid has no rows. It never says that there are no boards unless that is known. */
export function NoBoards() {
  const boards = useApp((state) => state.boards);
  const find = useApp((state) => state.boardQuery.find);
  const filtered = useApp((state) => state.boardQuery.filters.length > 0);
  const clear = useApp((state) => state.clearBoardQuery);
  const notice = useApp((state) => state.boardsNotice?.kind);
  const nothingCame = boards?.phase === 'failed' && boards.rows === 0;
  if (nothingCame || notice === 'list-failed' || notice === 'rows-failed') {
    return <EmptyRows>Boards not loaded.</EmptyRows>;
  }
  const coming = boards === null || boards.phase === 'never';
  if (coming || (boards.phase === 'loading' && boards.rows === 0)) return <Coming />;
  if (find !== '' || filtered) {
    return (
      <EmptyRows action={<Button onClick={clear}>{filtered ? 'Clear filters' : 'Clear search'}</Button>}>
        No boards match.
      </EmptyRows>
    );
  }
  if (boards.rows > 0) return <Coming />;
  if (boards.phase === 'done' && boards.completeness === 'complete') {
    return (
      <EmptyRows action={<CommandButton command={createBoard} />}>This account has no boards.</EmptyRows>
    );
  }
  const odd = notUnderstood(boards);
  return (
    <EmptyRows action={<CommandButton command={refreshBoards} />}>
      {odd === null ? 'No boards found, but the list may be incomplete.' : `No boards found, ${odd}.`}
    </EmptyRows>
  );
}

/** What is about to come. */
function Coming() {
  return (
    <EmptyRows>
      <span className={styles.late}>Loading…</span>
    </EmptyRows>
  );
}
