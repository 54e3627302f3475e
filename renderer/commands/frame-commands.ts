/** Commands of the frame: screens, connections, window parts, health and network, the lock, help. */
import { goToPane } from '../parts/pane.tsx';
import { currentConnection } from '../store/connections-slice.ts';
import { isLocked } from '../store/lock-slice.ts';
import type { AppState } from '../store/store.ts';
import type { Screen } from '../store/ui-slice.ts';
import { isReadOnly, unlockedUntil } from '../store/changes.ts';
import { onConnection } from './reasons.ts';
import type { Command } from './command.ts';

const shared = { keys: [], scope: 'app', enabled: () => true } as const;
const onConnections = { ...shared, group: 'Connections' } as const;
const onView = { ...shared, group: 'View' } as const;

/** Brings a screen to the front. Digits follow the sidebar. */
function goCommand(
  screen: Exclude<Screen, 'connection-form'>,
  label: string,
  keys: readonly string[],
  enabled: Command['enabled'] = onConnection,
): Command {
  return {
    ...onView,
    id: `view.${screen}`,
    label,
    keys,
    enabled,
    run: (state) => state.go({ kind: 'screen', screen }),
  };
}

// The digits follow the sidebar.
export const goToHome = goCommand('home', 'Go to home', ['Mod+1', 'Mod+Shift+O']);
export const goToBoards = goCommand('boards', 'Go to boards', ['Mod+2']);
export const goToPapers = goCommand('papers', 'Go to papers', ['Mod+3']);
export const goToPreviews = goCommand('previews', 'Go to live previews', ['Mod+4']);
export const goToActivity = goCommand('activity', 'Go to activity', ['Mod+5'], shared.enabled);
// Keys of removed connections may be left over where there is no connection any more.
export const goToKeys = goCommand('keys', 'Go to keys and connections', ['Mod+6'], shared.enabled);
export const goToSettings = goCommand('settings', 'Go to settings', ['Mod+,', 'Mod+7'], shared.enabled);

/** Why the connection in front can't be edited; true when it can. */
function editable(state: AppState): true | string {
  if (currentConnection(state)?.environment === 'practice') return 'Practice can’t be edited';
  return onConnection(state);
}

export const newConnection: Command = {
  ...onConnections,
  id: 'connections.new',
  label: 'New connection',
  keys: ['Mod+Shift+N'],
  run: (state) => state.go({ kind: 'connection-form', id: null }),
};

export const editConnection: Command = {
  ...onConnections,
  id: 'connections.edit',
  label: 'Edit connection',
  keys: ['Mod+Shift+E'],
  enabled: editable,
  run: (state) => state.go({ kind: 'connection-form', id: state.currentId }),
};

export const removeConnection: Command = {
  ...onConnections,
  id: 'connections.remove',
  label: 'Remove connection…',
  enabled: onConnection,
  async run({ currentId, askToRemove }) {
    if (currentId !== null) await askToRemove(currentId);
  },
};

export const switchConnection: Command = {
  ...onConnections,
  id: 'connections.switch',
  label: 'Switch connection',
  keys: ['Mod+Shift+C'],
  enabled: onConnection,
  run: (state) => state.setSwitcherOpen(true),
};

export const unlockChanges: Command = {
  ...onConnections,
  id: 'connections.unlock-changes',
  label: 'Unlock changes for 10 minutes…',
  enabled: (state) => {
    const connection = currentConnection(state);
    if (connection === null) return onConnection(state);
    if (connection.readOnly.forced) return 'Read-only by policy';
    return isReadOnly(connection, Date.now()) || 'This connection isn’t read-only';
  },
  run({ currentId, openDialog }) {
    if (currentId !== null) openDialog({ kind: 'unlock-changes', connectionId: currentId });
  },
};

export const lockChanges: Command = {
  ...onConnections,
  id: 'connections.lock-changes',
  label: 'Lock changes again',
  enabled: (state) => {
    const connection = currentConnection(state);
    if (connection === null) return onConnection(state);
    return unlockedUntil(connection, Date.now()) !== null || 'Changes aren’t unlocked';
  },
  run: async ({ currentId, lockChanges: lock }) => {
    if (currentId !== null) await lock(currentId);
  },
};

