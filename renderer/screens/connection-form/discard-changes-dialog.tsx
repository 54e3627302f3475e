/** The question before the connection form is left. */
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';

/** Asks before unsaved changes of the connection form are dropped. */
export function DiscardChangesDialog(): React.JSX.Element {
  const discard = useApp((state) => state.discardConnectionForm);
  const { close } = useDialog();
  return (
    <ConfirmDialog
      title="Discard your changes?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      onClose={close}
      onConfirm={() => void discard()}
    >
      <p>Your changes to this connection, including any API keys you typed, will be lost.</p>
    </ConfirmDialog>
  );
}
