/** Choices that the dialogs about files share. */
import { useId } from 'react';
import { Choice } from '../../../parts/choice.tsx';
import styles from './file-dialog.module.css';

export type FileFormat = 'csv' | 'json';

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
        <Choice
          key={each}
          begins
          group={name}
          checked={format === each}
          onChange={() => onChange(each)}
          hint={hint}
        >
          {label}
        </Choice>
      ))}
    </fieldset>
  );
}
