import {
  useId,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { LONGEST } from '../../preload/contract/limits.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { shownDate } from './days.ts';
import { formatNumber, hasInvisible } from '../lib/format.ts';

export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** True if the error text contains no names. Then Easel does not blur the text for screen sharing. */
  readonly impersonal?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}

export function Field({ label, hint, error, impersonal, children }: FieldProps) {
  const id = useId();
  // Lists the error's id before the hint's id, because screen readers read in this order.
  const describedBy = classNames(error && `${id}-error`, hint !== undefined && `${id}-hint`);
  return (
    <div className="column-1 shrink">
      <label className="medium" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p className="row-tight start danger" id={`${id}-error`}>
          <CircleAlert size={14} />
          <span className={impersonal ? undefined : 'sensitive'}>{error}</span>
        </p>
      )}
      {hint !== undefined && (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}

export interface TextFieldProps
  extends
    Omit<FieldProps, 'children'>,
    Omit<InputHTMLAttributes<HTMLInputElement>, keyof ControlProps | 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mono?: boolean;
  readonly after?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, hint, error, mono = false, after, className, ...rest } = props;
  // Does not blur passwords for screen sharing, because the browser shows only dots.
  const isPassword = rest.type === 'password';
  const longest = isPassword ? LONGEST.passphrase : LONGEST.shortText;
  const { impersonal = isPassword, maxLength = longest, ...input } = rest;
  const blurs = !impersonal && value !== '';
  const isOdd = !isPassword && hasInvisible(value);
  // Warns if a text has the maximum length, because the browser may have cut off a longer pasted text.
  const isFull = value.length >= maxLength;
  const note =
    isOdd || isFull ? (
      <>
        {hint} {isOdd && <strong className="warning">This text contains an invisible character.</strong>}{' '}
        {isFull && <strong className="warning">Use at most {formatNumber(maxLength)} characters.</strong>}
      </>
    ) : (
      hint
    );
  return (
    <Field label={label} hint={note} error={error} impersonal={impersonal}>
      {(control) => (
        <div className="row">
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            {...input}
            maxLength={maxLength}
            {...control}
            {...(input.type === 'date' && shownDate(value))}
            className={classNames('control grow', mono && 'mono', blurs && 'sensitive', className)}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {after}
        </div>
      )}
    </Field>
  );
}

export function SecretField(props: TextFieldProps) {
  const [shown, setShown] = useState(false);
  const word = shown ? 'Hide' : 'Show';
  return (
    <TextField
      maxLength={LONGEST.key}
      {...props}
      type={shown ? 'text' : 'password'}
      mono
      after={
        <Button
          aria-label={`${word} ${props.label}`}
          icon={shown ? <EyeOff size={14} /> : <Eye size={14} />}
          onClick={() => setShown(!shown)}
        >
          {word}
        </Button>
      }
    />
  );
}

export interface TextAreaFieldProps
  extends
    Omit<FieldProps, 'children'>,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof ControlProps | 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly mono?: boolean;
}

export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, error, value, onChange, mono = false, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error} impersonal>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          spellCheck={false}
          className={classNames('control wide area', mono && 'mono', value !== '' && 'sensitive')}
          value={value}
          onChange={(event) => onChange?.(event.target.value)}
          data-autofocus
        />
      )}
    </Field>
  );
}

export interface SelectProps<T> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> {
  readonly value: T;
  readonly choices: readonly (readonly [value: T, name: string])[];
  readonly onChoose: (value: T) => void;
}

export function Select<T extends string | number | null>(props: SelectProps<T>) {
  const { value, choices, onChoose, ...rest } = props;
  return (
    <select
      {...rest}
      value={value ?? ''}
      onChange={({ target }) => {
        const chosen = choices[target.selectedIndex];
        if (chosen !== undefined) onChoose(chosen[0]);
      }}
    >
      {choices.map(([each, name]) => (
        <option key={each} value={each ?? ''}>
          {name}
        </option>
      ))}
    </select>
  );
}

export type SelectFieldProps<T> = Omit<FieldProps, 'children' | 'impersonal'> & SelectProps<T>;

export function SelectField<T extends string | number | null>(props: SelectFieldProps<T>) {
  const { label, hint, error, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error} impersonal>
      {(control) => <Select {...rest} {...control} />}
    </Field>
  );
}
