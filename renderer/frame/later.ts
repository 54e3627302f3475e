/** What the first screen can do without: one chunk, loaded as soon as that screen stands and the window is idle. */
export { DeleteBoardDialog } from '../screens/boards/dialogs.tsx';
export { ConnectionFormScreen } from '../screens/connection-form/connection-form-screen.tsx';
export { DiscardChangesDialog } from '../screens/connection-form/dialogs.tsx';
export { RemoveConnectionDialog } from '../screens/connection-form/remove-dialog.tsx';
export { UnlockChangesDialog } from '../screens/connection-form/unlock-dialog.tsx';
export { NetworkDialog } from '../screens/network/network-dialog.tsx';
export { ProxySignInDialog } from '../screens/network/proxy-sign-in-dialog.tsx';
export {
  AddPaperDialog,
  CopyLinkDialog,
  DeletePaperDialog,
  NewPaperDialog,
} from '../screens/papers/dialogs.tsx';
export { OpenPreviewDialog } from '../screens/previews/dialogs.tsx';
export { ShortcutsDialog } from '../screens/shortcuts/shortcuts-dialog.tsx';
export { CheckUnknownDialog } from '../screens/unknowns/check-unknown-dialog.tsx';
