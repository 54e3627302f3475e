/** Where a key is kept on this computer, and what to do when it can't be kept now. */
import type { KeychainStatus } from '../../../preload/contract/domain.ts';
import { Button } from '../../parts/button.tsx';
import { useApp } from '../../store/use-app.ts';
import styles from './keychain-facts.module.css';

/** What each state means for a person with a key in hand. */
const MEANING: Readonly<Record<KeychainStatus['state'], string>> = {
  available: 'ready to keep your key.',
  locked: 'locked.',
  absent: 'not there.',
  busy: 'not answering.',
  error: 'not working.',
};

/** The state of the keychain in sentences; where it is not available, the cause, the fix and *Check again*. */
export function KeychainFacts(): React.JSX.Element {
  const keychain = useApp((state) => state.keychain);
  const refresh = useApp((state) => state.refreshKeychain);
  if (!keychain) return <p>Looking for this computer’s keychain…</p>;
  const { state, backend, cause, fix } = keychain;
  return (
    <div className={styles.facts}>
      <p>
        In {backend}, which is {MEANING[state]} Easel writes it to no file and never shows it again.
      </p>
      {state !== 'available' && (
        <>
          <p>
            {cause} {fix} Until then a key can be kept for this session only.
          </p>
          <Button onClick={() => void refresh()}>Check again</Button>
        </>
      )}
    </div>
  );
}
