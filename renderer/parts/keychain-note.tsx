import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { allows } from '../store/changes.ts';
import { keychainInTrouble } from '../store/keychain-slice.ts';
import { useActions, useApp } from '../store/use-app.ts';
import { Button } from './button.tsx';
import { Choice } from './choice.tsx';
import { classNames } from './class-names.ts';

/** Uses the keychain only after a click on *Try again*, because this may open a system prompt. */
export function KeychainNote({ look = 'box' }: { readonly look?: 'box' | 'strip' }) {
  const keychain = useApp((state) => state.keychain);
  const busy = useApp((state) => state.askingKeychain);
  const { checkKeychain, copy } = useActions();
  if (keychain === null || !keychainInTrouble(keychain)) return null;
  const { cause, fix, said } = keychain;

  return (
    <div className={classNames('wrap start shrink inset caution', look === 'box' ? 'box' : 'line-below')}>
      <TriangleAlert size={14} className="warning" />
      <p className="grow words">
        <strong>{cause}</strong> {fix}
      </p>
      <Button onClick={() => void copy([`${cause} ${fix}`, said].join('\n').trim(), 'Details')}>
        Copy details
      </Button>
      <Button busy={busy} onClick={() => void checkKeychain()}>
        Try again
      </Button>
    </div>
  );
}

export function KeychainFacts() {
  const keychain = useApp((state) => state.keychain);
  const asking = useApp((state) => state.askingKeychain);
  const sessionKeys = useApp((state) => allows(state, 'sessionKeys'));
  if (!keychain) return <p>Checking for a keychain…</p>;
  if (keychainInTrouble(keychain)) {
    return (
      <div className="column-1">
        <KeychainNote />
        {!sessionKeys && <p>You can’t save a key until this problem is fixed.</p>}
      </div>
    );
  }
  return (
    <p>
      Easel saves the key in the keychain and never shows it again.{' '}
      {keychain.state === 'not-asked' &&
        (asking ? 'Checking the keychain…' : 'The system may ask for permission.')}
    </p>
  );
}

interface KeyPlaceProps {
  readonly sessionOnly: boolean;
  readonly forced?: boolean;
  readonly onChange: (sessionOnly: boolean) => void;
}

/** Asks where to store an API key: in the keychain, or in memory until Easel quits. */
export function KeyPlace({ sessionOnly, forced = false, onChange }: KeyPlaceProps) {
  const allowed = useApp((state) => allows(state, 'sessionKeys'));
  const group = useId();
  const inSession = allowed && (forced || sessionOnly);
  return (
    <fieldset role="radiogroup">
      <legend className="medium heading">Key storage</legend>
      <Choice
        group={group}
        checked={!inSession}
        onChange={() => onChange(false)}
        {...(allowed && forced ? { disabledReason: <KeychainFacts /> } : { hint: <KeychainFacts /> })}
      >
        Save in the keychain
      </Choice>
      <Choice
        group={group}
        checked={inSession}
        onChange={() => onChange(true)}
        hint="The key stays in memory until Easel locks or quits, at most eight hours."
        disabledReason={allowed ? null : 'Your organisation requires the keychain.'}
      >
        Keep for this session only
      </Choice>
    </fieldset>
  );
}
