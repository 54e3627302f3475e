import { useEffect, useRef, useState, type ComponentType } from 'react';
import type { LockState, Preferences } from '../../../preload/contract/app.ts';
import type { UpdateState } from '../../../preload/contract/updates.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { blurNames, lockNow } from '../../commands/view-commands.ts';
import { keyLabel } from '../../lib/keys.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { FactTable } from '../../parts/fact-table.tsx';
import { Form, useErrorFocus } from '../../parts/form.tsx';
import { counted, spokenSpan } from '../../lib/format.ts';
import { Pane, Toolbar } from '../../parts/pane.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { currentConnection } from '../../store/connections-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useFields } from '../../store/use-dialog.ts';
import { TeamSetting } from '../team/team-setting.tsx';
import styles from './settings-screen.module.css';

interface SettingProps {
  readonly label: string;
  readonly about: string;
}

/** A setting. The command palette finds it by section, label and description. */
interface Setting extends SettingProps {
  readonly id: string;
  readonly section: keyof typeof SECTIONS;
  readonly Control: ComponentType<SettingProps>;
}

const SECTIONS = {
  Appearance: '',
  Boards: '',
  'Idle lock': 'When Easel locks, it leaves rooms and clears keys from memory. Session-only keys are lost.',
  Privacy: 'Hide names, ids and links while you share your screen.',
  Previews: '',
  Clipboard: 'Anyone who has a join link can join the room with it.',
  Pictures: 'Easel saves small pictures of boards and papers on this computer only.',
  Deleting: 'Easel holds each delete before sending it. Until the hold ends, you can cancel the delete.',
  Notifications: 'Easel shows desktop notifications while it is in the background.',
  Team: 'Share notes, papers, views and a log of changes through your own PostgreSQL database. Colleagues see your login, what you change, plan and delete, which rooms you are in, and when. Owners can also read the log, which includes your user name on this computer. Keys, tokens, join links, and names typed for other people’s links are never shared. Names of papers are shared, even if a class pack puts a person’s name in them.',
  Shortcuts: '',
  Updates: 'Easel asks before it installs an update.',
  Policy: 'Rules that your organisation set for Easel.',
  Developer: 'Tools for reporting problems with a service.',
} as const;

export const SETTINGS: readonly Setting[] = [
  choiceOf('theme', 'Appearance', 'Theme', 'Match the system, or always light or dark.', [
    ['system', 'System'],
    ['light', 'Light'],
    ['dark', 'Dark'],
  ]),
  choiceOf('density', 'Appearance', 'Density', 'Compact shows more rows.', [
    ['comfortable', 'Comfortable'],
    ['compact', 'Compact'],
  ]),
  choiceOf(
    'refreshMinutes',
    'Boards',
    'Refresh the list of boards',
    'Easel refreshes only lists that load in at most 20 requests.',
    [
      [null, 'When you switch to Easel'],
      [1, 'Every minute'],
      [5, 'Every 5 minutes'],
      [15, 'Every 15 minutes'],
    ],
  ),
  setting('idle-lock', 'Idle lock', 'Lock when idle for', 'Passphrase', LockSetting),
  setting('blur', 'Privacy', 'Blur names, ids, links, fingerprints and previews', '', BlurChoice),
  setting(
    'room-name',
    'Previews',
    'Your display name',
    'Easel suggests this name when you join a room. Everyone in the room sees it.',
    RoomNameField,
  ),
  choiceOf(
    'clearClipboard',
    'Clipboard',
    'Clear copied join links from the clipboard after',
    'Copied join links aren’t added to the clipboard history, except on some Linux desktops.',
    [30, 60, 300, null].map((seconds) => [seconds, seconds === null ? 'Never' : spanOf(seconds)]),
  ),
  switchOf(
    'keepPictures',
    'Pictures',
    'Save a picture when leaving a room',
    'Pictures can show customers’ content.',
  ),
  setting('remove-pictures', 'Pictures', 'Remove all pictures', '', RemovePictures),
  holdOf('single', 'Hold single deletes for'),
  holdOf('bulk', 'Hold bulk deletes for'),
  choiceOf(
    'notices',
    'Notifications',
    'Notify when a long job ends, a plan waits for approval or a key is due for rotation',
    'Notifications contain no names of boards or people.',
    [
      ['all', 'Always'],
      ['failed', 'Only if a job fails, a plan waits for approval or a key is due'],
      ['none', 'Never'],
    ],
  ),
  setting('team', 'Team', 'Team register', 'PostgreSQL host, database and login', TeamSetting),
  switchOf(
    'sharesPresence',
    'Team',
    'Show colleagues which rooms I am in',
    'Colleagues also see your login and the time when you joined.',
  ),
  switchOf(
    'singleKeys',
    'Shortcuts',
    'Use single-key shortcuts, such as / and ?',
    'Turn this off if speech input triggers shortcuts.',
  ),
  setting('updates', 'Updates', 'Easel updates', '', UpdatesSetting),
  setting('policy', 'Policy', 'Policy rules', '', PolicyTable),
  switchOf(
    'developer',
    'Developer',
    'Show developer commands',
    'Easel shows code snippets and cURL commands in menus and in “Search or jump to…”.',
  ),
  setting('shape', 'Developer', 'Service format', '', ServiceShapeTable),
];

