/** The two menus of the boards' toolbar. */
import { Columns3 } from 'lucide-react';
import { MenuButton } from '../../parts/menu.tsx';
import { useApp } from '../../store/use-app.ts';
import { columnChoices, shownColumns, withChosen } from './board-columns.tsx';
import { showBoardActivity } from '../../commands/activity-commands.ts';
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
} from '../../commands/board-list-commands.ts';
import { CommandMenu, type CommandGroups } from '../../commands/command-menu.tsx';
import { newBoards } from '../../commands/boards-commands.ts';
import { openCleanupPlan } from '../../commands/jobs-commands.ts';

/** Which columns the boards are shown with; it stays open while one after the other is ticked. */
export function ColumnsMenu() {
  const shown = useApp((state) => shownColumns(state.boardColumns));
  const fields = useApp((state) => state.boardFields);
  const setColumns = useApp((state) => state.setBoardColumns);
  const entries = columnChoices(fields).map(({ id, title }) => {
    const checked = shown.some((column) => column.id === id);
    return {
      id,
      label: title,
      checked,
      ticks: true,
      disabledReason: checked && shown.length === 1 ? 'Keep one column' : null,
      onChoose: () => void setColumns(withChosen(shown, id)),
    };
  });
  return (
    <MenuButton
      variant="quiet"
      label="Columns"
      title="Columns"
      icon={<Columns3 size={15} />}
      groups={[{ title: null, entries }]}
    />
  );
}

const GROUPS: CommandGroups = [
  ['Bulk', [newBoards, openCleanupPlan]],
  ['Copy', [copyBoardId, copyRows, copyCurl, copyLink]],
  ['Notes', [editNotes, undoNotes, exportNotes, importNotes]],
  ['File', [exportBoards]],
  ['Activity', [showBoardActivity]],
];

/** What else can be done with boards; what is off in it says why. */
export function MoreMenu() {
  return <CommandMenu groups={GROUPS} />;
}
