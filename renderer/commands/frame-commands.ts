import { focusField, goToPane } from '../parts/focus.ts';
import { currentConnection } from '../store/connections-slice.ts';
import { isLocked } from '../store/lock-slice.ts';
import type { Screen } from '../store/ui-slice.ts';
import { onConnection } from './reasons.ts';
import { commandsOf, type Command } from './command.ts';

const view = commandsOf({ group: 'View' });
const help = commandsOf({ group: 'Help' });
const connections = commandsOf({ group: 'Connections' });
const onCurrent = commandsOf({ group: 'Connections', enabled: onConnection });

function goCommand(
  screen: Exclude<Screen, 'connection-form'>,
  label: string,
  keys: readonly string[],
  enabled: Command['enabled'] = onConnection,
): Command {
  return view(`view.${screen}`, label, { keys, enabled }, (state) => state.go({ kind: 'screen', screen }));
}

const always = (): true => true;

export const goToHome = goCommand('home', 'Go to home', ['Mod+1', 'Mod+Shift+O']);
export const goToBoards = goCommand('boards', 'Go to boards', ['Mod+2']);
export const goToPapers = goCommand('papers', 'Go to papers', ['Mod+3']);
export const goToCustomers = goCommand('customers', 'Go to customers', []);
export const goToPreviews = goCommand('previews', 'Go to live previews', ['Mod+4']);
export const goToActivity = goCommand('activity', 'Go to activity', ['Mod+5'], always);
// Opens the keys screen even without connections, because a removed connection may have left keys in the keychain.
export const goToKeys = goCommand('keys', 'Go to keys and connections', ['Mod+6'], always);
export const goToSettings = goCommand('settings', 'Go to settings', ['Mod+,', 'Mod+7'], always);

export const newConnection = connections(
  'connections.new',
  'New connection',
  { keys: ['Mod+Shift+N'] },
  (state) => state.go({ kind: 'connection-form', id: null }),
);

export const editConnection = connections(
  'connections.edit',
  'Edit connection',
  {
    keys: ['Mod+Shift+E'],
    enabled(state) {
      if (currentConnection(state)?.environment === 'practice') return 'Practice connections can’t be edited';
      return onConnection(state);
    },
  },
  (state) => state.go({ kind: 'connection-form', id: state.currentId }),
);

export const switchConnection = onCurrent(
  'connections.switch',
  'Switch connection',
  { keys: ['Mod+Shift+C'] },
  (state) => state.setSwitcherOpen(true),
);

export const practise = connections(
  'connections.practise',
  'Practise with sample data',
  { enabled: (state) => !state.practising || 'Practice is starting' },
  (state) => state.practise(),
);

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

export const networkSettings = onCurrent('network.settings', 'Network settings', {}, (state) =>
  state.openDialog({ kind: 'network' }),
);

export const openPalette = view('view.palette', 'Search or jump to…', { keys: ['Mod+K'] }, (state) =>
  state.openDialog({ kind: 'palette' }),
);

export const toggleInspector = view(
  'view.inspector',
  'Show or hide inspector',
  {
    keys: ['F4'],
    enabled: (state) => ['boards', 'papers'].includes(state.screen) || 'This screen has no inspector',
  },
  ({ inspectorOpen, setInspectorOpen }) => setInspectorOpen(!inspectorOpen),
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
    say(blurred ? 'Names, ids and links are visible again.' : 'Names, ids and links are blurred.');
  },
);

/** Locks Easel. Without a passphrase, opens the settings where the user can choose one. */
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
    // Announces only a hint, because the settings would open behind the modal dialog.
    if (state.dialog !== null)
      return state.announce('Set a passphrase in Settings → Idle lock first.', 'note');
    return state.go({ kind: 'setting', id: 'idle-lock' });
  },
);

export const openHelp = help('help.open', 'Help and shortcuts', { keys: ['F1', '?'] }, (state) =>
  state.openDialog({ kind: 'help' }),
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
