/** Commands that bring a screen to the front. */
import type { Screen } from '../store/ui-slice.ts';
import { onConnection } from './reasons.ts';
import type { Command } from './command.ts';

const anyTime = (): true => true;

function goCommand(
  screen: Exclude<Screen, 'connection-form'>,
  label: string,
  key: string,
  enabled: Command['enabled'] = onConnection,
): Command {
  return {
    id: `view.${screen}`,
    label,
    keys: [key],
    group: 'View',
    scope: 'app',
    enabled,
    run: (store) => store.getState().go({ kind: 'screen', screen }),
  };
}

export const goToBoards = goCommand('boards', 'Go to boards', 'Mod+1');
export const goToPapers = goCommand('papers', 'Go to papers', 'Mod+2');
export const goToPreviews = goCommand('previews', 'Go to live previews', 'Mod+3');
// Keys of removed connections may be left over where there is no connection any more.
export const goToKeys = goCommand('keys', 'Go to keys and connections', 'Mod+4', anyTime);
export const goToSettings = goCommand('settings', 'Go to settings', 'Mod+5', anyTime);
export const goToActivity = goCommand('activity', 'Go to activity', 'Mod+6', anyTime);

export const goCommands: readonly Command[] = [
  goToBoards,
  goToPapers,
  goToPreviews,
  goToKeys,
  goToSettings,
  goToActivity,
];
