/** The way back in without the passphrase: every key is given up first. */
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { useApp } from '../../store/use-app.ts';
import { useSubmit, type FieldErrors } from '../../store/use-dialog.ts';
import { Problem } from './unlock-forms.tsx';

const WORDS = 'remove keys';

/** Asks to type two words; Enter alone, or anything else, removes nothing. */
export function ForgotPassphraseDialog({ onClose }: { readonly onClose: () => void }): React.JSX.Element {
  const removeKeys = useApp((state) => state.removeKeysAndUnlock);
  const [typed, setTyped] = useState('');
  const form = useSubmit({ stays: true });

  function remove(): void {
    const wrong: FieldErrors = typed.trim() === WORDS ? {} : { typed: `Type “${WORDS}” to confirm.` };
    void form.submit(() => removeKeys(typed), wrong);
  }

  return (
    <FormDialog
      danger
      asks
      title="Unlock without the passphrase?"
      action="Remove all keys and unlock"
      // Details can't be copied while Easel is locked.
      form={{ ...form, failure: null }}
      onSubmit={remove}
      onClose={onClose}
    >
      <p>
        Removes <strong>every API key</strong> of every connection from this computer and its keychain, then
        the passphrase.
      </p>
      <p>All else stays. The keys stay valid at the service: you can add them again.</p>
      <TextField
        label={`Type “${WORDS}” to confirm`}
        value={typed}
        onChange={setTyped}
        error={form.errors['typed']}
        impersonal
        aria-required
      />
      <Problem failure={form.failure} />
    </FormDialog>
  );
}
