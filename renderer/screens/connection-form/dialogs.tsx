import { Button } from '../../parts/button.tsx';
import { InEnvironment } from '../../parts/connection-mark.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import type { PropsOf } from '../../store/ui-slice.ts';
import { useApp, useConnection } from '../../store/use-app.ts';
import { useFields, useSubmit } from '../../store/use-dialog.ts';

/** Asks the user to type the connection's name. Then the read-only connection allows changes for 10 minutes. */
export function UnlockChangesDialog({ connectionId }: PropsOf<'unlock-changes'>) {
  const connection = useConnection(connectionId);
  const unlock = useApp((state) => state.unlockChanges);
  const form = useFields({ typedName: '' });
  if (connection === null) return null;
  return (
    <FormDialog
      danger
      title="Allow changes for 10 minutes?"
      action={<InEnvironment action="Allow changes" />}
      form={form}
      onSubmit={() => unlock(connectionId, form.typed.typedName.trim())}
    >
      <p>
        For 10 minutes, you can create and delete boards and papers, create join links, and type in rooms.
      </p>
      <TextField
        {...form.field('typedName')}
        label="Connection name"
        hint={
          <>
            Type <span className="sensitive">{connection.name}</span> to confirm.
          </>
        }
        data-disposable
        data-autofocus
        aria-required
      />
    </FormDialog>
  );
}

export function DiscardChangesDialog() {
  const discard = useApp((state) => state.discardConnectionForm);
  return (
    <FormDialog
      asks
      title="Discard your changes?"
      action="Discard changes"
      cancel="Keep editing"
      form={useSubmit({ stays: true })}
      onSubmit={async () => {
        await discard();
        return null;
      }}
    >
      <p>API keys that you typed will also be lost.</p>
    </FormDialog>
  );
}

/** Asks whether to remove a connection although its keys may stay in the keychain. Main asks too. */
export function RemoveConnectionDialog({ connectionId, failure }: PropsOf<'remove-connection'>) {
  const remove = useApp((state) => state.removeConnection);
  const form = useSubmit();
  return (
    <FormDialog
      asks
      title="Connection not removed"
      size="medium"
      action="Remove anyway"
      form={{ ...form, failure: form.failure ?? failure }}
      onSubmit={() => remove(connectionId, true)}
    >
      <div className="between">
        <p>The connection’s keys may stay in the keychain. You can remove them in Keys & connections.</p>
        <Button busy={form.busy} onClick={() => void form.submit(() => remove(connectionId, false))}>
          Try again
        </Button>
      </div>
    </FormDialog>
  );
}
