import { ShieldCheck } from 'lucide-react';
import { checkActivity, exportActivityCsv, exportActivityJson } from '../../commands/activity-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { CommandMenu, type CommandGroups } from '../../commands/command-menu.tsx';
import { FindField } from '../../parts/find-field.tsx';
import { Toolbar, ToolbarSpace } from '../../parts/toolbar.tsx';
import { useApp } from '../../store/use-app.ts';
import styles from './activity-screen.module.css';
import { ACTION_WORDS, ACTIONS } from './wording.ts';

const GROUPS: CommandGroups = [['File', [exportActivityCsv, exportActivityJson]]];

/** Filters, the check and the export of the log. */
export function ActivityToolbar(): React.JSX.Element {
  const filter = useApp((state) => state.activityFilter);
  const checking = useApp((state) => state.activityCheck === 'running');
  const connections = useApp((state) => state.connections);
  const blurred = useApp((state) => state.blurred);
  const filterActivity = useApp((state) => state.filterActivity);
  return (
    <Toolbar label="Activity">
      <h1>Activity</h1>
      <FindField
        label="Find in activity"
        value={filter.find}
        onChange={(find) => void filterActivity({ find })}
      />
      <select
        className={styles.select}
        aria-label="Connection"
        value={filter.connectionId ?? ''}
        onChange={({ target }) =>
          void filterActivity({ connectionId: target.value === '' ? null : target.value })
        }
      >
        <option value="">All connections</option>
        {connections.map(({ id, name }, index) => (
          <option key={id} value={id}>
            {/* The system draws the open list, which no style reaches. */}
            {blurred ? `Connection ${index + 1}` : name}
          </option>
        ))}
      </select>
      <select
        className={styles.select}
        aria-label="Action"
        value={filter.action ?? ''}
        onChange={({ target }) =>
          void filterActivity({
            action: ACTIONS.find((action) => action === target.value) ?? null,
          })
        }
      >
        <option value="">All actions</option>
        {ACTIONS.map((action) => (
          <option key={action} value={action}>
            {ACTION_WORDS[action]}
          </option>
        ))}
      </select>
      <ToolbarSpace />
      <CommandButton command={checkActivity} busy={checking} icon={<ShieldCheck size={15} />} />
      <CommandMenu groups={GROUPS} />
    </Toolbar>
  );
}
