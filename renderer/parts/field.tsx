/** One labelled input, with its hint and what is wrong with it right beside it. */
import {
  useId,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
} from 'react';
import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { hasInvisible } from '../lib/format.ts';
import { Select, type SelectProps } from './select.tsx';

export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The error in one sentence; empty or absent when there is none. */
  readonly error?: string | undefined;
  /** What is typed or chosen here tells nobody's names: what is wrong with it is never blurred. */
  readonly impersonal?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}

/** Label, control, hint and error, tied together for everyone. */
export function Field({ label, hint, error, impersonal, children }: FieldProps) {
  const id = useId();
  // In visual order: the error comes first.
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

/** What is typed into an `impersonal` one is not blurred either. */
export interface TextFieldProps
  extends
    Omit<FieldProps, 'children'>,
    Omit<InputHTMLAttributes<HTMLInputElement>, keyof ControlProps | 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** For ids and addresses. */
  readonly mono?: boolean;
  /** Stands at the end of the input's line, such as Show/Hide. */
  readonly after?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A field of one line of text. What is typed names things: it is blurred while the screen is shared. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, hint, error, mono = false, after, className, ...rest } = props;
  // What is typed into a password field is not to be seen in any case.
  const { impersonal = rest.type === 'password', ...input } = rest;
  const blurs = !impersonal && value !== '';
  const odd = rest.type !== 'password' && hasInvisible(value);
  const note = odd ? (
    <>
      {hint} <strong className="warning">Has an invisible character.</strong>
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
            {...control}
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

/** A field for a key, which is hidden unless *Show* is pressed. */
export function SecretField(props: TextFieldProps) {
  const [shown, setShown] = useState(false);
  const word = shown ? 'Hide' : 'Show';
  return (
    <TextField
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
    Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'rows' | 'maxLength'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field of several lines, where its dialog begins. What is typed is blurred, what is wrong with it is not. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, error, value, onChange, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error} impersonal>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          spellCheck={false}
          className={classNames('control wide area', value !== '' && 'sensitive')}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          data-autofocus
        />
      )}
    </Field>
  );
}

export type SelectFieldProps<T> = Omit<FieldProps, 'children' | 'impersonal'> & SelectProps<T>;

/** A list of choices with its label. */
export function SelectField<T extends string | number | null>(props: SelectFieldProps<T>) {
  const { label, hint, error, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error} impersonal>
      {(control) => <Select {...rest} {...control} />}
    </Field>
  );
}
