/** One thing that is on or off: a checkbox with its words, and what it means below. */
import { useId, type ReactNode } from 'react';
import styles from './choice.module.css';
import { classNames } from './class-names.ts';

export interface ChoiceProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly hint?: ReactNode;
  /** Why it can't be chosen; it stands in place of the hint. */
  readonly disabledReason?: string | null;
}

/** The checkbox. */
export function Choice(props: ChoiceProps) {
  const { checked, onChange, children, hint, disabledReason = null } = props;
  const id = useId();
  const below = disabledReason ?? hint;
  return (
    <div className={styles.choice}>
      <label className={classNames(styles.label, disabledReason !== null && 'muted')}>
        <input
          type="checkbox"
          checked={checked}
          disabled={disabledReason !== null}
          aria-describedby={below === undefined ? undefined : id}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {below !== undefined && (
        <div className={`hint ${styles.hint}`} id={id}>
          {below}
        </div>
      )}
    </div>
  );
}
