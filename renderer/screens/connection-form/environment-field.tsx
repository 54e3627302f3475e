/** The choice of environment: a colour and a word for each. */
import { useId } from 'react';
import type { Environment } from '../../../preload/contract/connections.ts';
import { EnvironmentBadge } from '../../parts/environment-badge.tsx';
import styles from './choice-field.module.css';

/** What each environment of one's own means; practice is only ever the built-in service. */
const MEANING: Readonly<Record<Exclude<Environment, 'practice'>, string>> = {
  production: 'in use',
  staging: 'before release',
  test: 'may break',
};
const CHOICES = Object.keys(MEANING) as (keyof typeof MEANING)[];

export interface EnvironmentFieldProps {
  readonly value: Environment;
  readonly error: string | undefined;
  readonly onChange: (environment: Environment) => void;
}

/** A group of three radio buttons. */
export function EnvironmentField({ value, error, onChange }: EnvironmentFieldProps): React.JSX.Element {
  const id = useId();
  return (
    <div
      role="radiogroup"
      className={styles.group}
      aria-labelledby={`${id}-label`}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      aria-invalid={error === undefined ? undefined : true}
    >
      <span className={styles.label} id={`${id}-label`}>
        Environment
      </span>
      <div className={styles.choices}>
        {CHOICES.map((choice) => (
          <label key={choice} className={styles.choice}>
            <input
              type="radio"
              name={`${id}-environment`}
              checked={value === choice}
              onChange={() => onChange(choice)}
            />
            <EnvironmentBadge environment={choice} />
            <span className={styles.meaning}>{MEANING[choice]}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
