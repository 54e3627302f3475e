/** What the first screen can do without: one chunk, loaded as soon as that screen stands and the window is idle. */
export { DialogHost } from './dialog-host.tsx';
export { BoardInspector } from '../screens/boards/board-inspector.tsx';
export { ColumnsMenu } from '../screens/boards/columns-menu.tsx';
export { DeleteBoardDialog } from '../screens/boards/dialogs.tsx';
export { ExportBoardsDialog } from '../screens/boards/export/export-dialog.tsx';
export { MoreMenu } from '../screens/boards/export/more-menu.tsx';
export { FilterLine } from '../screens/boards/filters/filter-line.tsx';
export { EditNotesDialog } from '../screens/boards/notes/edit-notes-dialog.tsx';
export { ExportNotesDialog } from '../screens/boards/notes/export-notes-dialog.tsx';
export { ImportNotesDialog } from '../screens/boards/notes/import-notes-dialog.tsx';
export { OverviewPanel } from '../screens/boards/overview/overview-panel.tsx';
export { RemoveViewDialog, RenameViewDialog, SaveViewDialog } from '../screens/boards/views/view-dialogs.tsx';
export { ConnectionFormScreen } from '../screens/connection-form/connection-form-screen.tsx';
export { DiscardChangesDialog } from '../screens/connection-form/dialogs.tsx';
export { RemoveConnectionDialog } from '../screens/connection-form/remove-dialog.tsx';
export { UnlockChangesDialog } from '../screens/connection-form/unlock-dialog.tsx';
export { DiscardKeyDialog, RetireKeyDialog, UseNextKeyDialog } from '../screens/keys/confirm-dialogs.tsx';
export { EditKeyDialog } from '../screens/keys/edit-key-dialog.tsx';
export { KeysScreen } from '../screens/keys/keys-screen.tsx';
export { StageKeyDialog } from '../screens/keys/stage-key-dialog.tsx';
export { LockScreen } from '../screens/lock/lock-screen.tsx';
export { NetworkDialog } from '../screens/network/network-dialog.tsx';
export { ProxySignInDialog } from '../screens/network/proxy-sign-in-dialog.tsx';
export {
  AddPaperDialog,
  CopyLinkDialog,
  DeletePaperDialog,
  NewPaperDialog,
} from '../screens/papers/dialogs.tsx';
export { PapersScreen } from '../screens/papers/papers-screen.tsx';
export { PaletteDialog } from '../screens/palette/palette-dialog.tsx';
export { PreviewsScreen } from '../screens/previews/previews-screen.tsx';
export { OpenPreviewDialog } from '../screens/previews/dialogs.tsx';
export { PolicyBrokenScreen } from '../screens/settings/policy-broken-screen.tsx';
export { SettingsScreen } from '../screens/settings/settings-screen.tsx';
export { ShortcutsDialog } from '../screens/shortcuts/shortcuts-dialog.tsx';
export { ExportConnectionsDialog } from '../screens/transfer/export-dialog.tsx';
export { ImportConnectionsDialog } from '../screens/transfer/import-dialog.tsx';
export { CheckUnknownDialog } from '../screens/unknowns/check-unknown-dialog.tsx';
export { WelcomeScreen } from '../screens/welcome/welcome-screen.tsx';
