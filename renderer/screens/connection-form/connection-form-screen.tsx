/** Makes or edits a connection: fields at the left, what *Check* found at the right. */
import { useEffect, useId, useRef, useState } from 'react';
import { Lock, Eye, EyeOff } from 'lucide-react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { leaveForm } from '../../commands/frame-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Pane } from '../../parts/pane.tsx';
import { Toolbar, ToolbarSpace } from '../../parts/toolbar.tsx';
import { TextField } from '../../parts/field.tsx';
import { allows } from '../../store/changes.ts';
import { type ConnectionForm, onlyForSession, type ConnectionFields } from '../../store/connection-form.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { CheckPanel } from './check-panel.tsx';
import styles from './connection-form-screen.module.css';
import type { ConnectionColor, Environment, KeyState } from '../../../preload/contract/connections.ts';
import { ConnectionDot } from '../../parts/connection-mark.tsx';
import { EnvironmentBadge } from '../../parts/environment-badge.tsx';
import { KeychainFacts } from './keychain-facts.tsx';

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

export interface KeyFieldsProps {
  readonly form: ConnectionForm;
  readonly onChange: (change: Partial<ConnectionFields>) => void;
}

/** One key for both APIs or one for each, and whether they outlive the session. */
export function KeyFields({ form, onChange }: KeyFieldsProps) {
  const id = useId();
  const { fields, errors, storedKey, storedBoardKey } = form;
  const separate = fields.separateBoardKey;
  const goes = !separate && storedBoardKey.kind !== 'none';
  return (
    <>
      <KeyField
        label={separate ? 'Paper API key' : 'API key'}
        name="apiKey"
        value={fields.apiKey}
        error={errors['apiKey']}
        stored={storedKey}
        from={separate ? 'From your dashboard.' : 'From your dashboard, for both APIs.'}
        onChange={(apiKey) => onChange({ apiKey })}
      />
      <div className="column-1">
        <label className="tick">
          <input
            type="checkbox"
            checked={separate}
            aria-describedby={goes ? `${id}-goes` : undefined}
            onChange={(event) => onChange({ separateBoardKey: event.target.checked })}
          />
          Different key for the board API
        </label>
        {goes && (
          <p className="hint" id={`${id}-goes`}>
            Saving removes the board API keys.
          </p>
        )}
      </div>
      {separate && (
        <KeyField
          label="Board API key"
          name="boardApiKey"
          value={fields.boardApiKey}
          error={errors['boardApiKey']}
          stored={storedBoardKey}
          from="From your dashboard."
          onChange={(boardApiKey) => onChange({ boardApiKey })}
        />
      )}
      <KeepField sessionOnly={fields.sessionOnly} onChange={(sessionOnly) => onChange({ sessionOnly })} />
    </>
  );
}

interface KeyFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly stored: KeyState;
  /** What is said where no key is there yet. */
  readonly from: string;
  readonly onChange: (key: string) => void;
}

/** The password field with Show and Hide. */
function KeyField({ label, name, value, error, stored, from, onChange }: KeyFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      label={label}
      name={name}
      type={shown ? 'text' : 'password'}
      mono
      value={value}
      error={error}
      hint={<StoredHint stored={stored} from={from} />}
      onChange={onChange}
      after={
        <Button
          aria-label={`${shown ? 'Hide' : 'Show'} ${label}`}
          icon={shown ? <EyeOff size={14} /> : <Eye size={14} />}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
      }
    />
  );
}

/** What is said about the key that is already there. */
function StoredHint({ stored, from }: { readonly stored: KeyState; readonly from: string }) {
  if (stored.kind === 'none') return <>{from}</>;
  return (
    <>
      {stored.kind === 'stored' ? 'A key is saved' : 'A key is kept for this session only'} (fingerprint{' '}
      <span className="sensitive">{stored.fingerprint}</span>). Leave empty to keep it.
    </>
  );
}

interface KeepFieldProps {
  readonly sessionOnly: boolean;
  readonly onChange: (sessionOnly: boolean) => void;
}

/** Keychain or this session: what is possible now, and what follows from it. */
function KeepField({ sessionOnly, onChange }: KeepFieldProps) {
  const forced = useApp(onlyForSession);
  const allowed = useApp((state) => allows(state, 'sessionKeys'));
  const id = useId();
  return (
    <div className="column-1">
      <label className="tick">
        <input
          type="checkbox"
          checked={allowed && (forced || sessionOnly)}
          disabled={forced || !allowed}
          aria-describedby={`${id}-why`}
          onChange={(event) => onChange(event.target.checked)}
        />
        Keep for this session only
      </label>
      <div className="hint" id={`${id}-why`}>
        {!allowed && <p>Your organisation requires the keychain.</p>}
        {allowed && sessionOnly && !forced ? <p>Forgotten when Easel quits.</p> : <KeychainFacts />}
      </div>
    </div>
  );
}
