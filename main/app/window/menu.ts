import { Menu, type BrowserWindow, type EditFlags, type MenuItemConstructorOptions } from 'electron';
import type { Events } from '../../../preload/contract/events.ts';

/** Menu item of a command. The menu only displays the shortcut, because the page already runs its command. */
interface CommandItem {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
}

const FILE: readonly CommandItem[] = [
  { id: 'boards.create', label: 'New board', keys: 'CmdOrCtrl+N' },
  { id: 'boards.create-many', label: 'New boards…' },
  { id: 'papers.create', label: 'New paper' },
  { id: 'papers.class-pack', label: 'Class pack…' },
  { id: 'jobs.open-plan', label: 'Open cleanup plan…' },
  { id: 'papers.add', label: 'Add paper by link or id' },
  { id: 'boards.delete', label: 'Delete selected boards…' },
  { id: 'boards.export', label: 'Export boards…', keys: 'CmdOrCtrl+E' },
  { id: 'notes.export', label: 'Export notes…' },
];
const CONNECTION: readonly CommandItem[] = [
  { id: 'connections.switch', label: 'Switch connection', keys: 'CmdOrCtrl+Shift+C' },
  { id: 'connections.new', label: 'New connection' },
  { id: 'connections.edit', label: 'Edit connection' },
  { id: 'connections.remove', label: 'Remove connection…' },
  { id: 'connections.unlock-changes', label: 'Unlock connection for 10 minutes…' },
  { id: 'connections.lock-changes', label: 'Lock connection again' },
  { id: 'keys.stage', label: 'Stage next key' },
  { id: 'keys.rehearse', label: 'Check keys' },
  { id: 'connections.hand-over', label: 'Export connection for a colleague…' },
  { id: 'connections.export', label: 'Export connections…' },
  { id: 'connections.import', label: 'Import connections or notes…' },
  { id: 'network.settings', label: 'Network settings' },
  { id: 'connections.practise', label: 'Practise with sample data' },
];
const VIEW: readonly CommandItem[] = [
  { id: 'view.home', label: 'Home' },
  { id: 'view.boards', label: 'Boards' },
  { id: 'view.papers', label: 'Papers' },
  { id: 'view.customers', label: 'Customers' },
  { id: 'view.previews', label: 'Live previews' },
  { id: 'view.activity', label: 'Activity' },
  { id: 'view.keys', label: 'Keys and connections' },
  { id: 'view.settings', label: 'Settings' },
  { id: 'view.palette', label: 'Search or jump to…', keys: 'CmdOrCtrl+K' },
  { id: 'jobs.show', label: 'Jobs', keys: 'CmdOrCtrl+J' },
  { id: 'view.service-status', label: 'Service status' },
  { id: 'view.blur', label: 'Blur names, ids and links', keys: 'F8' },
  { id: 'view.lock', label: 'Lock now' },
  { id: 'view.inspector', label: 'Inspector', keys: 'F4' },
  { id: 'boards.refresh', label: 'Refresh', keys: 'F5' },
];
const HELP: readonly CommandItem[] = [
  { id: 'help.open', label: 'Help and shortcuts' },
  { id: 'help.check-updates', label: 'Check for updates' },
  { id: 'help.save-diagnostics', label: 'Save diagnostics…' },
];

export const MENU_COMMANDS: readonly string[] = [...FILE, ...CONNECTION, ...VIEW, ...HELP].map(
  (item) => item.id,
);

export interface MenuOptions {
  readonly windowOf: () => BrowserWindow | null;
  /** Returns true if an open room receives the user's key presses now. */
  readonly isRoomInUse: () => boolean;
}

const EDITS = [
  ['undo', 'canUndo', 'Undo', 'CmdOrCtrl+Z'],
  ['redo', 'canRedo', 'Redo', 'CmdOrCtrl+Shift+Z'],
  null,
  ['cut', 'canCut', 'Cut', 'CmdOrCtrl+X'],
  ['copy', 'canCopy', 'Copy', 'CmdOrCtrl+C'],
  ['paste', 'canPaste', 'Paste', 'CmdOrCtrl+V'],
  null,
  ['selectAll', 'canSelectAll', 'Select all', 'CmdOrCtrl+A'],
] as const;

