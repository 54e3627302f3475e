import { LockKeyhole, Fingerprint } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { BlurredNote } from '../../frame/strips.tsx';
import { Button } from '../../parts/button.tsx';
import { useActions, useApp } from '../../store/use-app.ts';
import { useFields, useSubmit } from '../../store/use-dialog.ts';
import styles from './lock-screen.module.css';
import type { Failure } from '../../../preload/contract/failure.ts';
import { shortCountdown, spokenSpan } from '../../lib/format.ts';
import { TextField } from '../../parts/field.tsx';
import { Form, useErrorFocus } from '../../parts/form.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';

/** Modal dialog that covers the window while Easel is locked. Other dialogs stay below, with their typed text. */
export function LockScreen() {
  const ref = useRef<HTMLDialogElement>(null);
  const byPassphrase = useApp((state) => state.lock?.unlockBy === 'passphrase');
  const lacksPassphrase = useApp((state) => state.lock?.unlockBy === 'none');
  const { removeKeysAndUnlock } = useActions();
  const removal = useSubmit({ stays: true });

  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  useEffect(() => {
    document.title = 'Easel (locked)';
  }, []);

  return (
    <dialog
      ref={ref}
      className={styles.screen}
      aria-labelledby="lock-title"
      // Esc must not close the lock screen, because the next Esc would close a dialog below.
      closedby="none"
    >
      <header className="between title-bar">
        <span className="bold">Easel (locked)</span>
        <BlurredNote />
      </header>
      <main className="centre rest scroll padded">
        <div className={`column-3 panel ${styles.panel}`}>
          <LockKeyhole className="accent" size={32} />
          {lacksPassphrase ? (
            <FirstPassphraseForm />
          ) : (
            <>
              <h1 className="large" id="lock-title">
                Easel is locked
              </h1>
              <p>Your keys are cleared from memory, and you have left all rooms.</p>
              <UnlockForm key={String(byPassphrase)} byPassphrase={byPassphrase} />
              {/* Unlocks without the passphrase by removing all API keys. The main process asks the user first. */}
              <Button
                variant="quiet"
                className={styles.forgotten}
                busy={removal.busy}
                onClick={() => void removal.submit(removeKeysAndUnlock)}
              >
                {byPassphrase ? 'Forgot passphrase?' : 'Can’t unlock?'}
              </Button>
              <Problem failure={removal.failure} />
            </>
          )}
        </div>
      </main>
    </dialog>
  );
}

/** Unlocks by passphrase, or by the system's prompt. Main delays attempts after several wrong passphrases. */
function UnlockForm({ byPassphrase }: { readonly byPassphrase: boolean }) {
  const unlock = useApp((state) => state.unlock);
  const usesTouchId = useApp((state) => !byPassphrase && state.info?.platform === 'darwin');
  const [passphrase, setPassphrase] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [failedAt, setFailedAt] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const passphraseError = failure?.fields?.['passphrase'];
  const retryAfterMs = (failure?.retryAfterSeconds ?? 0) * 1000;
  // Limits the wait to `retryAfterMs`, because the time from `useNow` may be up to a second old.
  const waitMs = Math.min(retryAfterMs, Math.max(0, failedAt + retryAfterMs - useNow('second')));
  useEffect(() => form.current?.querySelector<HTMLElement>('input, button[type="submit"]')?.focus(), []);

  async function submit(): Promise<void> {
    if (busy || waitMs > 0) return;
    setBusy(true);
    // Clears the error, because the next may be the same, and screen readers read an alert only if its text changes.
    setFailure(null);
    const failed = await unlock(byPassphrase ? passphrase : null);
    setBusy(false);
    setFailure(failed);
    setFailedAt(Date.now());
    if (failed !== null) form.current?.querySelector('input')?.select();
  }

  return (
    <Form ref={form} className={`column-3 wide ${styles.form}`} onSubmit={() => void submit()}>
      {byPassphrase && (
        <>
          <TextField
            label="Passphrase"
            type="password"
            value={passphrase}
            onChange={setPassphrase}
            error={passphraseError}
          />
          <p className="visually-hidden" role="alert">
            {passphraseError}
          </p>
        </>
      )}
      {passphraseError === undefined && <Problem failure={failure} />}
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        disabledReason={waitMs > 0 ? 'Too many wrong passphrases' : null}
        icon={!byPassphrase && <Fingerprint size={15} />}
      >
        {waitMs > 0
          ? `Try again in ${shortCountdown(waitMs)}`
          : usesTouchId
            ? 'Unlock with Touch ID'
            : 'Unlock'}
      </Button>
    </Form>
  );
}

/** Shows no details of the failure, because the user can't copy them while Easel is locked. */
function Problem({ failure }: { readonly failure: Failure | null }) {
  return (
    <div className="said" role="alert">
      {failure !== null && (
        <p className="danger">
          <strong>{failure.message}</strong> {failure.nextStep}
        </p>
      )}
    </div>
  );
}

/** Form for the first passphrase, which an organisation's policy may require before any key is used. */
function FirstPassphraseForm() {
  const configure = useApp((state) => state.configureLock);
  const idleMinutes = useApp((state) => state.lock?.forcedMinutes ?? null);
  const form = useFields({ passphrase: '', again: '' }, { stays: true });
  const { busy, failure, typed } = form;
  const element = useErrorFocus<HTMLFormElement>(form.errors);
  useEffect(() => element.current?.querySelector('input')?.focus(), [element]);

  function save(): void {
    const { passphrase, again } = typed;
    const wrong = { again: passphrase === again ? null : 'The passphrases don’t match.' };
    const settings = { idleMinutes, passphrase, currentPassphrase: null };
    void form.submit(() => configure(settings), wrong);
  }

  return (
    <>
      <h1 className="large" id="lock-title">
        Set a passphrase
      </h1>
      <p>
        Your organisation requires Easel to lock after {spokenSpan((idleMinutes ?? 0) * 60_000)} of
        inactivity. API keys can’t be used until you set a passphrase.
      </p>
      <Form ref={element} className={`column-3 wide ${styles.form}`} onSubmit={save}>
        <TextField
          {...form.field('passphrase')}
          label="Passphrase"
          type="password"
          hint="At least 8 characters. If you forget the passphrase, you can unlock Easel only by removing all API keys."
        />
        <TextField {...form.field('again')} label="Confirm passphrase" type="password" />
        <Problem failure={failure} />
        <Button type="submit" variant="primary" busy={busy}>
          Set passphrase
        </Button>
      </Form>
    </>
  );
}
