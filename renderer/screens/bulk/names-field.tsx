import { classNames } from '../../parts/class-names.ts';
import { Field } from '../../parts/field.tsx';
import styles from './bulk.module.css';
import { namesSentence, readNames } from './names.ts';

export interface NamesFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: string | undefined;
}

/** A list of names, a line each. */
export function NamesField({ label, value, onChange, error }: NamesFieldProps): React.JSX.Element {
  return (
    <Field label={label} error={error} hint={namesSentence(readNames(value))} impersonal>
      {(control) => (
        <textarea
          {...control}
          rows={7}
          spellCheck={false}
          className={classNames('control', styles.names, value !== '' && 'sensitive')}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          data-autofocus
        />
      )}
    </Field>
  );
}
