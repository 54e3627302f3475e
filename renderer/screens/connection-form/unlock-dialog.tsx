/** Asks for the name of a read-only connection before allowing changes. */
import { useState } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { InConnection } from '../../parts/connection-mark.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';

/** The dialog; where the organisation's policy forces read-only, it says so and offers nothing. */
export function UnlockChangesDialog({
  connectionId,
}: {
  readonly connectionId: string;
}): React.JSX.Element | null {
  const connection = useApp((state) => state.connections.find((each) => each.id === connectionId) ?? null);
  const unlock = useApp((state) => state.unlockChanges);
  const { close } = useDialog();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<Failure | null>(null);
  if (connection === null) return null;
  if (connection.readOnly.forced) return <Forced onClose={close} />;
  const { name } = connection;

  async function confirm(): Promise<void> {
    if (busy) return;
    if (typed.trim() !== name.trim()) return setError('This doesn’t match the connection’s name.');
    setBusy(true);
    setError(undefined);
    setFailure(null);
    const failed = await unlock(connectionId, typed.trim());
    setBusy(false);
    if (failed === null) return close();
    setError(failed.fields?.['typedName']);
    setFailure(failed.fields === undefined ? failed : null);
  }

  return (
    <Dialog
      title="Allow changes for 10 minutes?"
      onClose={close}
      onSubmit={() => void confirm()}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="danger" busy={busy}>
            <InConnection action="Allow changes in" connection={connection} />
          </Button>
        </>
      }
    >
      <p>You can then create and delete boards and papers, make join links, and type in open rooms.</p>
      <TextField
        label="Connection name"
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setError(undefined);
        }}
        error={error}
        hint={
          <>
            Type <span className="sensitive">{name}</span> to confirm.
          </>
        }
        data-autofocus
        aria-required
      />
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}

function Forced({ onClose }: { readonly onClose: () => void }): React.JSX.Element {
  return (
    <Dialog
      title="Read-only by policy"
      onClose={onClose}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>
        Your organisation’s policy makes every connection read-only. Ask your administrator if you need to
        make changes.
      </p>
    </Dialog>
  );
}
