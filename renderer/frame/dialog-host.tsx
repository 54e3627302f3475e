/** Shows the dialog that the state names, and above it the one for signing in to a proxy. */
import { Suspense } from 'react';
import type { Connection } from '../../preload/contract/domain.ts';
import { DialogConnection } from '../parts/dialog/dialog-connection.ts';
import { currentConnection } from '../store/connections-slice.ts';
import type { DialogState } from '../store/dialogs.ts';
import type { AppState } from '../store/store.ts';
import { useApp } from '../store/use-app.ts';
import { later } from './load-later.ts';

const AddPaperDialog = later((loaded) => loaded.AddPaperDialog);
const CheckUnknownDialog = later((loaded) => loaded.CheckUnknownDialog);
const CopyLinkDialog = later((loaded) => loaded.CopyLinkDialog);
const DeleteBoardDialog = later((loaded) => loaded.DeleteBoardDialog);
const DeletePaperDialog = later((loaded) => loaded.DeletePaperDialog);
const EditNotesDialog = later((loaded) => loaded.EditNotesDialog);
const ExportBoardsDialog = later((loaded) => loaded.ExportBoardsDialog);
const ExportNotesDialog = later((loaded) => loaded.ExportNotesDialog);
const ImportNotesDialog = later((loaded) => loaded.ImportNotesDialog);
const RemoveViewDialog = later((loaded) => loaded.RemoveViewDialog);
const RenameViewDialog = later((loaded) => loaded.RenameViewDialog);
const SaveViewDialog = later((loaded) => loaded.SaveViewDialog);
const DiscardChangesDialog = later((loaded) => loaded.DiscardChangesDialog);
const DiscardKeyDialog = later((loaded) => loaded.DiscardKeyDialog);
const EditKeyDialog = later((loaded) => loaded.EditKeyDialog);
const ExportConnectionsDialog = later((loaded) => loaded.ExportConnectionsDialog);
const ImportConnectionsDialog = later((loaded) => loaded.ImportConnectionsDialog);
const NetworkDialog = later((loaded) => loaded.NetworkDialog);
const NewPaperDialog = later((loaded) => loaded.NewPaperDialog);
const OpenPreviewDialog = later((loaded) => loaded.OpenPreviewDialog);
const PaletteDialog = later((loaded) => loaded.PaletteDialog);
const ProxySignInDialog = later((loaded) => loaded.ProxySignInDialog);
const RemoveConnectionDialog = later((loaded) => loaded.RemoveConnectionDialog);
const RetireKeyDialog = later((loaded) => loaded.RetireKeyDialog);
const ShortcutsDialog = later((loaded) => loaded.ShortcutsDialog);
const StageKeyDialog = later((loaded) => loaded.StageKeyDialog);
const UnlockChangesDialog = later((loaded) => loaded.UnlockChangesDialog);
const UseNextKeyDialog = later((loaded) => loaded.UseNextKeyDialog);

/** The connection that the open dialog is about: the one it names, none where it is about several, else the one in front. */
function connectionOfDialog(state: AppState): Connection | null {
  const { dialog, connections, connectionForm } = state;
  const find = (id: string | null): Connection | null => connections.find((each) => each.id === id) ?? null;
  if (dialog !== null && 'connectionId' in dialog) return find(dialog.connectionId);
  if (dialog?.kind === 'export-connections' || dialog?.kind === 'import-connections') return null;
  if (dialog?.kind === 'discard-changes') return find(connectionForm?.id ?? null);
  return currentConnection(state);
}

/** The open dialogs, or nothing. Another dialog is another component: none inherits what the last one held. */
export function DialogHost(): React.JSX.Element {
  const dialog = useApp((state) => state.dialog);
  const proxy = useApp((state) => state.proxyAsking);
  const connection = useApp(connectionOfDialog);
  return (
    <DialogConnection value={connection}>
      <Suspense>{dialog && dialogOf(dialog)}</Suspense>
      <Suspense>{proxy !== null && <ProxySignInDialog key={proxy} proxy={proxy} />}</Suspense>
    </DialogConnection>
  );
}

function dialogOf(dialog: DialogState): React.JSX.Element {
  switch (dialog.kind) {
    case 'delete-board':
      return <DeleteBoardDialog boardId={dialog.boardId} />;
    case 'edit-notes':
      return <EditNotesDialog selection={dialog.selection} boards={dialog.boards} />;
    case 'export-boards':
      return <ExportBoardsDialog selection={dialog.selection} selected={dialog.selected} />;
    case 'export-notes':
      return <ExportNotesDialog />;
    case 'import-notes':
      return <ImportNotesDialog />;
    case 'save-view':
      return <SaveViewDialog />;
    case 'rename-view':
      return <RenameViewDialog viewId={dialog.viewId} />;
    case 'remove-view':
      return <RemoveViewDialog viewId={dialog.viewId} />;
    case 'delete-paper':
      return <DeletePaperDialog identifier={dialog.identifier} />;
    case 'new-paper':
      return <NewPaperDialog templateId={dialog.templateId} />;
    case 'add-paper':
      return <AddPaperDialog />;
    case 'open-preview':
      return <OpenPreviewDialog target={dialog.target} title={dialog.title} />;
    case 'copy-link':
      return <CopyLinkDialog identifier={dialog.identifier} />;
    case 'check-unknown':
      return <CheckUnknownDialog unknown={dialog.unknown} />;
    case 'network':
      return <NetworkDialog />;
    case 'remove-connection':
      return <RemoveConnectionDialog connectionId={dialog.connectionId} />;
    case 'unlock-changes':
      return <UnlockChangesDialog connectionId={dialog.connectionId} />;
    case 'discard-changes':
      return <DiscardChangesDialog />;
    case 'export-connections':
      return <ExportConnectionsDialog connectionIds={dialog.connectionIds} />;
    case 'import-connections':
      return <ImportConnectionsDialog />;
    case 'stage-key':
      return <StageKeyDialog connectionId={dialog.connectionId} slot={dialog.slot} />;
    case 'edit-key':
      return <EditKeyDialog connectionId={dialog.connectionId} keyId={dialog.keyId} />;
    case 'use-next-key':
      return <UseNextKeyDialog connectionId={dialog.connectionId} slot={dialog.slot} />;
    case 'retire-key':
      return <RetireKeyDialog connectionId={dialog.connectionId} keyId={dialog.keyId} />;
    case 'discard-key':
      return <DiscardKeyDialog connectionId={dialog.connectionId} keyId={dialog.keyId} />;
    case 'palette':
      return <PaletteDialog />;
    case 'shortcuts':
      return <ShortcutsDialog />;
  }
}
