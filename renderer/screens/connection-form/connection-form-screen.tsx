import { Lock } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CheckPart, Environment, KeyState } from '../../../preload/contract/connections.ts';
import { LONGEST } from '../../../preload/contract/limits.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { leaveForm } from '../../commands/view-commands.ts';
import { Button } from '../../parts/button.tsx';
import { CHECK_STATES, CheckFinding } from '../../parts/check-finding.tsx';
import { Choice, Choices } from '../../parts/choice.tsx';
import { ConnectionDot, EnvironmentBadge } from '../../parts/connection-mark.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Field, SecretField, TextField, Select } from '../../parts/field.tsx';
import { capital } from '../../lib/format.ts';
import { PART_NAMES } from '../../lib/health-wording.ts';
import { Form } from '../../parts/form.tsx';
import { KeyPlace } from '../../parts/keychain-note.tsx';
import { Pane, Toolbar } from '../../parts/pane.tsx';
import { allows } from '../../store/changes.ts';
import type { ConnectionForm } from '../../store/open-form-slice.ts';
import { onlyForSession } from '../../store/keychain-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { correctionOf } from './corrections.ts';
import styles from './connection-form-screen.module.css';
import { onKeys } from '../../lib/keys.ts';

interface FormProps {
  readonly form: ConnectionForm;
}

export function ConnectionFormScreen() {
  const form = useApp((state) => state.connectionForm);
  const { checkConnection: check, saveConnection: save, saveAgain, saveForSession } = useActions();
  const sessionKeys = useApp((state) => allows(state, 'sessionKeys'));
  const element = useRef<HTMLFormElement>(null);
  /** Link or id of an existing paper, for the check of the paper API. Not saved with the connection. */
  const [paper, setPaper] = useState('');
  const refusals = form?.refusals ?? 0;

  useEffect(() => {
    if (refusals === 0) return;
    const invalidElement = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const target = invalidElement?.matches('input')
      ? invalidElement
      : invalidElement?.querySelector<HTMLElement>('input:checked, input');
    target?.focus();
  }, [refusals]);

  if (!form) return <></>;
  // If the keychain can't store the key, offers to try again, or to keep the key in memory until Easel quits.
  const ofKeychain = form.failedWhile === 'saving' && form.failure?.code.startsWith('keychain-') === true;
  const title = form.id === null ? 'New connection' : 'Edit connection';
  return (
    <Form ref={element} className="fill" aria-label={title} onSubmit={() => void save()}>
      <Toolbar title={title}>
        <CommandButton command={{ ...leaveForm, label: 'Cancel' }} />
        <Button
          busy={form.busy === 'checking'}
          disabledReason={form.busy === 'saving' ? 'The connection is being saved' : null}
          onClick={() => void check(paper.trim())}
        >
          Check connection
        </Button>
        <Button variant="primary" type="submit" busy={form.busy === 'saving'}>
          Save
        </Button>
      </Toolbar>
      {form.failure && (
        <FailureNotice
          look="strip"
          failure={form.failure}
          onRetry={ofKeychain ? () => void saveAgain() : undefined}
        />
      )}
      {ofKeychain && (form.fields.apiKey !== '' || form.fields.boardApiKey !== '') && sessionKeys && (
        <div className="row strip">
          <Button onClick={() => void saveForSession()}>Keep key for this session only</Button>
        </div>
      )}
      <div className={`rest ${styles.columns}`}>
        <Pane label="Connection settings" className={`column-3 scroll padded ${styles.fields}`}>
          <Fields form={form} />
        </Pane>
        <CheckPanel form={form}>
          <TextField
            label="Paper (optional)"
            maxLength={LONGEST.line}
            mono
            placeholder="Paper identifier or room address"
            value={paper}
            error={form.errors['paper']}
            hint="To test the key, Easel creates an access token for this paper, then discards it."
            onChange={setPaper}
            // Enter starts the check, because by default it would submit the surrounding form and save the connection.
            onKeyDown={onKeys((event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void check(paper.trim());
            })}
          />
        </CheckPanel>
      </div>
    </Form>
  );
}

/** Environments of the form. "practice" is missing, because only the built-in practice service uses it. */
const ENVIRONMENTS = (['production', 'staging', 'test'] as const satisfies readonly Environment[]).map(
  (environment) => [environment, <EnvironmentBadge key={environment} environment={environment} />] as const,
);

const COLORS = (['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink', 'gray'] as const).map(
  (color) => [color, color === 'gray' ? 'Grey' : capital(color)] as const,
);

