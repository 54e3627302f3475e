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
export function RadioChoice({ name, checked, onChoose, label, hint }: RadioChoiceProps) {
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
}

const FORMATS = [
  ['csv', 'CSV', 'For spreadsheets. Formulas are made harmless.'],
  ['json', 'JSON', 'For programs.'],
] as const;

/** CSV or JSON. */
export function FormatChoice(props: FormatChoiceProps) {
  const { format, onChange, disabled = false } = props;
  const name = useId();
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend className="bold heading">Format</legend>
      {FORMATS.map(([each, label, hint]) => (
        <RadioChoice
          key={each}
          name={name}
          checked={format === each}
          onChoose={() => onChange(each)}
          label={label}
          hint={hint}
        />
      ))}
    </fieldset>
  );
}
