/** What can be done with boards beside the toolbar's buttons, in one menu of it. */
import { showBoardActivity } from '../../../commands/activity-commands.ts';
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
import { CommandMenu, type CommandGroups } from '../../../commands/command-menu.tsx';
import { newBoards, openCleanupPlan } from '../../../commands/bulk-commands.ts';

const GROUPS: CommandGroups = [
  ['Bulk', [newBoards, openCleanupPlan]],
  ['Copy', [copyBoardId, copyRows, copyCurl, copyLink]],
  ['Notes on this computer', [editNotes, undoNotes, exportNotes, importNotes]],
  ['File', [exportBoards]],
  ['Activity', [showBoardActivity]],
];

/** The menu; what is off in it says why. */
export function MoreMenu(): React.JSX.Element {
  return <CommandMenu groups={GROUPS} />;
}