function Fields({ form }: FormProps) {
  const edit = useApp((state) => state.editConnectionForm);
  const { fields, errors, readOnlyForced, storedKey, storedBoardKey } = form;
  const separate = fields.separateBoardKey;
  const field = (name: 'name' | 'paperApi' | 'boardApi' | 'appUrl' | 'apiKey' | 'boardApiKey') => ({
    name,
    value: fields[name],
    error: errors[name],
    onChange: (text: string) => edit({ [name]: text }),
  });
  const forced = useApp(onlyForSession);
  const isDuplicate = useApp(({ connections }) =>
    connections.some(({ id, name }) => id !== form.id && name === fields.name.trim()),
  );
  const address = { inputMode: 'url', mono: true, maxLength: LONGEST.line, placeholder: 'https://' } as const;
  return (
    <>
      <TextField
        {...field('name')}
        label="Name"
        autoFocus={form.focus === 'name'}
        maxLength={80}
        hint={isDuplicate ? 'Another connection has this name.' : undefined}
      />
      <Choices
        inline
        legend="Environment"
        choices={ENVIRONMENTS}
        value={fields.environment}
        error={errors['environment']}
        onChange={(environment) => edit({ environment })}
      />
      <Field label="Colour">
        {(control) => (
          <div className="row">
            <Select
              {...control}
              value={fields.color}
              choices={COLORS}
              onChoose={(color) => edit({ color })}
            />
            <ConnectionDot color={fields.color} />
          </div>
        )}
      </Field>
      <TextField {...field('paperApi')} {...address} label="Paper API address" />
      <Corrected form={form} name="paperApi" />
      <TextField {...field('boardApi')} {...address} label="Board API address" />
      <Corrected form={form} name="boardApi" />
      <TextField {...field('appUrl')} {...address} label="App address" hint="Rooms open at this address." />
      <Corrected form={form} name="appUrl" />
      <SecretField
        {...field('apiKey')}
        autoFocus={form.focus === 'apiKey'}
        label={separate ? 'Paper API key' : 'API key'}
        hint={<StoredHint stored={storedKey} />}
      />
      <Choice
        checked={separate}
        onChange={(separateBoardKey) => edit({ separateBoardKey })}
        hint={!separate && storedBoardKey.kind !== 'none' ? 'Saving removes all board API keys.' : undefined}
      >
        Separate board API key
      </Choice>
      {separate && (
        <SecretField
          {...field('boardApiKey')}
          autoFocus={form.focus === 'boardApiKey'}
          label="Board API key"
          hint={<StoredHint stored={storedBoardKey} />}
        />
      )}
      {/* Asks for the storage only if a key was typed, because saving does not move stored keys. */}
      {(form.id === null || fields.apiKey !== '' || fields.boardApiKey !== '') && (
        <KeyPlace
          sessionOnly={fields.sessionOnly}
          forced={forced}
          onChange={(sessionOnly) => edit({ sessionOnly })}
        />
      )}
      <Choice
        checked={readOnlyForced || fields.readOnly}
        onChange={(readOnly) => edit({ readOnly })}
        hint="You can allow changes for 10 minutes at a time."
        disabledReason={readOnlyForced ? 'Required by your organisation.' : null}
      >
        <span className="row-tight">
          <Lock size={13} />
          Read-only
        </span>
      </Choice>
    </>
  );
}

const PART_OF = { paperApi: 'paper-api', boardApi: 'board-api', appUrl: 'app' } as const;

function Corrected({ form, name }: FormProps & { readonly name: keyof typeof PART_OF }) {
  const edit = useApp((state) => state.editConnectionForm);
  const { fields, errors, checks, checkedFields } = form;
  const check =
    checkedFields?.[name] === fields[name] ? checks?.find(({ part }) => part === PART_OF[name]) : undefined;
  const correction = correctionOf(name, fields, errors[name] !== undefined, check);
  if (correction === null) return null;
  return (
    <div className="row">
      <Button className="sensitive anywhere" onClick={() => edit(correction.change)}>
        {correction.label}
      </Button>
    </div>
  );
}

function StoredHint({ stored }: { readonly stored: KeyState }) {
  if (stored.kind === 'none') return 'You can find the key in the service’s dashboard.';
  return (
    <>
      {stored.kind === 'stored' ? 'Saved in the keychain' : 'Kept for this session only'} (fingerprint{' '}
      <span className="sensitive">{stored.fingerprint}</span>). Leave empty to keep this key.
    </>
  );
}

const PART_ORDER = ['keychain', 'board-api', 'paper-api', 'app'] as const satisfies readonly CheckPart[];

export function CheckPanel({ form, children }: FormProps & { readonly children: ReactNode }) {
  const changed = form.checks !== null && form.checkedFields !== form.fields;
  const running = form.busy === 'checking';
  return (
    <Pane label="Connection check" as="aside" className={`column-1 scroll sunken padded ${styles.check}`}>
      <h2>Connection check</h2>
      <p className="hint">
        {changed
          ? 'You changed the form after this check. Check the connection again.'
          : 'Easel tests the addresses and the key, and saves nothing.'}
      </p>
      <ul className="parts" aria-busy={running}>
        {PART_ORDER.map((part) => {
          const check = form.checks?.find((each) => each.part === part);
          const { word, look, icon } = CHECK_STATES[running ? 'running' : (check?.state ?? 'not-checkable')];
          const answers = part === 'app' && check?.state === 'good' && !running;
          return (
            <li key={part}>
              <span className={look}>{icon}</span>
              <div className="grow column-1">
                <p>
                  <span className="bold">{PART_NAMES[part]}</span>{' '}
                  <span className="muted">{answers ? 'Responding' : word}</span>
                </p>
                {check && <CheckFinding {...check} />}
                {part === 'paper-api' && children}
              </div>
            </li>
          );
        })}
      </ul>
    </Pane>
  );
}
