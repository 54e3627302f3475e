/** Where a key is kept on this computer, and what to do when it can't be kept now. */
import type { KeychainStatus } from '../../../preload/contract/keys.ts';
import { Button } from '../../parts/button.tsx';
import { allows } from '../../store/changes.ts';
import { useApp } from '../../store/use-app.ts';

/** What each state of trouble is called in a sentence. */
const TROUBLE: Readonly<Record<Exclude<KeychainStatus['state'], 'available' | 'not-asked'>, string>> = {
  locked: 'locked',
  absent: 'not available',
  busy: 'not answering',
  error: 'not working',
};

/** The state of the keychain in sentences; where it is in trouble, the cause, the fix and *Try again*. */
export function KeychainFacts(): React.JSX.Element {
  const keychain = useApp((state) => state.keychain);
  const asking = useApp((state) => state.askingKeychain);
  const refresh = useApp((state) => state.refreshKeychain);
  const sessionKeys = useApp((state) => allows(state, 'sessionKeys'));
  if (!keychain) return <p>Looking for the keychain…</p>;
  const { state, backend, cause, fix } = keychain;
  if (state === 'available') {
    return <p>In {backend}, which is ready. Easel never writes the key to a file or shows it again.</p>;
  }
  if (state === 'not-asked') {
    return (
      <p>
        In {backend}. Easel never writes the key to a file or shows it again.{' '}
        {asking ? `Checking ${backend}…` : 'It may ask for permission.'}
      </p>
    );
  }
  return (
    <div className="column-1 start">
      <p>
        {backend} is {TROUBLE[state]},{' '}
        {sessionKeys
          ? 'so Easel can keep a key for this session only and forgets it when it quits.'
          : 'so Easel can’t save a key now.'}
      </p>
      <p>
        {cause} {fix}
      </p>
      <Button busy={asking} onClick={() => void refresh()}>
        Try again
      </Button>
    </div>
  );
}
