/** Commands of the menu, palette and shortcuts that have no button on the first screen. */
import { focusField, goToPane } from '../parts/focus.ts';
import { currentConnection } from '../store/connections-slice.ts';
import { isLocked } from '../store/lock-slice.ts';
import type { Screen } from '../store/ui-slice.ts';
import { onConnection } from './reasons.ts';
import { commandsOf } from './command.ts';

const view = commandsOf({ group: 'View' });
const help = commandsOf({ group: 'Help' });
const connections = commandsOf({ group: 'Connections' });
const onCurrent = commandsOf({ group: 'Connections', enabled: onConnection });

export const leaveForm = connections(
  'connections.cancel-edit',
  'Cancel editing',
  {
    keys: ['Escape'],
    screens: ['connection-form'],
    enabled: (state) => state.screen === 'connection-form' || 'No connection is being edited',
  },
  ({ currentId, go }) => go({ kind: 'screen', screen: currentId === null ? 'welcome' : 'boards' }),
);

export const tryNow = onCurrent('connections.try-now', 'Check the service now', {}, (state) =>
  state.tryHealthNow(),
);

export const nextPane = view('view.next-pane', 'Go to the next pane', { keys: ['F6'] }, (state) =>
  goToPane(1, state.askForKeyboard),
);

export const previousPane = view(
  'view.previous-pane',
  'Go to the previous pane',
  { keys: ['Shift+F6'] },
  (state) => goToPane(-1, state.askForKeyboard),
);

export const showStatus = view('view.service-status', 'Service status', { enabled: onConnection }, (state) =>
  state.setHealthOpen(true),
);

const WITH_FIND: readonly Screen[] = ['boards', 'papers', 'activity'];

export const find = view(
  'view.find',
  'Find on this screen',
  {
    keys: ['/', 'Mod+F'],
    screens: WITH_FIND,
    enabled: (state) => WITH_FIND.includes(state.screen) || 'Go to a list first',
  },
  () => focusField('[data-find]', 60),
);

export const blurNames = view(
  'view.blur',
  'Blur names, ids and links',
  { keys: ['F8'], everywhere: true },
  ({ blurred, setBlurred, say }) => {
    setBlurred(!blurred);
    say(blurred ? 'Names, ids and links are visible.' : 'Names, ids and links are blurred.');
  },
);

export const lockNow = view(
  'view.lock',
  'Lock now',
  {
    keys: ['Mod+Shift+L'],
    everywhere: true,
    enabled: (state) => !isLocked(state) || 'Easel is already locked',
  },
  (state) => {
    if (state.lock?.unlockBy !== 'none') return state.lockNow();
    // While a dialog is open, only announces what to do, because the settings would open behind it.
    if (state.dialog !== null)
      return state.announce('Set a passphrase in Settings → Idle lock first.', 'note');
    return state.go({ kind: 'setting', id: 'idle-lock' });
  },
);

export const takeTour = help(
  'help.tour',
  'Take the tour',
  { enabled: (state) => !state.practising || 'Practice is starting' },
  async (state, store) => {
    state.closeDialog();
    state.setTourStep(0);
    await state.practise();
    if (currentConnection(store.getState())?.environment !== 'practice') state.setTourStep(null);
  },
);

export const checkForUpdates = help('help.check-updates', 'Check for updates', {}, async (state) => {
  await state.go({ kind: 'setting', id: 'updates' });
  await state.checkUpdates();
});

export const saveDiagnostics = help('help.save-diagnostics', 'Save diagnostics…', {}, (state) =>
  state.saveDiagnostics(),
);
