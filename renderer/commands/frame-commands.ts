import { currentConnection } from '../store/connections-slice.ts';
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
// Opens the keys screen even without connections, because the keychain may contain keys of a removed connection.
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

/** Locks Easel. Without a passphrase, opens the settings where the user can choose one. */
export const openHelp = help('help.open', 'Help and shortcuts', { keys: ['F1', '?'] }, (state) =>
  state.openDialog({ kind: 'help' }),
);
