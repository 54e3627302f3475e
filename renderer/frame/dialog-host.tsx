import { createElement, type ComponentType } from 'react';
import type { Connection } from '../../preload/contract/connections.ts';
import { DialogConnection } from '../parts/connection-mark.tsx';
import { currentConnection } from '../store/connections-slice.ts';
import { WITHOUT_CONNECTION, type DialogState, type PropsOf } from '../store/ui-slice.ts';
import type { AppState } from '../store/store.ts';
import { useApp } from '../store/use-app.ts';
import { ContextMenu } from './context-menu.tsx';
import { DroppedFileDialog, DropTarget } from './drop-target.tsx';
import { DeleteDialog, ReviewDeleteDialog, RunPlanDialog } from '../screens/jobs/delete-dialog.tsx';
import { StopJobDialog } from '../screens/jobs/jobs-drawer.tsx';
import {
  ExportBoardsDialog,
  ExportPapersDialog,
  SaveResultsDialog,
} from '../screens/boards/export/export-dialogs.tsx';
import { EditNotesDialog } from '../screens/boards/notes/local-notes.tsx';
import { SaveViewDialog } from '../screens/boards/views/views.tsx';
import {
  DiscardChangesDialog,
  RemoveConnectionDialog,
  UnlockChangesDialog,
} from '../screens/connection-form/dialogs.tsx';
import { EditKeyDialog, RetireKeyDialog, StageKeyDialog } from '../screens/keys/key-dialogs.tsx';
import {
  ClassPackDialog,
  CreateBoardsDialog,
  MailTextDialog,
  QrSheetDialog,
} from '../screens/bulk/dialogs.tsx';
import { NetworkDialog, ProxySignInDialog } from '../screens/network/network-dialog.tsx';
import { PaletteDialog } from '../screens/palette/palette-dialog.tsx';
import {
  AddPaperDialog,
  AddPapersDialog,
  CopyLinkDialog,
  NewPaperDialog,
} from '../screens/papers/dialogs.tsx';
import { SnippetsDialog } from '../screens/snippets/snippets-dialog.tsx';
import { OpenPreviewDialog } from '../screens/previews/previews-screen.tsx';
import { HelpDialog } from '../screens/help/help-dialog.tsx';
import { ConflictDialog, TeamJoinDialog, TeamSetUpDialog } from '../screens/team/team-dialogs.tsx';
import { DeclinePlanDialog, TeamActivityDialog, TeamPlansDialog } from '../screens/team/teamwork.tsx';
import { ExportConnectionsDialog, ImportDialog } from '../screens/transfer/transfer-dialogs.tsx';
import { CheckUnresolvedDialog } from '../screens/unresolved/check-unresolved-dialog.tsx';

const DIALOGS: {
  readonly [Kind in DialogState['kind']]: ComponentType<PropsOf<Kind>>;
} = {
  'delete-one': DeleteDialog,
  'review-delete': ReviewDeleteDialog,
  'run-plan': RunPlanDialog,
  'new-boards': CreateBoardsDialog,
  'class-pack': ClassPackDialog,
  'qr-sheet': QrSheetDialog,
  'mail-text': MailTextDialog,
  'stop-job': StopJobDialog,
  'edit-notes': EditNotesDialog,
  'export-boards': ExportBoardsDialog,
  'export-papers': ExportPapersDialog,
  'save-results': SaveResultsDialog,
  'save-view': SaveViewDialog,
  'new-paper': NewPaperDialog,
  'add-paper': AddPaperDialog,
  'add-papers': AddPapersDialog,
  'open-preview': OpenPreviewDialog,
  'copy-link': CopyLinkDialog,
  snippets: SnippetsDialog,
  'check-unknown': CheckUnresolvedDialog,
  network: NetworkDialog,
  'remove-connection': RemoveConnectionDialog,
  'unlock-changes': UnlockChangesDialog,
  'discard-changes': DiscardChangesDialog,
  'export-connections': ExportConnectionsDialog,
  import: ImportDialog,
  'dropped-file': DroppedFileDialog,
  'stage-key': StageKeyDialog,
  'edit-key': EditKeyDialog,
  'retire-key': RetireKeyDialog,
  'team-set-up': TeamSetUpDialog,
  'team-join': TeamJoinDialog,
  'team-plans': TeamPlansDialog,
  'team-activity': TeamActivityDialog,
  'decline-plan': DeclinePlanDialog,
  conflict: ConflictDialog,
  palette: PaletteDialog,
  help: HelpDialog,
};

/** Returns the connection to show in the dialog's header. Null unless the dialog is about exactly one connection. */
function connectionOfDialog(state: AppState): Connection | null {
  const { dialog, connections, connectionForm } = state;
  const find = (id: string | null): Connection | null => connections.find((each) => each.id === id) ?? null;
  if (dialog !== null && 'connectionId' in dialog) return find(dialog.connectionId);
  if (dialog?.kind === 'run-plan') return find(dialog.review.connectionId);
  if (dialog?.kind === 'dropped-file' && dialog.purpose === 'import') return null;
  if (dialog?.kind === 'discard-changes') return find(connectionForm?.id ?? null);
  if (dialog !== null && WITHOUT_CONNECTION.has(dialog.kind)) return null;
  return currentConnection(state);
}

export function DialogHost() {
  const dialog = useApp((state) => state.dialog);
  const proxy = useApp((state) => state.proxyAsking);
  const connection = useApp(connectionOfDialog);
  return (
    <DialogConnection value={connection}>
      {dialog && createElement(DIALOGS[dialog.kind] as ComponentType<DialogState>, dialog)}
      <ContextMenu />
      <DropTarget />
      {proxy !== null && <ProxySignInDialog key={proxy} proxy={proxy} />}
    </DialogConnection>
  );
}
