/** Where a key is kept on this computer, and what to do when it can't be saved now. */
import { Button } from '../../parts/button.tsx';
import { CopyKeychainTrouble } from '../../parts/keychain-note.tsx';
import { allows } from '../../store/changes.ts';
import { useApp } from '../../store/use-app.ts';

/** The state of the keychain in sentences; where it is in trouble, the cause, the fix and *Try again*. */
export function KeychainFacts() {
  const keychain = useApp((state) => state.keychain);
  const asking = useApp((state) => state.askingKeychain);
  const refresh = useApp((state) => state.refreshKeychain);
  const sessionKeys = useApp((state) => allows(state, 'sessionKeys'));
  if (!keychain) return <p>Looking for the keychain…</p>;
  const { state, backend, cause, fix } = keychain;
  if (state === 'available' || state === 'not-asked') {
    return (
      <p>
        Kept in {backend}, never in a file, and never shown again.{' '}
        {state === 'not-asked' && (asking ? `Checking ${backend}…` : 'It may ask for permission.')}
      </p>
    );
  }
  return (
    <div className="column-1 start">
      <p>
        {cause} {fix}
      </p>
      {!sessionKeys && <p>Until then, you can’t save a key.</p>}
      <div className="wrap">
        <Button busy={asking} onClick={() => void refresh()}>
          Try again
        </Button>
        <CopyKeychainTrouble keychain={keychain} />
      </div>
    </div>
  );
}
