/** What can be done with the selected boards on this computer, in one menu of the toolbar. */
import { Ellipsis } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import {
  copyBoardId,
  copyCurl,
  copyLink,
  copyRows,
  editNotes,
  exportBoards,
  exportNotes,
  importNotes,
  undoNotes,
} from '../../../commands/board-list-commands.ts';
import { disabledReason, runCommand } from '../../../commands/run.ts';
import type { Command } from '../../../commands/types.ts';
import { MenuButton } from '../../../parts/menu-button.tsx';
import { useAppStore, useApp } from '../../../store/use-app.ts';

const GROUPS: readonly (readonly [title: string, commands: readonly Command[]])[] = [
  ['Copy', [copyBoardId, copyRows, copyCurl, copyLink]],
  ['Notes on this computer', [editNotes, undoNotes, exportNotes, importNotes]],
  ['File', [exportBoards]],
];

const COMMANDS = GROUPS.flatMap(([, commands]) => commands);

/** The menu; what is off in it says why. */
export function MoreMenu(): React.JSX.Element {
  const store = useAppStore();
  const reasons = useApp(useShallow((state) => COMMANDS.map((command) => disabledReason(command, state))));
  return (
    <MenuButton
      variant="quiet"
      label="More actions"
      title="Copy, notes, export"
      groups={GROUPS.map(([title, commands]) => ({
        title,
        entries: commands.map((command) => ({
          id: command.id,
          label: command.label,
          keys: command.keys[0],
          disabledReason: reasons[COMMANDS.indexOf(command)] ?? null,
          onChoose: () => void runCommand(command, store),
        })),
      }))}
    >
      <Ellipsis size={15} aria-hidden />
    </MenuButton>
  );
}