/** Items of the Edit menu. They have no `role`, because roles also act on a room in which the user is not working. */
function editItems({ windowOf, isRoomInUse }: MenuOptions, can?: EditFlags): MenuItemConstructorOptions[] {
  return EDITS.map((edit) => {
    if (edit === null) return { type: 'separator' };
    const [method, flag, label, accelerator] = edit;
    const click = (): void => {
      const page = windowOf()?.webContents;
      // Acts on a focused room only if the user works in it, because a script may have moved the focus there.
      if (page && (page.focusedFrame === page.mainFrame || isRoomInUse())) page[method]();
    };
    // Does not register the shortcut, because the focused text field handles it. The menu item only displays it.
    return { label, accelerator, registerAccelerator: false, enabled: can?.[flag] !== false, click };
  });
}

/**
 * Replaces Electron's default menu, which contains the developer tools. Calls `onChoice` for the chosen item. On
 * macOS, a shortcut that the page ignores also chooses its item, despite `registerAccelerator: false`. `keys` then
 * contains the shortcut, and `onChoice` must not count the choice as a mouse click.
 */
export function setMenu(
  platform: 'darwin' | 'win32' | 'linux',
  options: MenuOptions,
  onChoice: (choice: Events['command.run']) => void,
): void {
  const commands = (items: readonly CommandItem[]): MenuItemConstructorOptions[] =>
    items.map(({ id, label, keys }) => ({
      id,
      label,
      ...(keys === undefined ? {} : { accelerator: keys, registerAccelerator: false }),
      click: (_item, _window, { triggeredByAccelerator }) => {
        const byKeys = triggeredByAccelerator === true && keys !== undefined;
        onChoice({ commandId: id, keys: byKeys ? keys.replace('CmdOrCtrl', 'Mod') : null });
      },
    }));
  // These items have no `role`, because Electron's zoom roles would zoom an open room instead of Easel's page.
  const zoom = (label: string, key: string, step: number): MenuItemConstructorOptions => ({
    label,
    accelerator: `CmdOrCtrl+${key}`,
    click: () => {
      const page = options.windowOf()?.webContents;
      if (page) page.zoomLevel = step === 0 ? 0 : page.zoomLevel + step;
    },
  });
  const isMac = platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [...commands(FILE), { type: 'separator' }, { role: isMac ? 'close' : 'quit' }],
    },
    // Uses roles on macOS, because the system then applies the commands to the focused text.
    isMac ? { role: 'editMenu' } : { label: 'Edit', submenu: editItems(options) },
    { label: 'Connection', submenu: commands(CONNECTION) },
    {
      label: 'View',
      submenu: [
        ...commands(VIEW),
        { type: 'separator' },
        zoom('Actual size', '0', 0),
        zoom('Zoom in', 'Plus', 0.5),
        // Adds a hidden item for Ctrl+=, because + needs Shift on many keyboards. An item can have only one shortcut.
        { ...zoom('Zoom in', '=', 0.5), visible: false },
        zoom('Zoom out', '-', -0.5),
        { role: 'togglefullscreen' },
      ],
    },
    // Only on macOS, because on other systems its *Close* (Ctrl+W) would quit Easel when a user leaves a room.
    ...(isMac ? [{ role: 'windowMenu' } as const] : []),
    { role: 'help', submenu: commands(HELP) },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

export function setEditMenu(window: BrowserWindow, options: MenuOptions): void {
  window.webContents.on('context-menu', (_event, { isEditable, selectionText, editFlags }) => {
    if (!isEditable && selectionText === '') return;
    const items = editItems(options, editFlags);
    const shown = isEditable ? items : items.filter(({ label }) => label === 'Copy');
    Menu.buildFromTemplate(shown).popup({ window });
  });
}
