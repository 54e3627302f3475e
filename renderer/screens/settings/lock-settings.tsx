/** When Easel locks itself, and the passphrase that unlocks it. */
import { useState } from 'react';
import type { LockState, AppInfo } from '../../../preload/contract/app.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { lockNow } from '../../commands/settings-commands.ts';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Field, TextField } from '../../parts/field.tsx';
import { useApp } from '../../store/use-app.ts';
import { useSubmit, type FieldErrors } from '../../store/use-dialog.ts';
import styles from './settings-screen.module.css';
import { spokenSpan } from '../../parts/format.ts';

/** The form, once it is known how things stand. */
export function LockSettings() {
  const lock = useApp((state) => state.lock);
  if (lock === null) return <p className="muted">Loading settings…</p>;
  return <LockForm lock={lock} />;
}

const UNTYPED = { current: '', passphrase: '', again: '' };

function LockForm({ lock }: { readonly lock: LockState }) {
  const configure = useApp((state) => state.configureLock);
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const unseen = unseenSentence(platform);
  const { idleMinutes, forcedMinutes, unlockBy } = lock;
  const [picked, setPicked] = useState<{ readonly minutes: number | null } | null>(null);
  const [typed, setTyped] = useState(UNTYPED);
  const { busy, errors, failure, submit } = useSubmit({ stays: true });
  const minutes = picked === null ? (idleMinutes ?? forcedMinutes) : picked.minutes;
  const type = (name: keyof typeof UNTYPED) => (text: string) => setTyped({ ...typed, [name]: text });

  async function save(): Promise<void> {
    const settings = {
      idleMinutes: minutes,
      passphrase: typed.passphrase === '' ? null : typed.passphrase,
      currentPassphrase: typed.current === '' ? null : typed.current,
    };
    const wrong: FieldErrors =
      typed.passphrase === typed.again ? {} : { again: 'The passphrases don’t match.' };
    if (!(await submit(() => configure(settings), wrong))) return;
    setPicked(null);
    setTyped(UNTYPED);
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
        <TextField
          type="password"
          label="Current passphrase"
          value={typed.current}
          onChange={type('current')}
          error={errors['currentPassphrase']}
        />
      )}
      {unlockBy !== 'system' && (
        <>
          <TextField
            type="password"
            label={unlockBy === 'none' ? 'Passphrase' : 'New passphrase (optional)'}
            value={typed.passphrase}
            onChange={type('passphrase')}
            error={errors['passphrase']}
            hint={
              unlockBy === 'none'
                ? 'At least 8 characters. Without it, unlocking removes all keys.'
                : 'Empty keeps the current one.'
            }
          />
          <TextField
            type="password"
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

const MINUTES = [1, 5, 10, 15, 30, 60] as const;

/** The minutes to choose from, `null` being never: no more than the policy allows, and always the current value. */
export function minuteChoices(forced: number | null, inForce: number | null): readonly (number | null)[] {
  const allowed = MINUTES.filter((minutes) => forced === null || minutes <= forced);
  const all = new Set<number>([...allowed, ...(forced === null ? [] : [forced])]);
  if (inForce !== null) all.add(inForce);
  const sorted = [...all].sort((a, b) => a - b);
  return forced === null ? [null, ...sorted] : sorted;
}

/** "Never", "1 minute", "10 minutes", "1 hour". */
export function minutesLabel(minutes: number | null): string {
  return minutes === null ? 'Never' : spokenSpan(minutes * 60_000);
}

/** What the idle lock can't know on this system; null where it knows all. */
export function unseenSentence(platform: AppInfo['platform']): string | null {
  return platform === 'linux'
    ? 'Some Linux desktops don’t report that you are away: lock Easel yourself.'
    : null;
}

/** How Easel is unlocked here, or why it can't be locked yet. */
export function unlockSentence({ unlockBy, forcedMinutes }: LockState, isMac: boolean): string {
  switch (unlockBy) {
    case 'system':
      return isMac ? 'Unlocks with Touch ID.' : 'Unlocks with this computer’s own prompt.';
    case 'passphrase':
      return 'Unlocks with its passphrase.';
    case 'none':
      return forcedMinutes === null ? 'To lock Easel, set a passphrase.' : 'Required: set a passphrase.';
  }
}
