/** Reads what the connection form holds, field by field. */
import {
  CONNECTION_COLORS,
  ENVIRONMENTS,
  type ConnectionDraft,
  type Environment,
} from '../../preload/contract/connections.ts';
import type { KeySlot } from '../../preload/contract/keys.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { readApiKey, type ApiKey } from '../service/api-key.ts';
import { failure } from '../wording/failure.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { readAddress } from './addresses.ts';

/** A form without mistakes. */
export interface ReadDraft extends Omit<ConnectionRecord, 'id' | 'createdAt'> {
  readonly id: string | null;
  readonly environment: Exclude<Environment, 'practice'>;
  /** A key is null where the one that is kept already serves, and for a slot that the connection does not have. */
  readonly keys: Readonly<Record<KeySlot, ApiKey | null>>;
}

interface DraftRules {
  /** Slots whose current key is known: an empty field keeps it. */
  readonly keysKnown: readonly KeySlot[];
  /** What the organisation's policy says against addresses that could be read, by field. */
  readonly forbidden: (addresses: Addresses) => Fields;
}

type Addresses = Pick<ConnectionRecord, 'paperApi' | 'boardApi' | 'appUrl'>;
type Fields = Readonly<Record<string, string>>;

const KEY_FIELDS = { main: 'apiKey', board: 'boardApiKey' } as const;
const MISSING_KEYS = {
  main: 'Paste the API key from your account’s dashboard.',
  board: 'Paste the board API key, or use one key for both APIs.',
} as const;

/** Reads every field and gives either the whole or `invalid-input` with one sentence for each field that is wrong. */
export function readDraft(draft: ConnectionDraft, { keysKnown, forbidden }: DraftRules): Result<ReadDraft> {
  const fields: Record<string, string> = {};
  const { id, environment, color, separateBoardKey, readOnly } = draft;
  const name = draft.name.trim();
  if (name === '') fields['name'] = 'Enter a name.';
  else if (name.length > LONGEST_NAME) fields['name'] = `Use at most ${LONGEST_NAME} characters.`;
  if (!ENVIRONMENTS.includes(environment) || environment === 'practice') {
    fields['environment'] = 'Choose Production, Staging or Test.';
  }
  if (!CONNECTION_COLORS.includes(color)) fields['color'] = 'Choose a colour.';
  const addresses: Addresses = {
    paperApi: address('paperApi', draft.paperApi, fields),
    boardApi: address('boardApi', draft.boardApi, fields),
    appUrl: address('appUrl', draft.appUrl, fields),
  };
  Object.assign(fields, forbidden(addresses));
  const main = readKey('main', draft.apiKey, keysKnown, fields);
  const board = separateBoardKey ? readKey('board', draft.boardApiKey, keysKnown, fields) : null;
  if (Object.keys(fields).length > 0 || environment === 'practice') return fail(invalidInput(fields));
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

function address(field: string, typed: string, fields: Record<string, string>): string {
  const read = readAddress(typed);
  if (read.ok) return read.value;
  fields[field] = read.error;
  return '';
}

function readKey(
  slot: KeySlot,
  typed: string | null,
  keysKnown: readonly KeySlot[],
  fields: Record<string, string>,
): ApiKey | null {
  if (typed === null || typed.trim() === '') {
    if (!keysKnown.includes(slot)) fields[KEY_FIELDS[slot]] = MISSING_KEYS[slot];
    return null;
  }
  const key = readApiKey(typed);
  if (key.ok) return key.value;
  fields[KEY_FIELDS[slot]] = key.error;
  return null;
}

/** One sentence beside the key fields of these slots. */
export function keyFields(slots: readonly KeySlot[], sentence: string): Fields {
  return Object.fromEntries(slots.map((slot) => [KEY_FIELDS[slot], sentence]));
}

/** The failure that puts each sentence beside its field. */
export function invalidInput(fields: Fields): Failure {
  return failure('invalid-input', { fields });
}
