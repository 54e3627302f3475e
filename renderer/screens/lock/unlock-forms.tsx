/** The two ways to unlock: by the system's own question, and by a passphrase. */
import { Fingerprint } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { shortCountdown } from '../../parts/format.ts';
import { TextField } from '../../parts/field.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { useApp } from '../../store/use-app.ts';
import styles from './lock-screen.module.css';

/** Whether an unlock is running, and the result of the last try. */
function useUnlock(): {
  readonly busy: boolean;
  readonly failure: Failure | null;
  /** Until the next try is welcome; 0 for at once. */
  readonly waitMs: number;
  readonly tryUnlock: (passphrase: string | null) => Promise<boolean>;
} {
  const unlock = useApp((state) => state.unlock);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [failedAt, setFailedAt] = useState(0);
  const asked = (failure?.retryAfterSeconds ?? 0) * 1000;
  // The clock ticks by seconds, so it may be behind.
  const waitMs = Math.min(asked, Math.max(0, failedAt + asked - useNow('second')));
  const tryUnlock = async (passphrase: string | null): Promise<boolean> => {
    setBusy(true);
    const failed = await unlock(passphrase);
    setBusy(false);
    setFailure(failed);
    setFailedAt(Date.now());
    return failed === null;
  };
  return { busy, failure, waitMs, tryUnlock };
}

/** The passphrase; after several wrong ones there is a wait before the next try. */
export function PassphraseForm(): React.JSX.Element {
  const { busy, failure, waitMs, tryUnlock } = useUnlock();
  const [passphrase, setPassphrase] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const wrong = failure?.fields?.['passphrase'];

  async function submit(): Promise<void> {
    if (busy || waitMs > 0) return;
    const unlocked = await tryUnlock(passphrase);
    if (!unlocked) field.current?.select();
  }

  return (
    <form
      className={`column-3 ${styles.form}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        ref={field}
        label="Passphrase"
        type="password"
        value={passphrase}
        onChange={setPassphrase}
        error={wrong}
        autoFocus
      />
      <p className="visually-hidden" role="alert">
        {wrong}
      </p>
      {wrong === undefined && <Problem failure={failure} />}
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        disabledReason={waitMs > 0 ? 'Too many wrong passphrases' : null}
      >
        {waitMs > 0 ? `Unlock in ${shortCountdown(waitMs)}` : 'Unlock'}
      </Button>
    </form>
  );
}

/** The button that lets the system ask who is there. */
export function SystemQuestion(): React.JSX.Element {
  const { busy, failure, tryUnlock } = useUnlock();
  const isMac = useApp((state) => state.info?.platform === 'darwin');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className={`column-3 ${styles.form}`}>
      <Problem failure={failure} />
      <Button
        ref={button}
        variant="primary"
        busy={busy}
        icon={<Fingerprint size={15} />}
        onClick={() => void tryUnlock(null)}
      >
        {isMac ? 'Unlock with Touch ID' : 'Unlock'}
      </Button>
    </div>
  );
}

/** What went wrong, in two sentences. Details can't be copied while Easel is locked. */
export function Problem({ failure }: { readonly failure: Failure | null }): React.JSX.Element {
  return (
    <div className={styles.said} role="alert">
      {failure !== null && (
        <p className="danger">
          <strong>{failure.message}</strong> {failure.nextStep}
        </p>
      )}
    </div>
  );
}
