/** The question before the connection form is left. */
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { useApp } from '../../store/use-app.ts';
import { useSubmit } from '../../store/use-dialog.ts';

/** Asks before unsaved changes of the connection form are dropped. */
export function DiscardChangesDialog(): React.JSX.Element {
  const discard = useApp((state) => state.discardConnectionForm);
  return (
    <FormDialog
      danger
      asks
      title="Discard your changes?"
      action="Discard changes"
      cancel="Keep editing"
      form={useSubmit({ stays: true })}
      onSubmit={() => void discard()}
    >
      <p>API keys you typed are lost too.</p>
    </FormDialog>
  );
}