function setting(
  id: string,
  section: keyof typeof SECTIONS,
  label: string,
  about: string,
  Control: ComponentType<SettingProps>,
): Setting {
  return { id, section, label, about, Control };
}

function choiceOf<Name extends 'clearClipboard' | 'density' | 'notices' | 'refreshMinutes' | 'theme'>(
  name: Name,
  section: keyof typeof SECTIONS,
  label: string,
  about: string,
  choices: readonly (readonly [value: Preferences[Name], words: string])[],
): Setting {
  const Chosen = (props: SettingProps) => {
    const chosen = useApp((state) => state.preferences?.[name]);
    const prefer = useApp((state) => state.prefer);
    if (chosen === undefined) return null;
    return (
      <div className={styles.form}>
        <SelectField
          label={props.label}
          hint={props.about}
          value={chosen}
          choices={choices}
          onChoose={(next) => void prefer({ [name]: next })}
        />
      </div>
    );
  };
  return setting(name, section, label, about, Chosen);
}

function switchOf(
  name: 'developer' | 'keepPictures' | 'sharesPresence' | 'singleKeys',
  section: keyof typeof SECTIONS,
  label: string,
  about: string,
): Setting {
  const Switch = (props: SettingProps) => {
    const on = useApp((state) => state.preferences?.[name]);
    const isOff = useApp(({ policy }) => name === 'keepPictures' && policy?.allows.pictures === false);
    const isForced = useApp(({ team }) => name === 'sharesPresence' && team?.requiresPresence === true);
    const prefer = useApp((state) => state.prefer);
    return (
      <Choice
        checked={isForced || (on === true && !isOff)}
        onChange={(next) => void prefer({ [name]: next })}
        hint={props.about}
        disabledReason={
          isOff || isForced ? `${isForced ? 'Required' : 'Turned off'} by your organisation.` : null
        }
      >
        {props.label}
      </Choice>
    );
  };
  return setting(name, section, label, about, Switch);
}

function holdOf(kind: keyof Preferences['holdSeconds'], label: string): Setting {
  const Hold = () => {
    const forced = useApp((state) => state.policy?.allows.holdSeconds[kind] ?? null);
    const chosen = useApp((state) => state.preferences?.holdSeconds);
    const { prefer, announce } = useActions();
    if (chosen === undefined) return null;
    const seconds = forced ?? chosen[kind];
    // Adds the current delay to the choices if it is not in `CHOICES`, because the control must show it.
    const choices =
      forced === null ? [...new Set([...CHOICES, seconds])].toSorted((a, b) => a - b) : [seconds];

    const choose = async (next: number): Promise<void> => {
      const isSaved = await prefer({ holdSeconds: { ...chosen, [kind]: next } });
      if (isSaved) announce(`${label}: ${spanOf(next)}. This applies to new deletes.`);
    };

    return (
      <div className={styles.form}>
        <SelectField
          label={label}
          hint={forced === null ? undefined : 'Your organisation manages this setting.'}
          disabled={forced !== null}
          value={seconds}
          choices={choices.map((each) => [each, spanOf(each)] as const)}
          onChoose={(next) => void choose(next)}
        />
      </div>
    );
  };
  return setting(`hold-${kind}`, 'Deleting', label, '', Hold);
}

