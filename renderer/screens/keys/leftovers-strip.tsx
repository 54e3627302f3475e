import { KeyRound } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { unusedKeysSentence } from '../../store/keys-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { shortPrint } from './key-facts.ts';
import styles from './leftovers-strip.module.css';

/** Unused keys that could not be proven gone; nothing when there are none. */
export function LeftoversStrip(): React.JSX.Element | null {
  const leftovers = useApp((state) => state.leftovers);
  const busy = useApp((state) => state.removingLeftovers);
  const remove = useApp((state) => state.removeLeftovers);
  if (leftovers.length === 0) return null;
  return (
    <div className={styles.strip} role="group" aria-label="Unused keys">
      <KeyRound size={16} className={styles.icon} />
      <div className="grow">
        <p>
          <strong>{unusedKeysSentence(leftovers.length)}</strong>
        </p>
        <ul className={styles.keys}>
          {leftovers.map((left) => (
            <li key={left.id} className="sensitive">
              <code>{shortPrint(left.fingerprint)}</code>
              {left.connectionName !== '' && ` from ${left.connectionName}`}
            </li>
          ))}
        </ul>
      </div>
      <Button busy={busy} onClick={() => void remove()}>
        Remove keys
      </Button>
    </div>
  );
}
