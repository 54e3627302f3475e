/** When Easel locks itself, and the passphrase that unlocks it. */
import { useState } from 'react';
import type { LockState } from '../../../preload/contract/app.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { lockNow } from '../../commands/settings-commands.ts';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Field, TextField } from '../../parts/field.tsx';
import { useApp } from '../../store/use-app.ts';
import { minuteChoices, minutesLabel, unlockSentence, unseenSentence } from './lock-wording.ts';
import styles from './settings-screen.module.css';

/** The form, once it is known how things stand. */
export function LockSettings(): React.JSX.Element {
  const lock = useApp((state) => state.lock);
  if (lock === null) return <p className="muted">Loading settings…</p>;
  return <LockForm lock={lock} />;
}

const UNTYPED = { current: '', passphrase: '', again: '' };

function LockForm({ lock }: { readonly lock: LockState }): React.JSX.Element {
  const configure = useApp((state) => state.configureLock);
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const unseen = unseenSentence(platform);
  const { idleMinutes, forcedMinutes, unlockBy } = lock;
  const [picked, setPicked] = useState<{ readonly minutes: number | null } | null>(null);
  const [typed, setTyped] = useState(UNTYPED);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const minutes = picked === null ? (idleMinutes ?? forcedMinutes) : picked.minutes;
  const type = (name: keyof typeof UNTYPED) => (text: string) => setTyped({ ...typed, [name]: text });

  async function save(): Promise<void> {
    if (busy) return;
    setFailure(null);
    if (typed.passphrase !== typed.again) return setErrors({ again: 'The passphrases don’t match.' });
    setBusy(true);
    setErrors({});
    const failed = await configure({
      idleMinutes: minutes,
      passphrase: typed.passphrase === '' ? null : typed.passphrase,
      currentPassphrase: typed.current === '' ? null : typed.current,
    });
    setBusy(false);
    if (failed === null) {
      setPicked(null);
      setTyped(UNTYPED);
      return;
    }
    setErrors(failed.fields ?? {});
    setFailure(failed.fields === undefined ? failed : null);
  }

  return (
    <form
      className={`column-3 ${styles.form}`}
      aria-label="Idle lock"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        label="Lock when idle for"
        error={errors['idleMinutes']}
        impersonal
        hint={
          forcedMinutes === null
            ? undefined
            : `Your organisation allows at most ${minutesLabel(forcedMinutes)}.`
        }
      >
        {(control) => (
          <select
            {...control}
            value={minutes ?? ''}
            onChange={({ target }) =>
              setPicked({ minutes: target.value === '' ? null : Number(target.value) })
            }
          >
            {minuteChoices(forcedMinutes, idleMinutes).map((choice) => (
              <option key={choice} value={choice ?? ''}>
                {minutesLabel(choice)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <p>{unlockSentence(lock, platform === 'darwin')}</p>
      {unseen !== null && <p className="muted">{unseen}</p>}
      {unlockBy === 'passphrase' && (
        <PassphraseField
          label="Current passphrase"
          value={typed.current}
          onChange={type('current')}
          error={errors['currentPassphrase']}
          hint="Required to change these settings."
        />
      )}
      {unlockBy !== 'system' && (
        <>
          <PassphraseField
            label={unlockBy === 'none' ? 'Passphrase' : 'New passphrase (optional)'}
            value={typed.passphrase}
            onChange={type('passphrase')}
            error={errors['passphrase']}
            hint={
              unlockBy === 'none'
                ? 'At least 8 characters. If you forget it, you can only unlock Easel by removing all keys from this computer.'
                : 'Leave both empty to keep the current one.'
            }
          />
          <PassphraseField
            label={unlockBy === 'none' ? 'Confirm passphrase' : 'Confirm new passphrase'}
            value={typed.again}
            onChange={type('again')}
            error={errors['again']}
          />
        </>
      )}
      {failure !== null && <FailureNotice failure={failure} />}
      <div className="row">
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
        <CommandButton command={lockNow} />
      </div>
    </form>
  );
}

interface PassphraseFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly hint?: string;
}

function PassphraseField({ hint, ...props }: PassphraseFieldProps): React.JSX.Element {
  return <TextField {...props} type="password" {...(hint === undefined ? {} : { hint })} />;
}
