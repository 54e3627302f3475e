/** Where a key is kept on this computer, and what to do when it can't be kept now. */
import type { KeychainStatus } from '../../../preload/contract/domain.ts';
import { Button } from '../../parts/button.tsx';
import { useApp } from '../../store/use-app.ts';
import styles from './keychain-facts.module.css';

/** What each state but `available` is called in a sentence. */
const STATES: Readonly<Record<Exclude<KeychainStatus['state'], 'available'>, string>> = {
  locked: 'locked',
  absent: 'not there',
  busy: 'not answering',
  error: 'not working',
};

/** The state of the keychain in sentences; where it is not available, the cause, the fix and *Check again*. */
export function KeychainFacts(): React.JSX.Element {
  const keychain = useApp((state) => state.keychain);
  const refresh = useApp((state) => state.refreshKeychain);
  if (!keychain) return <p>Looking for this computer’s keychain…</p>;
  const { state, backend, cause, fix } = keychain;
  if (state === 'available') {
    return (
      <p>
        In {backend}, which is ready to keep your key. Easel writes it to no file and never shows it again.
      </p>
    );
  }
  return (
    <div className={styles.facts}>
      <p>
        {backend} is {STATES[state]}, so a key can be kept for this session only: Easel forgets it when it
        quits.
      </p>
      <p>
        {cause} {fix}
      </p>
      <Button onClick={() => void refresh()}>Check again</Button>
    </div>
  );
}
