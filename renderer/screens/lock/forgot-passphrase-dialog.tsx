/** The way back in without the passphrase: every key is given up first. */
import { useState } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { useApp } from '../../store/use-app.ts';
import { Problem } from './unlock-forms.tsx';

const WORDS = 'remove keys';

/** Asks to type two words; Enter alone, or anything else, removes nothing. */
export function ForgotPassphraseDialog({ onClose }: { readonly onClose: () => void }): React.JSX.Element {
  const removeKeys = useApp((state) => state.removeKeysAndUnlock);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function remove(): Promise<void> {
    if (busy) return;
    setFailure(null);
    if (typed.trim() !== WORDS) return setError(`Type “${WORDS}” to confirm.`);
    setBusy(true);
    setError(undefined);
    const failed = await removeKeys(typed);
    setBusy(false);
    if (failed === null) return;
    setError(failed.fields?.['typed']);
    setFailure(failed.fields === undefined ? failed : null);
  }

  return (
    <Dialog
      title="Unlock without the passphrase?"
      role="alertdialog"
      onClose={onClose}
      onSubmit={() => void remove()}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={busy}>
            Remove all keys and unlock
          </Button>
        </>
      }
    >
      <p>
        This removes <strong>every API key</strong> of every connection from this computer and its keychain,
        then removes the passphrase and unlocks Easel.
      </p>
      <p>
        Connections, papers and settings stay. The keys stay valid at the service, and you can paste them here
        again.
      </p>
      <TextField
        label={`Type “${WORDS}” to confirm`}
        value={typed}
        onChange={setTyped}
        error={error}
        impersonal
        aria-required
      />
      <Problem failure={failure} />
    </Dialog>
  );
}
