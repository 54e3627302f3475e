/** The questions about keys: use one that is not verified, retire one, discard one. */
import { useState } from 'react';
import type { KeySlot } from '../../../preload/contract/keys.ts';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { InConnection } from '../../parts/connection-mark.tsx';
import { TextField } from '../../parts/field.tsx';
import { useApp } from '../../store/use-app.ts';
import { useSubmit } from '../../store/use-dialog.ts';
import styles from './dialogs.module.css';
import { useKeyInfo, type KeyDialogProps } from './edit-key-dialog.tsx';
import { shortPrint, unverifiedWording } from './key-facts.ts';

function useConnection(connectionId: string) {
  return useApp((state) => state.connections.find(({ id }) => id === connectionId) ?? null);
}

/** Asks before a next key is used that was not found to be good, and says what is not verified. */
export function UseNextKeyDialog(props: { readonly connectionId: string; readonly slot: KeySlot }) {
  const connection = useConnection(props.connectionId);
  const keys = useApp((state) => state.keysById[props.connectionId]);
  const switchToNextKey = useApp((state) => state.switchToNextKey);
  const form = useSubmit();
  if (connection === null || keys === undefined) return null;
  return (
    <FormDialog
      danger
      asks
      title="Use an unverified key?"
      action={<InConnection action="Use next key in" connection={connection} />}
      form={form}
      onSubmit={() => void form.submit(() => switchToNextKey(props.connectionId, props.slot, true))}
    >
      <ul className={styles.points}>
        {unverifiedWording(keys, connection, props.slot).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <p>If the service refuses it, go back to the current key: it is kept.</p>
    </FormDialog>
  );
}

/** What is typed to say that a key was deleted at the service. */
const RETIRED = 'retired';

/** Asks before a previous key is removed from this computer; the service must have forgotten it first. */
export function RetireKeyDialog(props: KeyDialogProps) {
  const connection = useConnection(props.connectionId);
  const info = useKeyInfo(props);
  const retireKey = useApp((state) => state.retireKey);
  const [typed, setTyped] = useState('');
  const form = useSubmit();
  if (connection === null || info === null) return null;
  return (
    <FormDialog
      danger
      asks
      title="Retire the previous key?"
      action={<InConnection action="Retire key in" connection={connection} />}
      form={form}
      off={typed.trim() === RETIRED ? null : `Type “${RETIRED}” first`}
      onSubmit={() => void form.submit(() => retireKey(props.connectionId, props.keyId, typed.trim()))}
    >
      <p>
        <strong>First delete this key in the service’s dashboard.</strong>
      </p>
      <p>
        Removes <code className="sensitive">{shortPrint(info.fingerprint)}</code> from this computer. This
        can’t be undone.
      </p>
      <TextField
        label={`Type “${RETIRED}” when done`}
        value={typed}
        onChange={setTyped}
        error={form.errors['typed']}
        data-autofocus
      />
    </FormDialog>
  );
}

/** Asks before a next key is removed that will not be used. */
export function DiscardKeyDialog(props: KeyDialogProps) {
  const connection = useConnection(props.connectionId);
  const info = useKeyInfo(props);
  const discardKey = useApp((state) => state.discardKey);
  const form = useSubmit();
  if (connection === null || info === null) return null;
  return (
    <FormDialog
      danger
      asks
      title="Discard the next key?"
      action={<InConnection action="Discard key in" connection={connection} />}
      form={form}
      onSubmit={() => void form.submit(() => discardKey(props.connectionId, props.keyId))}
    >
      <p>
        Removes <code className="sensitive">{shortPrint(info.fingerprint)}</code> from this computer. It stays
        valid at the service.
      </p>
    </FormDialog>
  );
}
