import { useId, type ReactNode } from 'react';
import styles from './choice.module.css';
import { classNames } from './class-names.ts';

export interface ChoiceProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly hint?: ReactNode;
  readonly disabledReason?: ReactNode;
  readonly group?: string;
  readonly begins?: boolean;
}

export function Choice(props: ChoiceProps) {
  const { checked, onChange, children, hint, disabledReason, group, begins = false } = props;
  const id = useId();
  const disabled = disabledReason != null;
  const below = disabledReason ?? hint;
  return (
    <div>
      <label className={classNames('row start check', styles.label, disabled && 'muted')}>
        <input
          type={group === undefined ? 'checkbox' : 'radio'}
          name={group}
          data-autofocus={(begins && checked) || undefined}
          checked={checked}
          disabled={disabled}
          aria-describedby={below === undefined ? undefined : id}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="shrink">{children}</span>
      </label>
      {below !== undefined && (
        <div className={`hint ${styles.hint}`} id={id}>
          {below}
        </div>
      )}
    </div>
  );
}

export interface ChoicesProps<Value> {
  readonly legend: ReactNode;
  readonly choices: readonly (readonly [value: Value, label: ReactNode, hint?: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly begins?: boolean;
  readonly inline?: boolean;
  readonly error?: string | undefined;
}

export function Choices<Value>(props: ChoicesProps<Value>) {
  const { legend, choices, value, onChange, begins = true, inline = false, error } = props;
  const group = useId();
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={error === undefined ? undefined : `${group}-error`}
    >
      <legend className={inline ? 'medium heading' : 'bold heading'}>{legend}</legend>
      <div className={inline ? `wrap ${styles.inline}` : undefined}>
        {choices.map(([each, label, hint]) => (
          <Choice
            key={String(each)}
            group={group}
            begins={begins}
            checked={value === each}
            onChange={() => onChange(each)}
            hint={hint}
          >
            {label}
          </Choice>
        ))}
      </div>
      {error !== undefined && (
        <p className="danger" id={`${group}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
