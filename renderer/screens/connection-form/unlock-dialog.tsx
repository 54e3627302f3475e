/** Asks for the name of a read-only connection before allowing changes. */
import { useState } from 'react';
import { InConnection } from '../../parts/connection-mark.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { useApp } from '../../store/use-app.ts';
import { useSubmit, type FieldErrors } from '../../store/use-dialog.ts';

/** The dialog; where the organisation's policy forces read-only, it says so and offers nothing. */
export function UnlockChangesDialog({
  connectionId,
}: {
  readonly connectionId: string;
}): React.JSX.Element | null {
  const connection = useApp((state) => state.connections.find((each) => each.id === connectionId) ?? null);
  const unlock = useApp((state) => state.unlockChanges);
  const [typed, setTyped] = useState('');
  const form = useSubmit();
  if (connection === null) return null;
  if (connection.readOnly.forced) return <Forced onClose={form.close} />;
  const { name } = connection;

  function confirm(): void {
    const isWrong = typed.trim() !== name.trim();
    const wrong: FieldErrors = isWrong ? { typedName: 'Not the connection’s name.' } : {};
    void form.submit(() => unlock(connectionId, typed.trim()), wrong);
  }

  return (
    <FormDialog
      danger
      title="Allow changes for 10 minutes?"
      action={<InConnection action="Allow changes in" connection={connection} />}
      form={form}
      onSubmit={confirm}
    >
      <p>Unlocks creating, deleting, join links and typing in rooms.</p>
      <TextField
        label="Connection name"
        value={typed}
        onChange={(text) => {
          setTyped(text);
          form.changed();
        }}
        error={form.errors['typedName']}
        hint={
          <>
            Type <span className="sensitive">{name}</span> to confirm.
          </>
        }
        data-autofocus
        aria-required
      />
    </FormDialog>
  );
}

function Forced({ onClose }: { readonly onClose: () => void }): React.JSX.Element {
  return (
    <Dialog title="Read-only by policy" onClose={onClose} footer="Close">
      <p>Your organisation makes every connection read-only.</p>
    </Dialog>
  );
}
