/** Commands of the activity log. */
import type { Command } from './types.ts';

export const goToActivity: Command = {
  id: 'view.activity',
  label: 'Go to activity',
  keys: ['Mod+6'],
  group: 'View',
  scope: 'app',
  enabled: () => true,
  run: (store) => store.getState().go({ kind: 'screen', screen: 'activity' }),
};

export const checkActivity: Command = {
  id: 'activity.check',
  label: 'Check the log',
  keys: [],
  group: 'View',
  scope: 'app',
  enabled: (state) => state.activityCheck !== 'running' || 'The log is being checked',
  run: (store) => store.getState().checkActivity(),
};

function exportCommand(format: 'csv' | 'json', label: string): Command {
  return {
    id: `activity.export-${format}`,
    label,
    keys: [],
    group: 'View',
    scope: 'app',
    enabled: () => true,
    run: (store) => store.getState().exportActivity(format),
  };
}

export const exportActivityCsv = exportCommand('csv', 'Export activity…');
export const exportActivityJson = exportCommand('json', 'Export activity with its hashes…');

export const activityCommands: readonly Command[] = [
  goToActivity,
  checkActivity,
  exportActivityCsv,
  exportActivityJson,
];
