/**
 * Checks the connection form against the saved connections: mistakes, the organisation's policy, and where keys would
 * go.
 */
import type { ConnectionDraft, Environment } from '../../preload/contract/connections.ts';
import { KEY_SLOTS, type KeySlot } from '../../preload/contract/keys.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Policy } from '../ipc/policy/policy.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { wrongFields } from '../lib/wording/failure.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { fits } from './key-origins.ts';
import { keychainOnly, type KeyStore, type KnownKey } from './key-store.ts';
import { PRACTICE_ID, practiceStays } from './records.ts';
import type { Addresses } from '../service/types.ts';
import { readApiKey, type ApiKey } from '../service/api-key.ts';
import { forbiddenFields, readAddress } from './addresses.ts';

/** A form without mistakes. */
export interface ReadDraft extends Omit<ConnectionRecord, 'id' | 'createdAt'> {
  readonly id: string | null;
  readonly environment: Exclude<Environment, 'practice'>;
  /** A key is null where the one that is kept already serves, and for a slot that the connection does not have. */
  readonly keys: Readonly<Record<KeySlot, ApiKey | null>>;
}

type Fields = Readonly<Record<string, string>>;

const KEY_FIELDS = { main: 'apiKey', board: 'boardApiKey' } as const;
const MISSING_KEYS = {
  main: 'Paste the API key.',
  board: 'Paste the board API key, or use one key for both APIs.',
} as const;

/**
 * Reads every field and gives either the whole or `invalid-input` with one sentence for each field that is wrong.
 * `keysKnown`: keyStore with a known current key, for which an empty field keeps it.
 */
export function readDraft(
  draft: ConnectionDraft,
  keysKnown: readonly KeySlot[],
  policy: Parameters<typeof forbiddenFields>[0],
): Result<ReadDraft> {
  const fields: Record<string, string> = {};
  const { id, environment, color, separateBoardKey, readOnly } = draft;
  const name = cleanLine(draft.name);
  if (name === '') fields['name'] = 'Enter a name.';
  else if (name.length > LONGEST_NAME) fields['name'] = `Use at most ${LONGEST_NAME} characters.`;
  if (environment === 'practice') fields['environment'] = 'Choose Production, Staging or Test.';
  /** What was read, or `none` with the sentence beside the field. */
  const read = <T, N>(field: string, result: Result<T, string>, none: N): T | N => {
    if (result.ok) return result.value;
    fields[field] = result.error;
    return none;
  };
  const key = (slot: KeySlot, typed: string | null): ApiKey | null =>
    read(KEY_FIELDS[slot], readKey(slot, typed ?? '', keysKnown), null);
  const addresses: Addresses = {
    paperApi: read('paperApi', readAddress(draft.paperApi), ''),
    boardApi: read('boardApi', readAddress(draft.boardApi), ''),
    appUrl: read('appUrl', readAddress(draft.appUrl), ''),
  };
  Object.assign(fields, forbiddenFields(policy, addresses));
  const main = key('main', draft.apiKey);
  const board = separateBoardKey ? key('board', draft.boardApiKey) : null;
  if (Object.keys(fields).length > 0 || environment === 'practice') return fail(wrongFields(fields));
  return ok({
    id,
    name,
    environment,
    color,
    ...addresses,
    separateBoardKey,
    readOnly,
    keys: { main, board },
  });
}

/** The longest name of a connection, in UTF-16 units. */
export const LONGEST_NAME = 80;

/** Null where the known key stays. */
function readKey(slot: KeySlot, typed: string, keysKnown: readonly KeySlot[]): Result<ApiKey | null, string> {
  if (typed.trim() !== '') return readApiKey(typed);
  return keysKnown.includes(slot) ? ok(null) : fail(MISSING_KEYS[slot]);
}

/** One sentence beside the fields of these keys. */
function keyFields(keys: readonly KnownKey[], sentence: string): Fields {
  return Object.fromEntries(keys.map(({ slot }) => [KEY_FIELDS[slot], sentence]));
}

export interface FormRules {
  readonly recordOf: (connectionId: string) => Promise<Result<ConnectionRecord>>;
  readonly keyStore: Pick<KeyStore, 'all'>;
  readonly policy: Policy;
}

/** The content of a form, with the saved connection; `known` is null for a new one. */
export interface ReadForm {
  readonly read: ReadDraft;
  readonly known: ConnectionRecord | null;
  /** Keys that were not entered for where the form leads. */
  readonly misfits: readonly KnownKey[];
}

/** Reads a form. Fails with `invalid-input`, also where a kept key would go to a host that it was not entered for. */
export async function readForm(rules: FormRules, draft: ConnectionDraft): Promise<Result<ReadForm>> {
  if (draft.id === PRACTICE_ID) return fail(practiceStays);
  const found = draft.id === null ? ok(null) : await rules.recordOf(draft.id);
  if (!found.ok) return found;
  const known = found.value;
  const keys = known === null ? [] : await rules.keyStore.all(known.id);
  const current = keys.filter(({ stage }) => stage === 'current');
  const keysKnown = KEY_SLOTS.filter((name) => current.some(({ slot }) => slot === name));
  const form = readDraft(draft, keysKnown, rules.policy);
  if (!form.ok) return form;
  const read = form.value;
  const misfits = keys.filter((key) => !fits(key, read));
  const missing = misfits.filter(({ slot, stage }) => stage === 'current' && read.keys[slot] === null);
  if (missing.length === 0) return ok({ read, known, misfits });
  return fail(
    wrongFields(keyFields(missing, 'You changed the host of an API address. Paste its key again.')),
  );
}

/** Why a valid form still can't be saved; null when it can. */
export function whyNotSaved({ policy }: FormRules, form: ReadForm, sessionOnly: boolean): Failure | null {
  if (sessionOnly && policy.requireKeychain) return keychainOnly;
  // Under a key for this session the stored one stays, and would be used when the session is over.
  const staying = form.misfits.filter(
    ({ stage, kept }) => stage !== 'current' || (sessionOnly && kept === 'keychain'),
  );
  if (staying.length === 0) return null;
  const sentence =
    'Another key of this connection belongs to the old host. Remove it first, or create a new connection.';
  return wrongFields(keyFields(staying, sentence));
}
