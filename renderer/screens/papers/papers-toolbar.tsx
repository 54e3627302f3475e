import { Eye, Link, ListPlus, PanelRight, Plus, Trash2, Unlink } from 'lucide-react';
import {
  addPaper,
  copyJoinLink,
  deletePaper,
  forgetPaper,
  newPaper,
  previewPaper,
} from '../../commands/papers-commands.ts';
import { showPaperActivity } from '../../commands/activity-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { CommandMenu, type CommandGroups } from '../../commands/command-menu.tsx';
import { toggleInspector } from '../../commands/frame-commands.ts';
import { makeJoinLinks, newPapers } from '../../commands/many-commands.ts';
import { FindField } from '../../parts/find-field.tsx';
import { Toolbar, ToolbarSpace } from '../../parts/toolbar.tsx';
import { useApp } from '../../store/use-app.ts';

const GROUPS: CommandGroups = [
  ['Many at once', [newPapers, makeJoinLinks]],
  ['Log', [showPaperActivity]],
];

/** Find, and what can be done with papers. */
export function PapersToolbar(): React.JSX.Element {
  const find = useApp((state) => state.paperFind);
  const findPapers = useApp((state) => state.findPapers);
  return (
    <Toolbar label="Papers">
      <h1>Papers</h1>
      <FindField label="Find by name or id" value={find} onChange={findPapers} />
      <ToolbarSpace />
      <CommandButton command={deletePaper} variant="quiet" iconOnly icon={<Trash2 size={15} aria-hidden />} />
      <CommandButton command={forgetPaper} variant="quiet" iconOnly icon={<Unlink size={15} aria-hidden />} />
      <CommandButton command={copyJoinLink} variant="quiet" iconOnly icon={<Link size={15} aria-hidden />} />
      <CommandButton command={addPaper} variant="quiet" iconOnly icon={<ListPlus size={16} aria-hidden />} />
      <CommandButton command={previewPaper} icon={<Eye size={15} aria-hidden />} />
      <CommandButton command={newPaper} variant="primary" icon={<Plus size={15} aria-hidden />} />
      <CommandMenu title="Many papers, many join links, activity" groups={GROUPS} />
      <CommandButton
        command={toggleInspector}
        variant="quiet"
        iconOnly
        icon={<PanelRight size={15} aria-hidden />}
      />
    </Toolbar>
  );
}
