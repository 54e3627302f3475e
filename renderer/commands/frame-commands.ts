import { focusField, goToPane } from '../parts/focus.ts';
import { currentConnection } from '../store/connections-slice.ts';
import { isLocked } from '../store/lock-slice.ts';
import type { Screen } from '../store/ui-slice.ts';
import { onConnection } from './reasons.ts';
import type { Command } from './command.ts';

type Run = Command['run'];
type More = Partial<Pick<Command, 'enabled' | 'screens' | 'everywhere'>>;

function commandsOf(group: Command['group']) {
  return (id: string, label: string, keys: readonly string[], run: Run, more: More = {}): Command => ({
    id,
    label,
    keys,
    group,
    scope: 'app',
    enabled: () => true,
    run,
    ...more,
  });
}

const view = commandsOf('View');
const connections = commandsOf('Connections');

/** Creates a command that opens a screen. The digit in its shortcut is the screen's place in the sidebar. */
function goCommand(
  screen: Exclude<Screen, 'connection-form'>,
  label: string,
  keys: readonly string[],
  more: More = { enabled: onConnection },
): Command {
  return view(`view.${screen}`, label, keys, (state) => state.go({ kind: 'screen', screen }), more);
}

export const goToHome = goCommand('home', 'Go to home', ['Mod+1', 'Mod+Shift+O']);
export const goToBoards = goCommand('boards', 'Go to boards', ['Mod+2']);
export const goToPapers = goCommand('papers', 'Go to papers', ['Mod+3']);
export const goToCustomers = goCommand('customers', 'Go to customers', []);
export const goToPreviews = goCommand('previews', 'Go to live previews', ['Mod+4']);
export const goToActivity = goCommand('activity', 'Go to activity', ['Mod+5'], {});
// The keys screen opens without connections too, because a removed connection may have left keys in the keychain.
export const goToKeys = goCommand('keys', 'Go to keys and connections', ['Mod+6'], {});
export const goToSettings = goCommand('settings', 'Go to settings', ['Mod+,', 'Mod+7'], {});

export const newConnection = connections('connections.new', 'New connection', ['Mod+Shift+N'], (state) =>
  state.go({ kind: 'connection-form', id: null }),
);

export const editConnection = connections(
  'connections.edit',
  'Edit connection',
  ['Mod+Shift+E'],
  (state) => state.go({ kind: 'connection-form', id: state.currentId }),
  {
    enabled(state) {
      if (currentConnection(state)?.environment === 'practice') return 'Practice can’t be edited';
      return onConnection(state);
    },
  },
);

export const switchConnection = connections(
  'connections.switch',
  'Switch connection',
  ['Mod+Shift+C'],
  (state) => state.setSwitcherOpen(true),
  { enabled: onConnection },
);

export const practise = connections(
  'connections.practise',
  'Practise with sample data',
  [],
  (state) => state.practise(),
  { enabled: (state) => !state.practising || 'Practice is starting' },
);

export const leaveForm = connections(
  'connections.cancel-edit',
  'Cancel editing',
  ['Escape'],
  ({ currentId, go }) => go({ kind: 'screen', screen: currentId === null ? 'welcome' : 'boards' }),
  {
    screens: ['connection-form'],
    enabled: (state) => state.screen === 'connection-form' || 'Nothing is being edited',
  },
);

export const tryNow = connections(
  'connections.try-now',
  'Try the service now',
  [],
  (state) => state.tryHealthNow(),
  { enabled: onConnection },
);

export const networkSettings = connections(
  'network.settings',
  'Network settings',
  [],
  (state) => state.openDialog({ kind: 'network' }),
  { enabled: onConnection },
);

export const openPalette = view('view.palette', 'Search or jump', ['Mod+K'], (state) =>
  state.openDialog({ kind: 'palette' }),
);

export const toggleInspector = view(
  'view.inspector',
  'Show or hide inspector',
  ['F4'],
  ({ inspectorOpen, setInspectorOpen }) => setInspectorOpen(!inspectorOpen),
  { enabled: (state) => ['boards', 'papers'].includes(state.screen) || 'This screen has no inspector' },
);

export const nextPane = view('view.next-pane', 'Go to the next pane', ['F6'], (state) =>
  goToPane(1, state.askForKeyboard),
);

export const previousPane = view('view.previous-pane', 'Go to the previous pane', ['Shift+F6'], (state) =>
  goToPane(-1, state.askForKeyboard),
);

export const showStatus = view(
  'view.service-status',
  'Service status',
  [],
  (state) => state.setHealthOpen(true),
  { enabled: onConnection },
);

const WITH_FIND: readonly Screen[] = ['boards', 'papers', 'activity'];

export const find = view(
  'view.find',
  'Find on this screen',
  ['/', 'Mod+F'],
  () => focusField('[data-find]', 60),
  {
    screens: WITH_FIND,
    enabled: (state) => WITH_FIND.includes(state.screen) || 'Go to a list first',
  },
);

export const blurNames = view(
  'view.blur',
  'Blur names, ids and links',
  ['F8'],
  ({ blurred, setBlurred, say }) => {
    setBlurred(!blurred);
    say(blurred ? 'Names, ids and links are visible again.' : 'Names, ids and links are blurred.');
  },
  { everywhere: true },
);

/** Locks Easel. Without a passphrase, opens the settings in which the user can set one. */
export const lockNow = view(
  'view.lock',
  'Lock now',
  ['Mod+Shift+L'],
  (state) =>
    state.lock?.unlockBy === 'none' ? state.go({ kind: 'setting', id: 'idle-lock' }) : state.lockNow(),
  { everywhere: true, enabled: (state) => !isLocked(state) || 'Easel is already locked' },
);

export const openHelp = commandsOf('Help')('help.open', 'Help and shortcuts', ['F1', '?'], (state) =>
  state.openDialog({ kind: 'help' }),
);
