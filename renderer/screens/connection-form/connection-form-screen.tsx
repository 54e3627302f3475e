/** Makes or edits a connection: fields at the left, what *Check* found at the right. */
import { useEffect, useId, useRef } from 'react';
import { Lock } from 'lucide-react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { leaveForm } from '../../commands/frame-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Pane } from '../../parts/pane.tsx';
import { Toolbar, ToolbarSpace } from '../../parts/toolbar.tsx';
import { TextField } from '../../parts/field.tsx';
import { allows } from '../../store/changes.ts';
import type { ConnectionForm } from '../../store/connection-form.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { CheckPanel } from './check-panel.tsx';
import { KeyFields } from './key-field.tsx';
import styles from './connection-form-screen.module.css';
import type { ConnectionColor, Environment } from '../../../preload/contract/connections.ts';
import { ConnectionDot } from '../../parts/connection-mark.tsx';
import { EnvironmentBadge } from '../../parts/environment-badge.tsx';

/** The screen; shows nothing once the form is closed, as it is for a moment after saving. */
export function ConnectionFormScreen() {
  const form = useApp((state) => state.connectionForm);
  const { editConnectionForm: edit, checkConnection: check, saveConnection: save } = useActions();
  const element = useRef<HTMLFormElement>(null);
  const refusals = form?.refusals ?? 0;

  useEffect(() => {
    if (refusals === 0) return;
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const target = wrong?.matches('input')
      ? wrong
      : wrong?.querySelector<HTMLElement>('input:checked, input');
    target?.focus();
  }, [refusals]);

  if (!form) return <></>;
  const { fields, errors, busy } = form;
  return (
    <form
      ref={element}
      className="fill"
      noValidate
      aria-label={form.id === null ? 'New connection' : 'Edit connection'}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Toolbar label="Connection">
        <h1>{form.id === null ? 'New connection' : 'Edit connection'}</h1>
        <ToolbarSpace />
        <CommandButton command={{ ...leaveForm, label: 'Cancel' }} />
        <Button busy={busy === 'checking'} onClick={() => void check()}>
          Check
        </Button>
        <Button variant="primary" type="submit" busy={busy === 'saving'}>
          Save
        </Button>
      </Toolbar>
      {form.failure && <Failed form={form} failure={form.failure} />}
      <div className={styles.columns}>
        <Pane label="Connection fields" className={`column-3 ${styles.fields}`}>
          <TextField
            label="Name"
            name="name"
            autoFocus
            maxLength={200}
            value={fields.name}
            error={errors['name']}
            onChange={(name) => edit({ name })}
          />
          <ChoiceField
            label="Environment"
            choices={ENVIRONMENTS}
            value={fields.environment}
            error={errors['environment']}
            onChange={(environment) => edit({ environment })}
            show={showEnvironment}
          />
          <ChoiceField
            label="Colour"
            choices={COLORS}
            value={fields.color}
            onChange={(color) => edit({ color })}
            show={showColor}
          />
          <AddressField name="paperApi" label="Paper API address" />
          <AddressField name="boardApi" label="Board API address" />
          <AddressField name="appUrl" label="App address" hint="Where people open rooms." />
          <KeyFields form={form} onChange={edit} />
          <ReadOnlyField form={form} onChange={(readOnly) => edit({ readOnly })} />
        </Pane>
        <CheckPanel form={form} />
      </div>
    </form>
  );
}

/** Why it was not done; where the keychain did not take the key, the two ways on. */
function Failed({ form, failure }: { readonly form: ConnectionForm; readonly failure: Failure }) {
  const { saveAgain, saveForSession } = useActions();
  const sessionKeys = useApp((state) => allows(state, 'sessionKeys'));
  const ofKeychain = form.failedWhile === 'saving' && failure.code.startsWith('keychain-');
  const typed = form.fields.apiKey !== '' || form.fields.boardApiKey !== '';
  return (
    <>
      <FailureNotice
        look="strip"
        failure={failure}
        onRetry={ofKeychain ? () => void saveAgain() : undefined}
      />
      {ofKeychain && typed && sessionKeys && (
        <p className={`row ${styles.way}`}>
          <Button onClick={() => void saveForSession()}>Keep for this session only</Button>
        </p>
      )}
    </>
  );
}

interface AddressFieldProps {
  readonly name: 'paperApi' | 'boardApi' | 'appUrl';
  readonly label: string;
  readonly hint?: string;
}

function AddressField({ name, label, hint }: AddressFieldProps) {
  const value = useApp((state) => state.connectionForm?.fields[name] ?? '');
  const error = useApp((state) => state.connectionForm?.errors[name]);
  const edit = useApp((state) => state.editConnectionForm);
  return (
    <TextField
      label={label}
      name={name}
      inputMode="url"
      mono
      placeholder="https://"
      value={value}
      error={error}
      hint={hint}
      onChange={(text) => edit({ [name]: text })}
    />
  );
}

// The choices of a colour and of an environment.

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
const COLORS = Object.keys(NAMES) as ConnectionColor[];

/** Practice is only ever the built-in service. */
const ENVIRONMENTS = ['production', 'staging', 'test'] as const satisfies readonly Environment[];

// The switch that makes a connection read-only.

interface ReadOnlyFieldProps {
  readonly form: ConnectionForm;
  readonly onChange: (readOnly: boolean) => void;
}

/** One checkbox; where the organisation's policy decides, it says so and can't be changed. */
function ReadOnlyField({ form, onChange }: ReadOnlyFieldProps) {
  const id = useId();
  const forced = form.readOnlyForced;
  return (
    <div className="column-1">
      <label className="tick">
        <input
          type="checkbox"
          checked={forced || form.fields.readOnly}
          disabled={forced}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.target.checked)}
        />
        <Lock size={13} />
        Read-only
      </label>
      <p className="hint" id={`${id}-hint`}>
        {forced ? 'Required by your organisation.' : 'Unlock changes for 10 minutes at a time.'}
      </p>
    </div>
  );
}

function showColor(color: ConnectionColor): React.ReactNode {
  return (
    <>
      <ConnectionDot color={color} />
      {NAMES[color]}
    </>
  );
}

function showEnvironment(environment: Environment): React.ReactNode {
  return <EnvironmentBadge environment={environment} />;
}

interface ChoiceFieldProps<T extends string> {
  readonly label: string;
  readonly choices: readonly T[];
  readonly value: string;
  readonly onChange: (choice: T) => void;
  /** What a choice looks like. */
  readonly show: (choice: T) => React.ReactNode;
  readonly error?: string | undefined;
}

/** A group of radio buttons. */
function ChoiceField<T extends string>(props: ChoiceFieldProps<T>) {
  const { label, choices, value, onChange, show, error } = props;
  const id = useId();
  return (
    <div
      role="radiogroup"
      className="column-1"
      aria-labelledby={`${id}-label`}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      aria-invalid={error === undefined ? undefined : true}
    >
      <span className={styles.label} id={`${id}-label`}>
        {label}
      </span>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <label key={choice} className="tick">
            <input
              type="radio"
              name={`${id}-choice`}
              checked={value === choice}
              onChange={() => onChange(choice)}
            />
            {show(choice)}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p className="danger" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
