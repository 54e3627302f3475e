/** The choice of a colour: nine swatches with their names. */
import { useId } from 'react';
import type { ConnectionColor } from '../../../preload/contract/connections.ts';
import { ConnectionDot } from '../../parts/connection-mark.tsx';
import styles from './choice-field.module.css';

const NAMES: Readonly<Record<ConnectionColor, string>> = {
  red: 'Red',
  orange: 'Orange',
  yellow: 'Yellow',
  green: 'Green',
  teal: 'Teal',
  blue: 'Blue',
  purple: 'Purple',
  pink: 'Pink',
  gray: 'Grey',
};
const CHOICES = Object.keys(NAMES) as ConnectionColor[];

export interface ColorFieldProps {
  readonly value: ConnectionColor;
  readonly onChange: (color: ConnectionColor) => void;
}

/** A group of nine radio buttons. */
export function ColorField({ value, onChange }: ColorFieldProps): React.JSX.Element {
  const id = useId();
  return (
    <div
      role="radiogroup"
      className={styles.group}
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint`}
    >
      <span className={styles.label} id={`${id}-label`}>
        Colour
      </span>
      <div className={styles.choices}>
        {CHOICES.map((choice) => (
          <label key={choice} className={styles.choice}>
            <input
              type="radio"
              name={`${id}-color`}
              checked={value === choice}
              onChange={() => onChange(choice)}
            />
            <ConnectionDot color={choice} />
            {NAMES[choice]}
          </label>
        ))}
      </div>
      <p className={styles.meaning} id={`${id}-hint`}>
        Follows the environment until you choose one.
      </p>
    </div>
  );
}
