/** The connection form as a value: its content, its edits, and what goes to main. */
import type {
  Connection,
  ConnectionColor,
  ConnectionDraft,
  Environment,
  KeyState,
  PartCheck,
} from '../../preload/contract/connections.ts';
import type { KeychainStatus } from '../../preload/contract/keys.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { allows } from './changes.ts';
import type { AppState } from './store.ts';

/** The fields that a person edits; an empty `apiKey` or `boardApiKey` keeps the stored one. */
export interface ConnectionFields {
  readonly name: string;
  readonly environment: Environment;
  readonly color: ConnectionColor;
  readonly paperApi: string;
  readonly boardApi: string;
  readonly appUrl: string;
  readonly apiKey: string;
  readonly separateBoardKey: boolean;
  readonly boardApiKey: string;
  readonly sessionOnly: boolean;
  readonly readOnly: boolean;
}

export interface ConnectionForm {
  /** `null` for a new connection. */
  readonly id: string | null;
  readonly storedKey: KeyState;
  readonly storedBoardKey: KeyState;
  /** The organisation's policy makes it read-only, whatever is chosen here. */
  readonly readOnlyForced: boolean;
  /** A colour was chosen by a person; until then it follows the environment. */
  readonly colorChosen: boolean;
  readonly fields: ConnectionFields;
  /** The form's content when it was opened; it is dirty where the two differ. */
  readonly initial: ConnectionFields;
  /** The errors, by field name. */
  readonly errors: Readonly<Record<string, string>>;
  /** A failure that belongs to no single field. */
  readonly failure: Failure | null;
  /** The action that failed. */
  readonly failedWhile: ConnectionForm['busy'];
  readonly busy: 'checking' | 'checking-paper' | 'saving' | null;
  /** What *Check* found last; null before the first. */
  readonly checks: readonly PartCheck[] | null;
  /** The fields that `checks` is about; if they are another object now, the check is out of date. */
  readonly checkedFields: ConnectionFields | null;
  /** Counts answers with wrong fields: the screen then focuses the first of them. */
  readonly refusals: number;
}

/** The colour of a connection until a person chooses another one. */
const COLOR_OF: Readonly<Record<Environment, ConnectionColor>> = {
  production: 'red',
  staging: 'orange',
  test: 'blue',
  practice: 'green',
};

const EMPTY: ConnectionFields = {
  name: '',
  // The most careful environment by default.
  environment: 'production',
  color: COLOR_OF.production,
  paperApi: '',
  boardApi: '',
  appUrl: '',
  apiKey: '',
  separateBoardKey: false,
  boardApiKey: '',
  sessionOnly: false,
  readOnly: false,
};

/** The fields of a saved connection; its keys never come out of main. */
function fieldsOf(connection: Connection): ConnectionFields {
  const { name, environment, color, paperApi, boardApi, appUrl, key, boardKey, readOnly } = connection;
  return {
    name,
    environment,
    color,
    paperApi,
    boardApi,
    appUrl,
    apiKey: '',
    separateBoardKey: boardKey !== null,
    boardApiKey: '',
    sessionOnly: key.kind === 'session',
    readOnly: readOnly.on,
  };
}

/** A form as it is when it opens. */
export function openedForm(connection: Connection | undefined): ConnectionForm {
  const initial = connection ? fieldsOf(connection) : { ...EMPTY };
  return {
    id: connection?.id ?? null,
    storedKey: connection?.key ?? { kind: 'none' },
    storedBoardKey: connection?.boardKey ?? { kind: 'none' },
    readOnlyForced: connection?.readOnly.forced ?? false,
    colorChosen: initial.color !== COLOR_OF[initial.environment],
    fields: initial,
    initial,
    errors: {},
    failure: null,
    failedWhile: null,
    busy: null,
    checks: null,
    checkedFields: null,
    refusals: 0,
  };
}

/** Whether the keychain can't take a key now. One not asked yet may be fine. */
export function keychainInTrouble(keychain: KeychainStatus | null): boolean {
  return keychain !== null && keychain.state !== 'available' && keychain.state !== 'not-asked';
}

/** Whether a key typed now can be kept in memory only, because the keychain can't take it. */
export function onlyForSession(state: AppState): boolean {
  return keychainInTrouble(state.keychain) && allows(state, 'sessionKeys');
}

/** The form after an edit: errors of the edited fields are cleared, and the colour follows. */
export function editedForm(form: ConnectionForm, change: Partial<ConnectionFields>): Partial<ConnectionForm> {
  const errors = Object.fromEntries(Object.entries(form.errors).filter(([name]) => !(name in change)));
  const colorChosen = form.colorChosen || change.color !== undefined;
  const fields = { ...form.fields, ...change };
  const color = colorChosen ? fields.color : COLOR_OF[fields.environment];
  return { fields: { ...fields, color }, errors, colorChosen };
}

/** The input for main. A stored key stays where it is, whatever the keychain's state. */
export function draftOf({ id, fields }: ConnectionForm, state: AppState): ConnectionDraft {
  const typed = (key: string): string | null => (key === '' ? null : key);
  const apiKey = typed(fields.apiKey);
  const boardApiKey = fields.separateBoardKey ? typed(fields.boardApiKey) : null;
  const wanted = fields.sessionOnly || ((apiKey ?? boardApiKey) !== null && onlyForSession(state));
  return { ...fields, id, apiKey, boardApiKey, sessionOnly: wanted && allows(state, 'sessionKeys') };
}

/** Whether two forms hold the same. */
export function sameFields(a: ConnectionFields, b: ConnectionFields): boolean {
  return (Object.keys(a) as (keyof ConnectionFields)[]).every((name) => a[name] === b[name]);
}

/** The check's result for a just saved connection, in one sentence. */
export function savedMessage(form: ConnectionForm): string {
  // The paper API alone proves nothing about the rest.
  const hasAll = form.checks?.some((check) => check.part === 'board-api') ?? false;
  const checked = hasAll && form.checkedFields === form.fields;
  const failed = form.checks?.some((check) => check.state === 'failed') ?? false;
  return checked && !failed ? 'Saved and checked.' : 'Saved, not checked yet.';
}
