/** The switch that makes a connection read-only. */
import { useId } from 'react';
import { Lock } from 'lucide-react';
import type { ConnectionForm } from '../../store/connection-form.ts';
import styles from './choice-field.module.css';

export interface ReadOnlyFieldProps {
  readonly form: ConnectionForm;
  readonly onChange: (readOnly: boolean) => void;
}

/** One checkbox; where the organisation's policy decides, it says so and can't be changed. */
export function ReadOnlyField({ form, onChange }: ReadOnlyFieldProps): React.JSX.Element {
  const id = useId();
  const forced = form.readOnlyForced;
  return (
    <div className={styles.group}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={forced || form.fields.readOnly}
          disabled={forced}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.target.checked)}
        />
        <Lock size={13} aria-hidden />
        Read-only
      </label>
      <p className={styles.meaning} id={`${id}-hint`}>
        {forced
          ? 'Your organisation’s policy makes every connection read-only.'
          : 'Changes are refused until you unlock them, for 10 minutes at a time.'}
      </p>
    </div>
  );
}