export function SettingsScreen() {
  const hasNoConnections = useApp((state) => state.connections.length === 0);
  const target = useApp((state) => state.settingWanted);
  const { go, wantSetting } = useActions();
  useEffect(() => {
    if (target === null) return;
    const place = document.getElementById(`setting-${target}`);
    place?.scrollIntoView({ block: 'center' });
    const passphrase = place?.querySelector<HTMLElement>('input[type="password"]');
    (passphrase ?? place?.querySelector<HTMLElement>(CONTROL) ?? place)?.focus();
    wantSetting(null);
  }, [target, wantSetting]);
  return (
    <div className="fill">
      <Toolbar title="Settings">
        {hasNoConnections && (
          <Button onClick={() => void go({ kind: 'screen', screen: 'welcome' })}>Go to welcome screen</Button>
        )}
      </Toolbar>
      <Pane label="Settings" className={`rest relative scroll ruled ${styles.sections}`}>
        {[...Map.groupBy(SETTINGS, ({ section }) => section)].map(([section, settings]) => {
          const id = `settings-${section.toLowerCase().replaceAll(' ', '-')}`;
          return (
            <section key={section} className={styles.section} aria-labelledby={id}>
              <div className="column-2">
                <h2 className="title" id={id}>
                  {section}
                </h2>
                {SECTIONS[section] !== '' && <p className="muted">{SECTIONS[section]}</p>}
              </div>
              <div className="column-3">
                {settings.map(({ id: name, label, about: description, Control }) => (
                  <div key={name} id={`setting-${name}`} tabIndex={-1} className="column-3">
                    <Control label={label} about={description} />
                  </div>
                ))}
              </div>
            </section>
          );
        })}
      </Pane>
    </div>
  );
}

const CONTROL = 'input:enabled, select:enabled, button:enabled:not([aria-disabled="true"])';

function BlurChoice({ label }: SettingProps) {
  const blurred = useApp((state) => state.blurred);
  const setBlurred = useApp((state) => state.setBlurred);
  const key = blurNames.keys.map((keys) => keyLabel(keys)).join(', ');
  return (
    <Choice
      checked={blurred}
      onChange={setBlurred}
      hint={`To turn blurring on or off, you can also press ${key}. Blurring ends when Easel quits.`}
    >
      {label}
    </Choice>
  );
}

function RoomNameField({ label, about }: SettingProps) {
  const saved = useApp((state) => state.preferences?.roomName);
  const prefer = useApp((state) => state.prefer);
  const [typed, setTyped] = useState<string | null>(null);
  const saveTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (saved === undefined) return null;

  function save(text: string): void {
    clearTimeout(saveTimer.current);
    const name = text.trim();
    if (name !== '' && name !== saved) void prefer({ roomName: name });
  }

  function change(text: string): void {
    setTyped(text);
    clearTimeout(saveTimer.current);
    // Saves by a timer, because a field that is removed with its screen gets no blur event.
    saveTimer.current = setTimeout(() => save(text), SAVE_PAUSE);
  }

  return (
    <div className={styles.form}>
      <TextField
        label={label}
        hint={about}
        maxLength={LONGEST_NAME}
        value={typed ?? saved}
        onChange={change}
        onBlur={() => {
          setTyped(null);
          save(typed ?? '');
        }}
      />
    </div>
  );
}

const LONGEST_NAME = 80;

