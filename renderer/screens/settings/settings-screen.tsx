/** The settings of this Easel, the organisation's policy for it, and what was learned of the service. */
import { type ReactNode, useEffect, useState } from 'react';
import type { AppInfo, LockState } from '../../../preload/contract/app.ts';
import type { ServiceShape } from '../../../preload/contract/boards.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { openShortcuts, blurNames, lockNow } from '../../commands/frame-commands.ts';
import { keyLabel } from '../../commands/key-strokes.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Field, TextField } from '../../parts/field.tsx';
import { counted, spokenSpan } from '../../parts/format.ts';
import { Pane } from '../../parts/pane.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { Select } from '../../parts/select.tsx';
import { Toolbar } from '../../parts/toolbar.tsx';
import { currentConnection } from '../../store/connections-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { type FieldErrors, useFields } from '../../store/use-dialog.ts';
import { SingleKeysChoice } from '../shortcuts/shortcuts-dialog.tsx';
import styles from './settings-screen.module.css';

/** The screen: sections one below the other. */
export function SettingsScreen() {
  const nowhereElse = useApp((state) => state.connections.length === 0);
  const lock = useApp((state) => state.lock);
  const go = useApp((state) => state.go);
  return (
    <div className="fill">
      <Toolbar title="Settings">
        {nowhereElse && (
          <Button onClick={() => void go({ kind: 'screen', screen: 'welcome' })}>Back to start</Button>
        )}
      </Toolbar>
      <Pane label="Settings" className={`rest scroll ruled ${styles.sections}`}>
        <Section
          title="Idle lock"
          about="Leaves live rooms and clears keys from memory. Session-only keys are lost."
        >
          {lock === null ? <p className="muted">Loading…</p> : <LockForm lock={lock} />}
        </Section>
        <Section title="Privacy" about="For sharing your screen.">
          <BlurChoice />
        </Section>
        <Section title="Deleting" about="A held delete can be cancelled.">
          <div className={`column-3 ${styles.form}`}>
            <HoldField kind="single" />
            <HoldField kind="bulk" />
          </div>
        </Section>
        <Section title="Shortcuts">
          <SingleKeysChoice />
          <div className="row">
            <CommandButton command={openShortcuts} />
          </div>
        </Section>
        <Section title="Policy" about="Set by your organisation.">
          <PolicyTable />
        </Section>
        <Section title="Developer" about="Shape lens: how the service answers.">
          <ServiceShapeTable />
        </Section>
      </Pane>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly about?: string;
  readonly children: ReactNode;
}

function Section({ title, about, children }: SectionProps) {
  const id = `settings-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className="column-2">
        <h2 className="title" id={id}>
          {title}
        </h2>
        {about !== undefined && <p className="muted">{about}</p>}
      </div>
      <div className="column-3">{children}</div>
    </section>
  );
}

function BlurChoice() {
  const blurred = useApp((state) => state.blurred);
  const setBlurred = useApp((state) => state.setBlurred);
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const key = blurNames.keys.map((keys) => keyLabel(keys, platform)).join(', ');
  return (
    <Choice checked={blurred} onChange={setBlurred} hint={`Or press ${key}. Off again when Easel quits.`}>
      Blur names, ids, links, fingerprints and previews
    </Choice>
  );
}

/** Every rule of the organisation's policy, to be read; or that there is none. */
function PolicyTable() {
  const policy = useApp((state) => state.policy);
  if (policy === null) return <p className="muted">Loading…</p>;
  if (policy.kind === 'none') return <p>No policy.</p>;
  return (
    <>
      <p>
        From <code className="sensitive">{policy.source}</code>
      </p>
      {policy.rules.length === 0 ? (
        <p>It changes nothing.</p>
      ) : (
        <table className={`table selectable anywhere ${styles.rules}`}>
          <caption className="visually-hidden">Policy rules</caption>
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Meaning</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {policy.rules.map(({ name, meaning, value }) => (
              <tr key={name}>
                <th scope="row" className="nowrap">
                  <code>{name}</code>
                </th>
                <td>{meaning}</td>
                <td className="sensitive">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

const CHOICES = [5, 10, 30, 60, 300, 900, 3600, 4 * 3600, 24 * 3600];

const HOLDS = { single: 'Hold single deletes for', bulk: 'Hold bulk deletes for' } as const;

function HoldField({ kind }: { readonly kind: keyof typeof HOLDS }) {
  const label = HOLDS[kind];
  const forced = useApp((state) => state.policy?.allows.holdSeconds[kind] ?? null);
  const chosen = useApp((state) => state.preferences?.holdSeconds);
  const { prefer, announce } = useActions();
  if (chosen === undefined) return null;
  const seconds = forced ?? chosen[kind];
  // Lists the current value too when it is not one of the usual ones, or set by the policy.
  const choices = forced === null ? [...new Set([...CHOICES, seconds])].toSorted((a, b) => a - b) : [seconds];

  const choose = async (next: number): Promise<void> => {
    await prefer({ holdSeconds: { ...chosen, [kind]: next } });
    announce(`${label} ${spanOf(next)}: applies from the next delete.`);
  };

  return (
    <Field label={label} impersonal hint={forced === null ? undefined : 'Set by your organisation.'}>
      {(control) => (
        <Select
          {...control}
          disabled={forced !== null}
          value={seconds}
          choices={choices.map((each) => [each, spanOf(each)])}
          onChoose={(next) => void choose(next)}
        />
      )}
    </Field>
  );
}

function spanOf(seconds: number): string {
  return seconds === 0 ? 'no hold' : spokenSpan(seconds * 1000);
}

function LockForm({ lock }: { readonly lock: LockState }) {
  const configure = useApp((state) => state.configureLock);
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const unseen = unseenSentence(platform);
  const { idleMinutes, forcedMinutes, unlockBy } = lock;
  const [picked, setPicked] = useState<{ readonly minutes: number | null } | null>(null);
  const form = useFields({ currentPassphrase: '', passphrase: '', again: '' }, { stays: true });
  const { busy, errors, failure, typed } = form;
  const minutes = picked === null ? (idleMinutes ?? forcedMinutes) : picked.minutes;
  const isFirst = unlockBy === 'none';
  const field = (name: keyof typeof typed) => ({ type: 'password', ...form.field(name) });

  async function save(): Promise<void> {
    const settings = {
      idleMinutes: minutes,
      passphrase: typed.passphrase === '' ? null : typed.passphrase,
      currentPassphrase: typed.currentPassphrase === '' ? null : typed.currentPassphrase,
    };
    const wrong: FieldErrors = typed.passphrase === typed.again ? {} : { again: 'They don’t match.' };
    if (!(await form.submit(() => configure(settings), wrong))) return;
    setPicked(null);
    form.clear();
  }

  return (
    <form
      className={`column-3 ${styles.form}`}
      aria-label="Idle lock"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        label="Lock when idle for"
        error={errors['idleMinutes']}
        impersonal
        hint={
          forcedMinutes === null ? undefined : `Your organisation’s limit: ${minutesLabel(forcedMinutes)}.`
        }
      >
        {(control) => (
          <Select
            {...control}
            value={minutes}
            choices={minuteChoices(forcedMinutes, idleMinutes).map((each) => [each, minutesLabel(each)])}
            onChoose={(next) => setPicked({ minutes: next })}
          />
        )}
      </Field>
      <p>{unlockSentence(lock, platform === 'darwin')}</p>
      {unseen !== null && <p className="muted">{unseen}</p>}
      {unlockBy === 'passphrase' && <TextField {...field('currentPassphrase')} label="Current passphrase" />}
      {unlockBy !== 'system' && (
        <>
          <TextField
            {...field('passphrase')}
            label={isFirst ? 'Passphrase' : 'New passphrase (optional)'}
            hint={
              isFirst
                ? 'At least 8 characters. Without it, unlocking removes all keys.'
                : 'Empty keeps the current one.'
            }
          />
          <TextField {...field('again')} label="Confirm passphrase" />
        </>
      )}
      {failure !== null && <FailureNotice failure={failure} />}
      <div className="row">
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
        <CommandButton command={lockNow} />
      </div>
    </form>
  );
}

const MINUTES = [1, 5, 10, 15, 30, 60];

/** The minutes to choose from, `null` being never: no more than the policy allows, and always the current value. */
export function minuteChoices(forced: number | null, inForce: number | null): readonly (number | null)[] {
  const allowed = MINUTES.filter((minutes) => forced === null || minutes <= forced);
  const all = new Set([...allowed, forced, inForce].filter((minutes) => minutes !== null));
  const sorted = [...all].toSorted((a, b) => a - b);
  return forced === null ? [null, ...sorted] : sorted;
}

/** "Never", "1 minute", "10 minutes", "1 hour". */
export function minutesLabel(minutes: number | null): string {
  return minutes === null ? 'Never' : spokenSpan(minutes * 60_000);
}

/** What the idle lock can't know on this system; null where it knows all. */
export function unseenSentence(platform: AppInfo['platform']): string | null {
  return platform === 'linux' ? 'Some Linux desktops don’t report idle time: lock Easel yourself.' : null;
}

/** How Easel is unlocked here, or why it can't be locked yet. */
export function unlockSentence({ unlockBy, forcedMinutes }: LockState, isMac: boolean): string {
  switch (unlockBy) {
    case 'system':
      return isMac ? 'Unlocks with Touch ID.' : 'Unlocks with the system’s prompt.';
    case 'passphrase':
      return 'Unlocks with its passphrase.';
    case 'none':
      return forcedMinutes === null ? 'Locking needs a passphrase.' : 'Required: set a passphrase.';
  }
}

type Fact = ServiceShape['facts'][number];

/** The table with its button, or why there is none yet. */
function ServiceShapeTable() {
  const connection = useApp(currentConnection);
  const shape = useApp((state) => (state.shape?.connectionId === state.currentId ? state.shape : null));
  const { readShape, copy } = useActions();
  const id = connection?.id ?? null;
  useEffect(() => {
    if (id !== null) void readShape();
  }, [id, readShape]);

  if (connection === null) return <p>No connection.</p>;
  if (shape === null) return <p className="muted">Loading…</p>;
  if (shape.facts.length === 0) return <p>Nothing learned yet. Load the boards of this connection first.</p>;
  return (
    <>
      <p>
        The service of <span className="sensitive">{connection.name}</span>:
      </p>
      <table className={`table selectable ${styles.learned}`}>
        <caption className="visually-hidden">What Easel has learned of this service</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Learned</th>
            <th scope="col">How sure</th>
          </tr>
        </thead>
        <tbody>
          {shape.facts.map((fact) => (
            <tr key={fact.about}>
              <th scope="row">{fact.about}</th>
              <td>
                <code>{fact.found}</code>
              </td>
              <td>
                {sureness(fact)}, <RelativeTime at={fact.seenAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="row">
        <Button onClick={() => void copy(shapeReport(shape), 'what Easel has learned of this service')}>
          Copy for a report
        </Button>
      </div>
    </>
  );
}

/** "Sure, seen 12 times". */
function sureness({ sure, times }: Fact): string {
  return `${sure ? 'Sure' : 'Likely'}, seen ${times === 1 ? 'once' : counted(times, 'time')}`;
}

/** As plain text, which doesn't say whose service it is. */
export function shapeReport({ facts }: ServiceShape): string {
  const lines = facts.map((fact) => {
    const sure = sureness(fact).toLowerCase();
    return `${fact.about} ${fact.found} (${sure}, last ${new Date(fact.seenAt).toISOString()})`;
  });
  return ['What Easel has learned of the service:', ...lines, ''].join('\n');
}