export const practise: Command = {
  ...onConnections,
  id: 'connections.practise',
  label: 'Practise with sample data',
  enabled: (state) => !state.practising || 'Practice is starting',
  run: (state) => state.practise(),
};

/** Leaves the connection form, for the boards or, where there is no connection yet, for Welcome. */
export const leaveForm: Command = {
  ...onConnections,
  id: 'connections.cancel-edit',
  label: 'Cancel editing',
  keys: ['Escape'],
  screens: ['connection-form'],
  enabled: (state) => state.screen === 'connection-form' || 'Nothing is being edited',
  run: ({ currentId, go }) => go({ kind: 'screen', screen: currentId === null ? 'welcome' : 'boards' }),
};

export const openPalette: Command = {
  ...onView,
  id: 'view.palette',
  label: 'Search or jump',
  keys: ['Mod+K'],
  run: (state) => state.openDialog({ kind: 'palette' }),
};

export const toggleInspector: Command = {
  ...onView,
  id: 'view.inspector',
  label: 'Show or hide inspector',
  keys: ['F4'],
  enabled: (state) => ['boards', 'papers'].includes(state.screen) || 'This screen has no inspector',
  run: ({ inspectorOpen, setInspectorOpen }) => setInspectorOpen(!inspectorOpen),
};

/** Goes to the next pane (1) or the one before (-1). */
function paneCommand(step: 1 | -1, id: string, label: string, key: string): Command {
  return { ...onView, id, label, keys: [key], run: (state) => goToPane(step, state.askForKeyboard) };
}

export const nextPane = paneCommand(1, 'view.next-pane', 'Go to the next pane', 'F6');
export const previousPane = paneCommand(-1, 'view.previous-pane', 'Go to the previous pane', 'Shift+F6');

export const showStatus: Command = {
  ...onView,
  id: 'view.service-status',
  label: 'Service status',
  enabled: onConnection,
  run: (state) => state.setHealthOpen(true),
};

export const tryNow: Command = {
  ...onConnections,
  id: 'connections.try-now',
  label: 'Try the service now',
  enabled: onConnection,
  run: (state) => state.tryHealthNow(),
};

export const networkSettings: Command = {
  ...onConnections,
  id: 'network.settings',
  label: 'Network settings',
  enabled: onConnection,
  run: (state) => state.openDialog({ kind: 'network' }),
};

const WITH_FIND: readonly Screen[] = ['boards', 'papers', 'activity', 'settings'];

/** The screen may only just have been asked for: its field is waited for, so many frames. */
function focusFind(frames: number): void {
  const field = document.querySelector<HTMLInputElement>('input[data-find]');
  if (field?.checkVisibility() === true) {
    field.focus();
    field.select();
  } else if (frames > 0) requestAnimationFrame(() => focusFind(frames - 1));
}

/** Puts the keyboard into the find field of the screen in front. */
export const find: Command = {
  ...onView,
  id: 'view.find',
  label: 'Find on this screen',
  keys: ['/', 'Mod+F'],
  screens: WITH_FIND,
  enabled: (state) => WITH_FIND.includes(state.screen) || 'Go to a list first',
  run: () => focusFind(60),
};

export const blurNames: Command = {
  ...onView,
  id: 'view.blur',
  label: 'Blur names, ids and links',
  keys: ['F8'],
  everywhere: true,
  run: ({ blurred, setBlurred, say }) => {
    setBlurred(!blurred);
    say(blurred ? 'Names, ids and links are visible again.' : 'Names, ids and links are blurred.');
  },
};

export const lockNow: Command = {
  ...onView,
  id: 'view.lock',
  label: 'Lock now',
  keys: ['Mod+Shift+L'],
  everywhere: true,
  enabled: (state) => {
    if (isLocked(state)) return 'Easel is already locked';
    return state.lock?.unlockBy !== 'none' || 'Set a passphrase in Settings first';
  },
  run: (state) => state.lockNow(),
};

export const openHelp: Command = {
  ...shared,
  id: 'help.open',
  label: 'Help and shortcuts',
  keys: ['F1', '?'],
  group: 'Help',
  run: (state) => state.openDialog({ kind: 'help' }),
};
