/** How long deletes are held before they are sent; a value set by the policy is shown, not editable. */
import { Field } from '../../parts/field.tsx';
import type { HoldKind } from '../jobs/hold.ts';
import { useApp } from '../../store/use-app.ts';
import styles from './settings-screen.module.css';
import { spokenSpan } from '../../parts/format.ts';

const CHOICES = [5, 10, 30, 60, 300, 900, 3600, 4 * 3600, 24 * 3600];

/** The two times. */
export function HoldSettings(): React.JSX.Element {
  return (
    <div className={`column-3 ${styles.form}`}>
      <HoldField kind="single" label="Hold single deletes for" />
      <HoldField kind="bulk" label="Hold bulk deletes for" />
    </div>
  );
}

function HoldField({ kind, label }: { readonly kind: HoldKind; readonly label: string }): React.JSX.Element {
  const forced = useApp((state) => state.policy?.allows.holdSeconds[kind] ?? null);
  const chosen = useApp((state) => state.preferences.holdSeconds);
  const prefer = useApp((state) => state.prefer);
  const announce = useApp((state) => state.announce);
  const seconds = forced ?? chosen[kind];
  // Lists the current value too when it is not one of the usual ones, or set by the policy.
  const choices = forced === null ? [...new Set([...CHOICES, seconds])].toSorted((a, b) => a - b) : [seconds];

  async function choose(next: number): Promise<void> {
    await prefer({ holdSeconds: { ...chosen, [kind]: next } });
    announce(`${label} ${spanOf(next)}: applies from the next delete.`);
  }

  return (
    <Field label={label} impersonal hint={forced === null ? undefined : 'Set by your organisation’s policy.'}>
      {(control) => (
        <select
          {...control}
          value={seconds}
          disabled={forced !== null}
          onChange={({ target }) => void choose(Number(target.value))}
        >
          {choices.map((each) => (
            <option key={each} value={each}>
              {spanOf(each)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function spanOf(seconds: number): string {
  return seconds === 0 ? 'no hold' : spokenSpan(seconds * 1000);
}
