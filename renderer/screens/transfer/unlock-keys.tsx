import { useState } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { useApp } from '../../store/use-app.ts';
import styles from './transfer.module.css';

/** Asks for the passphrase of a file with keys. It lives here, and goes with this part of the dialog. */
export function UnlockKeys(): React.JSX.Element {
  const unlock = useApp((state) => state.unlockImport);
  const [passphrase, setPassphrase] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function submit(): Promise<void> {
    if (busy) return;
    setFailure(null);
    if (passphrase === '') return setError('Enter the passphrase of the file.');
    setError(undefined);
    setBusy(true);
    const failed = await unlock(passphrase);
    setBusy(false);
    const wrong = failed?.fields?.['passphrase'];
    setError(wrong);
    setFailure(wrong === undefined ? failed : null);
  }

  return (
    <form
      className={styles.unlock}
      aria-label="Keys in the file"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label="Passphrase of the file’s keys"
        type="password"
        value={passphrase}
        onChange={setPassphrase}
        error={error}
        hint="Without it, the connections are imported without their keys."
        data-autofocus
        after={
          <Button type="submit" busy={busy}>
            Unlock keys
          </Button>
        }
      />
      {failure !== null && <FailureNotice failure={failure} />}
    </form>
  );
}