/** Time in ms after the last change until the typed name is saved. */
const SAVE_PAUSE = 500;

function RemovePictures({ label }: SettingProps) {
  const { clearPictures } = useActions();
  return (
    <div className="row">
      <Button onClick={() => void clearPictures()}>{label}</Button>
    </div>
  );
}

function PolicyTable() {
  const policy = useApp((state) => state.policy);
  if (policy === null) return <p className="muted">Loading…</p>;
  if (policy.kind === 'none') return <p>No policy is set.</p>;
  return (
    <>
      <p>
        Policy source: <code className="sensitive">{policy.source}</code>
      </p>
      {policy.rules.length === 0 ? (
        <p>The policy has no rules.</p>
      ) : (
        <FactTable
          className={`anywhere ${styles.rules}`}
          caption="Policy rules"
          heads={['Rule', 'Meaning', 'Value']}
        >
          {policy.rules.map(({ name, meaning, value }) => (
            <tr key={name}>
              <th scope="row" className="nowrap">
                <code>{name}</code>
              </th>
              <td>{meaning}</td>
              <td className="sensitive">{value}</td>
            </tr>
          ))}
        </FactTable>
      )}
    </>
  );
}

const CHOICES = [5, 10, 30, 60, 300, 900, 3600, 4 * 3600, 24 * 3600];

function spanOf(seconds: number): string {
  return seconds === 0 ? 'No hold' : spokenSpan(seconds * 1000);
}

function LockSetting({ label }: SettingProps) {
  const lock = useApp((state) => state.lock);
  return lock === null ? <p className="muted">Loading…</p> : <LockForm lock={lock} label={label} />;
}

