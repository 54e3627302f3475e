/** The state of this computer's keychain: the cause of trouble, the fix for this system, and *Try again*. */
import { CircleCheck, KeyRound, TriangleAlert } from 'lucide-react';
import type { KeychainStatus } from '../../preload/contract/keys.ts';
import { allows } from '../store/changes.ts';
import { keychainInTrouble } from '../store/connection-form-slice.ts';
import { useApp, useAppStore } from '../store/use-app.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

function keychainSentence({ state, backend, cause }: KeychainStatus): string {
  if (state === 'available') return `${backend} is ready.`;
  if (state === 'not-asked') return `${backend} may ask for permission.`;
  return cause;
}

/**
 * The note. Only *Try again* asks the keychain, for asking may open a question of the system. A `strip` goes across the
 * top of a screen, without a box.
 */
export function KeychainNote({ look = 'box' }: { readonly look?: 'box' | 'strip' }) {
  const keychain = useApp((state) => state.keychain);
  const busy = useApp((state) => state.askingKeychain);
  const store = useAppStore();
  const { refreshKeychain, say, copy } = store.getState();
  if (keychain === null) return null;
  const { state, fix, said } = keychain;
  const sentence = keychainSentence(keychain);
  const trouble = keychainInTrouble(keychain);

  async function tryAgain(): Promise<void> {
    await refreshKeychain();
    const { keychain: now } = store.getState();
    if (now !== null) say(keychainSentence(now));
  }

  return (
    <div
      className={classNames(
        'wrap start shrink',
        trouble ? 'inset caution' : 'muted',
        trouble && (look === 'box' ? 'box' : 'line-below'),
      )}
    >
      {state === 'available' && <CircleCheck size={14} className="good" />}
      {state === 'not-asked' && <KeyRound size={14} />}
      {trouble && <TriangleAlert size={14} className="warning" />}
      <p className="grow words">
        {trouble ? <strong>{sentence}</strong> : sentence}
        {trouble && ` ${fix}`}
      </p>
      {trouble && (
        <Button onClick={() => void copy([`${sentence} ${fix}`, said].join('\n').trim(), 'the details')}>
          Copy details
        </Button>
      )}
      {state !== 'available' && (
        <Button busy={busy} onClick={() => void tryAgain()}>
          {trouble ? 'Try again' : 'Check now'}
        </Button>
      )}
    </div>
  );
}

/** Where a key is kept on this computer; when it can't be saved now, what to do. */
export function KeychainFacts() {
  const keychain = useApp((state) => state.keychain);
  const asking = useApp((state) => state.askingKeychain);
  const sessionKeys = useApp((state) => allows(state, 'sessionKeys'));
  if (!keychain) return <p>Looking for the keychain…</p>;
  if (keychainInTrouble(keychain)) {
    return (
      <div className="column-1">
        <KeychainNote />
        {!sessionKeys && <p>Until then, you can’t save a key.</p>}
      </div>
    );
  }
  const { state, backend } = keychain;
  return (
    <p>
      Kept in {backend}, never shown again.{' '}
      {state === 'not-asked' && (asking ? `Checking ${backend}…` : 'It may ask for permission.')}
    </p>
  );
}
