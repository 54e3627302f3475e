import type { ConnectionDraft, Environment } from '../../preload/contract/connections.ts';
import { KEY_SLOTS, type KeySlot } from '../../preload/contract/keys.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Core } from '../ipc/core.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { wrongFields } from '../lib/wording/failure.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { fits } from './key-origins.ts';
import { keychainOnly, type KeyStore, type KnownKey } from './key-store.ts';
import { PRACTICE_ID, practiceStays } from './records.ts';
import type { Addresses } from '../service/types.ts';
import { readApiKey, type ApiKey } from '../service/authorize.ts';
import { forbiddenFields, readAddress } from './addresses.ts';

export interface ReadDraft extends Omit<ConnectionRecord, 'id' | 'createdAt'> {
  readonly id: string | null;
  readonly environment: Exclude<Environment, 'practice'>;
  /** API keys that the user typed, by key slot. Null if the stored key stays or the slot is not used. */
  readonly keys: Readonly<Record<KeySlot, ApiKey | null>>;
}

const KEY_FIELDS = { main: 'apiKey', board: 'boardApiKey' } as const;
const MISSING_KEYS = {
  main: 'Paste the API key.',
  board: 'Paste the board API key, or use one key for both APIs.',
} as const;

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

export const LONGEST_NAME = 80;

function readKey(slot: KeySlot, typed: string, keysKnown: readonly KeySlot[]): Result<ApiKey | null, string> {
  if (typed.trim() !== '') return readApiKey(typed);
  return keysKnown.includes(slot) ? ok(null) : fail(MISSING_KEYS[slot]);
}

function keyFields(keys: readonly KnownKey[], sentence: string): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.map(({ slot }) => [KEY_FIELDS[slot], sentence]));
}

export interface FormRules extends Pick<Core, 'recordOf' | 'policy'> {
  readonly keyStore: Pick<KeyStore, 'all'>;
}

export interface ReadForm {
  readonly read: ReadDraft;
  readonly known: ConnectionRecord | null;
  /** Stored API keys that the user did not enter for the hosts in the connection form. */
  readonly misfits: readonly KnownKey[];
}

/** Validates a connection form. Fails with `invalid-input`, also if a stored key would be sent to another host. */
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
    wrongFields(
      keyFields(missing, 'You changed the host of an API address. Paste the key for this API again.'),
    ),
  );
}

export function whyNotSaved({ policy }: FormRules, form: ReadForm, sessionOnly: boolean): Failure | null {
  if (sessionOnly && policy.requireKeychain) return keychainOnly;
  // Also checks a stored key that a session-only key hides, because Easel uses the stored key after the session.
  const staying = form.misfits.filter(
    ({ stage, kept }) => stage !== 'current' || (sessionOnly && kept === 'keychain'),
  );
  if (staying.length === 0) return null;
  const fix = staying.every(({ stage }) => stage === 'current')
    ? 'Save the new key in the keychain, or create a new connection.'
    : 'Discard or retire that key first, or create a new connection.';
  const sentence = `Another key for this connection belongs to the old host. ${fix}`;
  return wrongFields(keyFields(staying, sentence));
}
