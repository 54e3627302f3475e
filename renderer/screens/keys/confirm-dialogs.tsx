/** The questions about keys: use one that is not verified, retire one, discard one. */
import { useState } from 'react';
import type { KeySlot } from '../../../preload/contract/keys.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { InConnection } from '../../parts/connection-mark.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import styles from './dialogs.module.css';
import { useKeyInfo, type KeyDialogProps } from './edit-key-dialog.tsx';
import { shortPrint, unverifiedWording } from './key-facts.ts';

/** Runs what a question is about, and closes the dialog when it went well. */
function useConfirm(run: () => Promise<Failure | null>) {
  const { close } = useDialog();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const confirm = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const failed = await run();
    setBusy(false);
    setFailure(failed);
    if (failed === null) close();
  };
  return { close, busy, failure, confirm: () => void confirm() };
}

function useConnection(connectionId: string) {
  return useApp((state) => state.connections.find(({ id }) => id === connectionId) ?? null);
}

/** Asks before a next key is used that was not found to be good, and says what is not verified. */
export function UseNextKeyDialog(props: {
  readonly connectionId: string;
  readonly slot: KeySlot;
}): React.JSX.Element | null {
  const connection = useConnection(props.connectionId);
  const keys = useApp((state) => state.keysById[props.connectionId]);
  const switchToNextKey = useApp((state) => state.switchToNextKey);
  const { close, ...asked } = useConfirm(() => switchToNextKey(props.connectionId, props.slot, true));
  if (connection === null || keys === undefined) return null;
  return (
    <ConfirmDialog
      title="Use an unverified key?"
      confirmLabel={<InConnection action="Use next key in" connection={connection} />}
      busy={asked.busy}
      failure={asked.failure}
      onConfirm={asked.confirm}
      onClose={close}
    >
      <ul className={styles.points}>
        {unverifiedWording(keys, connection, props.slot).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <p>
        If the service refuses this key, the connection stops working until you go back. The current key is
        kept as the previous key.
      </p>
    </ConfirmDialog>
  );
}

/** What is typed to say that a key was deleted at the service. */
const RETIRED = 'retired';

/** Asks before a previous key is removed from this computer; the service must have forgotten it first. */
export function RetireKeyDialog(props: KeyDialogProps): React.JSX.Element | null {
  const connection = useConnection(props.connectionId);
  const info = useKeyInfo(props);
  const retireKey = useApp((state) => state.retireKey);
  const [typed, setTyped] = useState('');
  const { close, busy, failure, confirm } = useConfirm(() =>
    retireKey(props.connectionId, props.keyId, typed.trim()),
  );
  if (connection === null || info === null) return null;
  const off = typed.trim() === RETIRED ? null : `Type “${RETIRED}” first`;
  return (
    <Dialog
      title="Retire the previous key?"
      role="alertdialog"
      onClose={close}
      onSubmit={() => {
        if (off === null) confirm();
      }}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="danger" busy={busy} disabledReason={off}>
            <InConnection action="Retire key in" connection={connection} />
          </Button>
        </>
      }
    >
      <p>
        <strong>First delete this key in the service’s dashboard. Easel can’t do that for you.</strong>
      </p>
      <p>
        Retiring removes the key <code className="sensitive">{shortPrint(info.fingerprint)}</code> from this
        computer. This can’t be undone.
      </p>
      <TextField
        label={`Type “${RETIRED}” once you have deleted it there`}
        value={typed}
        onChange={setTyped}
        error={failure?.fields?.['typed']}
        data-autofocus
      />
      {failure !== null && failure.fields === undefined && (
        <FailureNotice failure={failure} onRetry={confirm} retrying={busy} />
      )}
    </Dialog>
  );
}

/** Asks before a next key is removed that will not be used. */
export function DiscardKeyDialog(props: KeyDialogProps): React.JSX.Element | null {
  const connection = useConnection(props.connectionId);
  const info = useKeyInfo(props);
  const discardKey = useApp((state) => state.discardKey);
  const { close, ...asked } = useConfirm(() => discardKey(props.connectionId, props.keyId));
  if (connection === null || info === null) return null;
  return (
    <ConfirmDialog
      title="Discard the next key?"
      confirmLabel={<InConnection action="Discard key in" connection={connection} />}
      busy={asked.busy}
      failure={asked.failure}
      onConfirm={asked.confirm}
      onClose={close}
    >
      <p>
        This removes the key <code className="sensitive">{shortPrint(info.fingerprint)}</code> from this
        computer. It stays valid until you delete it in the service’s dashboard.
      </p>
    </ConfirmDialog>
  );
}
