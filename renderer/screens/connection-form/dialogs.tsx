/** The questions about a connection: allow its changes, drop those of the form, remove it. */
import { useState, useEffect } from 'react';
import type { ConnectionKeys } from '../../../preload/contract/keys.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { InConnection } from '../../parts/connection-mark.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { useActions, useApp, useConnection } from '../../store/use-app.ts';
import { useFields, useSubmit, type FieldErrors } from '../../store/use-dialog.ts';
import { STAGE_NAMES } from '../keys/key-facts.ts';

interface OfConnection {
  readonly connectionId: string;
}

/** The dialog; where the organisation's policy forces read-only, it says so and offers nothing. */
export function UnlockChangesDialog({ connectionId }: OfConnection) {
  const connection = useConnection(connectionId);
  const unlock = useApp((state) => state.unlockChanges);
  const form = useFields({ typedName: '' });
  if (connection === null) return null;
  const { name, readOnly } = connection;
  if (readOnly.forced) {
    return (
      <Dialog title="Read-only by policy" onClose={form.close} footer="Close">
        <p>Required by your organisation.</p>
      </Dialog>
    );
  }

  function confirm(): void {
    const typed = form.typed.typedName.trim();
    const wrong: FieldErrors = typed === name.trim() ? {} : { typedName: 'That isn’t its name.' };
    void form.submit(() => unlock(connectionId, typed), wrong);
  }

  return (
    <FormDialog
      danger
      title="Allow changes for 10 minutes?"
      action={<InConnection action="Allow changes in" />}
      form={form}
      onSubmit={confirm}
    >
      <p>For 10 minutes you can create, delete, make join links and type in rooms.</p>
      <TextField
        {...form.field('typedName')}
        label="Connection name"
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

/** Asks before unsaved changes of the connection form are dropped. */
export function DiscardChangesDialog() {
  const discard = useApp((state) => state.discardConnectionForm);
  return (
    <FormDialog
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

/** The question; if a key's removal can't be confirmed, it offers to try again or to leave the key. */
export function RemoveConnectionDialog({ connectionId }: OfConnection) {
  const { removeConnection: remove, readKeysOf } = useActions();
  const [keys, setKeys] = useState<Result<ConnectionKeys> | null>(null);
  const { busy, failure, submit, close } = useSubmit();

  useEffect(() => {
    void readKeysOf(connectionId).then(setKeys);
  }, [readKeysOf, connectionId]);

  const keyIsStuck = failure?.code.startsWith('keychain-') ?? false;
  const removing = (keysMayStay: boolean) => ({
    busy,
    onClick: () => void submit(() => remove(connectionId, keysMayStay)),
  });
  return (
    <Dialog
      title="Remove this connection?"
      role="alertdialog"
      size="medium"
      onClose={close}
      footer={
        <>
          <Button data-autofocus onClick={close}>
            Cancel
          </Button>
          {keyIsStuck && <Button {...removing(false)}>Try again</Button>}
          <Button variant="danger" {...removing(keyIsStuck)}>
            <InConnection action={keyIsStuck ? 'Remove anyway:' : 'Remove'} />
          </Button>
        </>
      }
    >
      <p>
        Removes its keys, notes, views and lists from this computer. At the service nothing changes: the keys
        stay valid.
      </p>
      <Keys keys={keys} />
      {failure !== null && <FailureNotice failure={failure} />}
      {keyIsStuck && (
        <p>
          Nothing was removed. Removing it anyway may leave keys in the keychain; Keys & connections lists
          them.
        </p>
      )}
    </Dialog>
  );
}

/** Which keys would go: by slot and stage, never the keys. */
function Keys({ keys }: { readonly keys: Result<ConnectionKeys> | null }) {
  if (keys === null) return <p>Loading keys…</p>;
  if (!keys.ok)
    return (
      <p>
        Can’t read the keys: <span className="sensitive">{keys.error.message}</span>
      </p>
    );
  const known = keys.value.keys;
  if (known.length === 0) return <p>It has no keys.</p>;
  const hasTwoSlots = known.some(({ slot }) => slot === 'board');
  return (
    <ul className="bullets" aria-label="Keys to remove">
      {known.map((key) => (
        <li key={key.id}>
          {STAGE_NAMES[key.stage]} key
          {hasTwoSlots && (key.slot === 'board' ? ' for the board API' : ' for the paper API')}, fingerprint{' '}
          <code className="sensitive">{key.fingerprint}</code>,{' '}
          {key.kept === 'session' ? 'this session only' : 'in the keychain'}
        </li>
      ))}
    </ul>
  );
}
