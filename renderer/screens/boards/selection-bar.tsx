/** How many boards are selected, and what can be done with all of them at once. */
import { Copy, Download, Pencil, Trash2, X } from 'lucide-react';
import { copyBoardId, editNotes, exportBoards } from '../../commands/board-list-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { deleteBoard, selectAllBoards } from '../../commands/boards-commands.ts';
import { IconButton } from '../../parts/button.tsx';
import { boardsPicked } from '../../store/board-picks-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { selectedShare } from './listing-status.ts';
import styles from './selection-bar.module.css';

/** There as long as boards are picked. */
export function SelectionBar() {
  const count = useApp(boardsPicked);
  const matching = useApp(({ boardRows }) => (boardRows.counting ? null : boardRows.matching));
  const clear = useApp((state) => state.clearPicks);
  if (count === 0) return null;
  return (
    <div className={`row wrap fixed line-below nowrap ${styles.bar}`} role="group" aria-label="Selection">
      <span data-testid="selected">{selectedShare(count, matching)}</span>
      {matching !== null && count < matching && <CommandButton command={selectAllBoards} variant="quiet" />}
      <span className="rest" />
      <CommandButton command={editNotes} variant="quiet" icon={<Pencil size={14} />} />
      <CommandButton command={copyBoardId} variant="quiet" icon={<Copy size={14} />} />
      <CommandButton command={exportBoards} variant="quiet" icon={<Download size={14} />} />
      <CommandButton command={deleteBoard} variant="quiet" icon={<Trash2 size={14} />} />
      <IconButton
        label="Clear selection"
        title="Clear selection (Esc)"
        icon={<X size={16} />}
        onClick={() => {
          clear();
          document.querySelector<HTMLElement>('[role="grid"]')?.focus();
        }}
      />
    </div>
  );
}