function LockForm({ lock, label }: { readonly lock: LockState; readonly label: string }) {
  const configure = useApp((state) => state.configureLock);
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const { idleMinutes, forcedMinutes, unlockBy } = lock;
  const [picked, setPicked] = useState<{ readonly minutes: number | null } | null>(null);
  const form = useFields({ currentPassphrase: '', passphrase: '', again: '' }, { stays: true });
  const { busy, errors, failure, typed } = form;
  const element = useErrorFocus<HTMLFormElement>(errors);
  const minutes = picked === null ? (idleMinutes ?? forcedMinutes) : picked.minutes;
  const isFirst = unlockBy === 'none';
  const field = (name: keyof typeof typed) => ({ type: 'password', ...form.field(name) });

  async function save(): Promise<void> {
    const settings = {
      idleMinutes: minutes,
      passphrase: typed.passphrase === '' ? null : typed.passphrase,
      currentPassphrase: typed.currentPassphrase === '' ? null : typed.currentPassphrase,
    };
    const wrong = { again: typed.passphrase === typed.again ? null : 'The passphrases don’t match.' };
    if (!(await form.submit(() => configure(settings), wrong))) return;
    setPicked(null);
    form.clear();
  }

  return (
    <Form
      ref={element}
      className={`column-3 ${styles.form}`}
      aria-label="Idle lock"
      onSubmit={() => void save()}
    >
      <SelectField
        label={label}
        error={errors['idleMinutes']}
        hint={
          forcedMinutes === null ? undefined : `Your organisation’s limit: ${minutesLabel(forcedMinutes)}.`
        }
        value={minutes}
        choices={minuteChoices(forcedMinutes, idleMinutes).map((each) => [each, minutesLabel(each)] as const)}
        onChoose={(next) => setPicked({ minutes: next })}
      />
      <p>{unlockSentence(lock, platform === 'darwin')}</p>
      {platform === 'linux' && (
        <p className="muted">
          Some Linux desktops don’t report idle time or a locked screen. On those desktops, lock Easel
          manually.
        </p>
      )}
      {unlockBy === 'passphrase' && <TextField {...field('currentPassphrase')} label="Current passphrase" />}
      {unlockBy !== 'system' && (
        <>
          <TextField
            {...field('passphrase')}
            label={isFirst ? 'Passphrase' : 'New passphrase (optional)'}
            hint={
              isFirst
                ? 'At least 8 characters. If you forget the passphrase, you can unlock Easel only by removing all API keys.'
                : 'Leave empty to keep the current passphrase.'
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
    </Form>
  );
}

const MINUTES = [1, 5, 10, 15, 30, 60];

/** Returns the choices for the lock's idle time in minutes; null means never. Omits choices that the policy forbids. */
function minuteChoices(forced: number | null, current: number | null): readonly (number | null)[] {
  const allowed = MINUTES.filter((minutes) => forced === null || minutes <= forced);
  const all = new Set([...allowed, forced, current].filter((minutes) => minutes !== null));
  const sorted = [...all].toSorted((a, b) => a - b);
  return forced === null ? [null, ...sorted] : sorted;
}

export function minutesLabel(minutes: number | null): string {
  return minutes === null ? 'Never' : spokenSpan(minutes * 60_000);
}

function unlockSentence({ unlockBy }: LockState, isMac: boolean): string {
  if (unlockBy === 'none') return 'To let Easel lock, set a passphrase.';
  if (unlockBy === 'passphrase') return 'You unlock Easel with the passphrase.';
  return isMac ? 'You unlock Easel with Touch ID.' : 'You unlock Easel with the system sign-in.';
}

function ServiceShapeTable() {
  const connection = useApp(currentConnection);
  const shape = useApp((state) => (state.shape?.connectionId === state.currentId ? state.shape : null));
  const readShape = useApp((state) => state.readShape);
  const id = connection?.id ?? null;
  useEffect(() => {
    if (id !== null) void readShape();
  }, [id, readShape]);

  if (connection === null) return <p>No current connection.</p>;
  if (shape === null) return <p className="muted">Loading…</p>;
  if (shape.facts.length === 0)
    return (
      <p>Easel hasn’t learned this service’s response format yet. Load this connection’s boards first.</p>
    );
  return (
    <>
      <p className="anywhere">
        Connection: <span className="sensitive">{connection.name}</span>
      </p>
      <FactTable
        className={styles.learned}
        caption="Service format"
        heads={['Property', 'Value', 'Confidence']}
      >
        {shape.facts.map((fact) => (
          <tr key={fact.about}>
            <th scope="row">{fact.about}</th>
            <td>
              <code>{fact.found}</code>
            </td>
            <td>
              {fact.sure ? 'Certain' : 'Likely'}, seen{' '}
              {fact.times === 1 ? 'once' : counted(fact.times, 'time')}, <RelativeTime at={fact.seenAt} />
            </td>
          </tr>
        ))}
      </FactTable>
    </>
  );
}

const BUSY: Partial<Record<UpdateState['phase'], string>> = {
  downloading: 'An update is downloading',
  installing: 'Easel is about to close',
};

function UpdatesSetting() {
  const updates = useApp((state) => state.updates);
  const { readUpdates, checkUpdates, proceedWithUpdate } = useActions();
  useEffect(() => void readUpdates(), [readUpdates]);
  if (updates === null) return <p className="muted">Loading…</p>;
  const { status, checks, checkedAt, failure, available, phase, installs, downloaded } = updates;
  return (
    <>
      <p role="status">
        {status}
        {checkedAt !== null && (
          <>
            {' '}
            <span className="muted">
              Last checked for updates <RelativeTime at={checkedAt} />.
            </span>
          </>
        )}
      </p>
      {failure !== null && <FailureNotice failure={failure} />}
      {checks && (
        <div className="row wrap">
          {available !== null && installs && (
            <Button
              variant="primary"
              busy={phase === 'downloading' || phase === 'installing'}
              onClick={() => void proceedWithUpdate()}
            >
              {downloaded ? 'Install and restart' : `Download Easel ${available}`}
            </Button>
          )}
          <Button
            busy={phase === 'checking'}
            disabledReason={BUSY[phase] ?? null}
            onClick={() => void checkUpdates()}
          >
            Check for updates
          </Button>
        </div>
      )}
    </>
  );
}
