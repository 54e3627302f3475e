/** Shows the dialog that the state names. */
import type { DialogState } from '../store/dialogs.ts';
import { DeleteBoardDialog } from '../screens/boards/dialogs.tsx';
import { DiscardChangesDialog, RemoveConnectionDialog } from '../screens/connection-form/dialogs.tsx';
import { PaletteDialog } from '../screens/palette/palette-dialog.tsx';
import {
  AddPaperDialog,
  CopyLinkDialog,
  DeletePaperDialog,
  NewPaperDialog,
} from '../screens/papers/dialogs.tsx';
import { OpenPreviewDialog } from '../screens/previews/dialogs.tsx';
import { ShortcutsDialog } from '../screens/shortcuts/shortcuts-dialog.tsx';
import { useApp } from '../store/use-app.ts';

/** The open dialog, or nothing. Another dialog is another component: none inherits what the last one held. */
export function DialogHost(): React.JSX.Element | null {
  const dialog = useApp((state) => state.dialog);
  return dialog && dialogOf(dialog);
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
