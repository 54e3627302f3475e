/** Shows the dialog that the state names, and above it the one for signing in to a proxy. */
import { Suspense } from 'react';
import { PaletteDialog } from '../screens/palette/palette-dialog.tsx';
import type { DialogState } from '../store/dialogs.ts';
import { useApp } from '../store/use-app.ts';
import { later } from './load-later.ts';

const AddPaperDialog = later((loaded) => loaded.AddPaperDialog);
const CheckUnknownDialog = later((loaded) => loaded.CheckUnknownDialog);
const CopyLinkDialog = later((loaded) => loaded.CopyLinkDialog);
const DeleteBoardDialog = later((loaded) => loaded.DeleteBoardDialog);
const DeletePaperDialog = later((loaded) => loaded.DeletePaperDialog);
const DiscardChangesDialog = later((loaded) => loaded.DiscardChangesDialog);
const NetworkDialog = later((loaded) => loaded.NetworkDialog);
const NewPaperDialog = later((loaded) => loaded.NewPaperDialog);
const OpenPreviewDialog = later((loaded) => loaded.OpenPreviewDialog);
const ProxySignInDialog = later((loaded) => loaded.ProxySignInDialog);
const RemoveConnectionDialog = later((loaded) => loaded.RemoveConnectionDialog);
const ShortcutsDialog = later((loaded) => loaded.ShortcutsDialog);

/** The open dialogs, or nothing. Another dialog is another component: none inherits what the last one held. */
export function DialogHost(): React.JSX.Element {
  const dialog = useApp((state) => state.dialog);
  const proxy = useApp((state) => state.proxyAsking);
  return (
    <>
      <Suspense>{dialog && dialogOf(dialog)}</Suspense>
      <Suspense>{proxy !== null && <ProxySignInDialog key={proxy} proxy={proxy} />}</Suspense>
    </>
  );
}

function dialogOf(dialog: DialogState): React.JSX.Element {
  switch (dialog.kind) {
    case 'delete-board':
      return <DeleteBoardDialog boardId={dialog.boardId} />;
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
    case 'discard-changes':
      return <DiscardChangesDialog />;
    case 'palette':
      return <PaletteDialog />;
    case 'shortcuts':
      return <ShortcutsDialog />;
  }
}
