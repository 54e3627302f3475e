/** Shows the dialog that the state names, and above it the one for signing in to a proxy. */
import type { Connection } from '../../preload/contract/connections.ts';
import { DialogConnection } from '../parts/dialog/dialog.tsx';
import { currentConnection } from '../store/connections-slice.ts';
import type { DialogState } from '../store/dialogs.ts';
import type { AppState } from '../store/store.ts';
import { useApp } from '../store/use-app.ts';
import { DeleteDialog } from '../screens/jobs/delete-dialog.tsx';
import { ExportBoardsDialog } from '../screens/boards/export/export-dialog.tsx';
import { EditNotesDialog } from '../screens/boards/notes/edit-notes-dialog.tsx';
import { ExportNotesDialog } from '../screens/boards/notes/export-notes-dialog.tsx';
import { ImportNotesDialog } from '../screens/boards/notes/import-notes-dialog.tsx';
import { RemoveViewDialog, RenameViewDialog, SaveViewDialog } from '../screens/boards/views/view-dialogs.tsx';
import {
  DiscardChangesDialog,
  RemoveConnectionDialog,
  UnlockChangesDialog,
} from '../screens/connection-form/dialogs.tsx';
import { ReviewDeleteDialog, RunPlanDialog } from '../screens/jobs/review-dialog.tsx';
import { StopJobDialog } from '../screens/jobs/stop-dialog.tsx';
import { DiscardKeyDialog, RetireKeyDialog, UseNextKeyDialog } from '../screens/keys/confirm-dialogs.tsx';
import { EditKeyDialog } from '../screens/keys/edit-key-dialog.tsx';
import { StageKeyDialog } from '../screens/keys/stage-key-dialog.tsx';
import { CreateBoardsDialog, CreatePapersDialog, MakeLinksDialog } from '../screens/bulk/dialogs.tsx';
import { NetworkDialog } from '../screens/network/network-dialog.tsx';
import { ProxySignInDialog } from '../screens/network/proxy-sign-in-dialog.tsx';
import { PaletteDialog } from '../screens/palette/palette-dialog.tsx';
import {
  AddPaperDialog,
  CopyLinkDialog,
  RenamePaperDialog,
  NewPaperDialog,
} from '../screens/papers/dialogs.tsx';
import { OpenPreviewDialog } from '../screens/previews/open-preview-dialog.tsx';
import { ShortcutsDialog } from '../screens/shortcuts/shortcuts-dialog.tsx';
import { ExportConnectionsDialog } from '../screens/transfer/connections-export-dialog.tsx';
import { ImportConnectionsDialog } from '../screens/transfer/import-dialog.tsx';
import { CheckUnresolvedDialog } from '../screens/unresolved/check-unresolved-dialog.tsx';

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
      {dialog && dialogOf(dialog)}
      {proxy !== null && <ProxySignInDialog key={proxy} proxy={proxy} />}
    </DialogConnection>
  );
}

function dialogOf(dialog: DialogState): React.JSX.Element {
  switch (dialog.kind) {
    case 'delete-one':
      return <DeleteDialog target={dialog.target} />;
    case 'review-delete':
      return <ReviewDeleteDialog selection={dialog.selection} />;
    case 'run-plan':
      return <RunPlanDialog review={dialog.review} />;
    case 'new-boards':
      return <CreateBoardsDialog />;
    case 'new-papers':
      return <CreatePapersDialog templateId={dialog.templateId} />;
    case 'make-links':
      return <MakeLinksDialog identifier={dialog.identifier} />;
    case 'stop-job':
      return <StopJobDialog jobId={dialog.jobId} />;
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
    case 'new-paper':
      return <NewPaperDialog templateId={dialog.templateId} />;
    case 'add-paper':
      return <AddPaperDialog />;
    case 'rename-paper':
      return <RenamePaperDialog identifier={dialog.identifier} />;
    case 'open-preview':
      return <OpenPreviewDialog target={dialog.target} title={dialog.title} />;
    case 'copy-link':
      return <CopyLinkDialog identifier={dialog.identifier} />;
    case 'check-unknown':
      return <CheckUnresolvedDialog unknown={dialog.unknown} />;
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
