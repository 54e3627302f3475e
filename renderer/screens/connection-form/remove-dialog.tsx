/** Asks before a connection is removed from this computer, and says which of its keys go with it. */
import { useEffect, useState } from 'react';
import type { ConnectionKeys, KeyInfo } from '../../../preload/contract/keys.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { InConnection } from '../../parts/connection-mark.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useActions, useApp } from '../../store/use-app.ts';
import { useSubmit } from '../../store/use-dialog.ts';
import styles from './remove-dialog.module.css';

const STAGES: Readonly<Record<KeyInfo['stage'], string>> = {
  current: 'Current key',
  next: 'Next key',
  previous: 'Previous key',
};
const KEPT: Readonly<Record<KeyInfo['kept'], string>> = {
  keychain: 'in the keychain',
  session: 'this session only',
};

/** The question; if a key's removal can't be confirmed, it offers to try again or to leave the key. */
export function RemoveConnectionDialog({
  connectionId,
}: {
  readonly connectionId: string;
}): React.JSX.Element | null {
  const connection = useApp((state) => state.connections.find((each) => each.id === connectionId));
  const { removeConnection: remove, readKeysOf } = useActions();
  const [keys, setKeys] = useState<Result<ConnectionKeys> | null>(null);
  const { busy, failure, submit, close } = useSubmit();

  useEffect(() => {
    void readKeysOf(connectionId).then(setKeys);
  }, [readKeysOf, connectionId]);

  const confirm = (keysMayStay: boolean) => void submit(() => remove(connectionId, keysMayStay));

  if (connection === undefined) return null;
  const keyIsStuck = failure?.code.startsWith('keychain-') ?? false;
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
          {keyIsStuck ? (
            <>
              <Button busy={busy} onClick={() => confirm(false)}>
                Try again
              </Button>
              <Button variant="danger" busy={busy} onClick={() => confirm(true)}>
                <InConnection action="Remove anyway:" connection={connection} />
              </Button>
            </>
          ) : (
            <Button variant="danger" busy={busy} onClick={() => confirm(false)}>
              <InConnection action="Remove" connection={connection} />
            </Button>
          )}
        </>
      }
    >
      <p>
        Removes its keys, notes, views and lists from this computer. At the service nothing is deleted, and
        the keys stay valid.
      </p>
      <Keys keys={keys} />
      {failure !== null && <FailureNotice failure={failure} />}
      {keyIsStuck && (
        <p>
          Nothing was removed. If you remove it anyway, keys may stay in the keychain; Keys & connections
          lists them.
        </p>
      )}
    </Dialog>
  );
}

/** Which keys would go: by slot and stage, never the keys. */
function Keys({ keys }: { readonly keys: Result<ConnectionKeys> | null }): React.JSX.Element {
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
    <ul className={styles.keys} aria-label="Keys to remove">
      {known.map((key) => (
        <li key={key.id}>
          {STAGES[key.stage]}
          {hasTwoSlots && (key.slot === 'board' ? ' for the board API' : ' for the paper API')}, fingerprint{' '}
          <code className="sensitive">{key.fingerprint}</code>, {KEPT[key.kept]}
        </li>
      ))}
    </ul>
  );
}
