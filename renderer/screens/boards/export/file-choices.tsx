/** Choices that the dialogs about files share. */
import { useId, type ReactNode } from 'react';
import styles from './file-dialog.module.css';

export type FileFormat = 'csv' | 'json';

export interface RadioChoiceProps {
  readonly name: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly label: ReactNode;
  readonly hint?: string;
}

/** One of several. */
export function RadioChoice({ name, checked, onChoose, label, hint }: RadioChoiceProps): React.JSX.Element {
  const id = useId();
  return (
    <div>
      <label className="check">
        <input
          type="radio"
          name={name}
          checked={checked}
          data-autofocus={checked || undefined}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={onChoose}
        />
        {label}
      </label>
      {hint !== undefined && (
        <p className={`hint ${styles.hint}`} id={id}>
          {hint}
        </p>
      )}
    </div>
  );
}

export interface FormatChoiceProps {
  readonly format: FileFormat;
  readonly onChange: (format: FileFormat) => void;
  readonly disabled?: boolean;
  /** What each is good for. */
  readonly csv: string;
  readonly json: string;
}

/** CSV or JSON. */
export function FormatChoice(props: FormatChoiceProps): React.JSX.Element {
  const { format, onChange, disabled = false, csv, json } = props;
  const name = useId();
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend className="bold heading">Format</legend>
      <RadioChoice
        name={name}
        checked={format === 'csv'}
        onChoose={() => onChange('csv')}
        label="CSV"
        hint={csv}
      />
      <RadioChoice
        name={name}
        checked={format === 'json'}
        onChoose={() => onChange('json')}
        label="JSON"
        hint={json}
      />
    </fieldset>
  );
}
