/** How many are selected, and what can be done with all of them at once. */
import { Copy, Download, Pencil, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { copyBoardId, editNotes, exportBoards } from '../../commands/list-commands.ts';
import type { Command } from '../../commands/command.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { deleteBoard, selectAllBoards } from '../../commands/boards-commands.ts';
import { IconButton } from '../../parts/button.tsx';
import { boardsPicked } from '../../store/board-selection.ts';
import { useApp } from '../../store/use-app.ts';
import { selectedShare } from './listing-status.ts';
import styles from './selection-bar.module.css';

/** There as long as boards are picked. */
export function SelectionBar() {
  const count = useApp(boardsPicked);
  const matching = useApp(({ boardRows }) => (boardRows.counting ? null : boardRows.matching));
  const clear = useApp((state) => state.boardPicking.clear);
  return (
    <SelectionLine
      count={count}
      matching={matching}
      selectAll={selectAllBoards}
      commands={[
        [editNotes, <Pencil key={0} size={14} />],
        [copyBoardId, <Copy key={0} size={14} />],
        [exportBoards, <Download key={0} size={14} />],
        [deleteBoard, <Trash2 key={0} size={14} />],
      ]}
      onClear={clear}
    />
  );
}

interface SelectionLineProps {
  readonly count: number;
  /** Of how many; null while those are counted. */
  readonly matching: number | null;
  readonly selectAll: Command;
  readonly commands: readonly (readonly [command: Command, icon: ReactNode])[];
  readonly onClear: () => void;
}

/** The line above the rows; nothing while none is selected. */
export function SelectionLine({ count, matching, selectAll, commands, onClear }: SelectionLineProps) {
  if (count === 0) return null;
  return (
    <div className={`row wrap fixed line-below nowrap ${styles.bar}`} role="group" aria-label="Selection">
      <span data-testid="selected">{selectedShare(count, matching)}</span>
      {matching !== null && count < matching && <CommandButton command={selectAll} variant="quiet" />}
      <span className="rest" />
      {commands.map(([command, icon]) => (
        <CommandButton key={command.id} command={command} variant="quiet" icon={icon} />
      ))}
      <IconButton
        label="Clear selection"
        title="Clear selection (Esc)"
        icon={<X size={16} />}
        onClick={() => {
          onClear();
          document.querySelector<HTMLElement>('[role$="grid"]')?.focus();
        }}
      />
    </div>
  );
}
