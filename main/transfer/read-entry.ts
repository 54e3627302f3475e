/** Reads one connection of an export file as what it is: data of someone else’s computer. */
import type { Environment } from '../../preload/contract/connections.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { readAddress } from '../connections/addresses.ts';
import { LONGEST_NAME } from '../connections/draft.ts';
import type { Addresses } from '../service/api.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { ExportedConnection } from './format.ts';

/** What a file says of a connection, without an id and a date of this computer. */
export type EntryRecord = Omit<ConnectionRecord, 'id' | 'createdAt'>;

export const FIELD_NAMES = {
  name: 'Name',
  environment: 'Environment',
  color: 'Colour',
  paperApi: 'Paper API address',
  boardApi: 'Board API address',
  appUrl: 'App address',
  separateBoardKey: 'Key for the board API',
  readOnly: 'Read-only',
} as const satisfies Readonly<Record<keyof EntryRecord, string>>;

const ADDRESSES = ['paperApi', 'boardApi', 'appUrl'] as const;

/** Gives the sentence that says why it can't be imported, such as an address that the form would not take either. */
export function readEntry(
  entry: ExportedConnection,
  whyNotAllowed: (addresses: Addresses) => string | null,
): Result<EntryRecord, string> {
  const { environment, color, separateBoardKey, readOnly } = entry;
  const name = entry.name.trim();
  if (environment === 'practice') return fail('The practice connection can’t be imported.');
  if (name === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name)) {
    return fail(`Its name must have 1 to ${LONGEST_NAME} characters.`);
  }
  const addresses = { paperApi: '', boardApi: '', appUrl: '' };
  for (const field of ADDRESSES) {
    const read = readAddress(entry[field]);
    if (!read.ok) return fail(`${FIELD_NAMES[field]}: ${read.error}`);
    addresses[field] = read.value;
  }
  const forbidden = whyNotAllowed(addresses);
  if (forbidden !== null) return fail(forbidden);
  return ok({ name, environment, color, ...addresses, separateBoardKey, readOnly });
}

const ENVIRONMENT_WORDS: Readonly<Record<Environment, string>> = {
  production: 'Production',
  staging: 'Staging',
  test: 'Test',
  practice: 'Practice',
};

const SHOWN: { readonly [K in keyof EntryRecord]: (value: EntryRecord[K]) => string } = {
  name: (name) => name,
  environment: (environment) => ENVIRONMENT_WORDS[environment],
  color: (color) => color,
  paperApi: (address) => address,
  boardApi: (address) => address,
  appUrl: (address) => address,
  separateBoardKey: (separate) => (separate ? 'separate key' : 'same as paper API'),
  readOnly: (on) => (on ? 'on' : 'off'),
};

/** What an import would change of a connection, in words. */
export function differencesOf(
  known: EntryRecord,
  next: EntryRecord,
): readonly { readonly field: string; readonly from: string; readonly to: string }[] {
  const fields = Object.keys(FIELD_NAMES) as readonly (keyof EntryRecord)[];
  return fields.flatMap((field) => {
    const show: (value: never) => string = SHOWN[field];
    return known[field] === next[field]
      ? []
      : [{ field: FIELD_NAMES[field], from: show(known[field] as never), to: show(next[field] as never) }];
  });
}

/** Its name, or “Acme (imported)”, “Acme (imported 2)” and so on where another connection is called that. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 1; taken.has(free); number += 1) {
    const ending = number === 1 ? ' (imported)' : ` (imported ${number})`;
    free = name.slice(0, LONGEST_NAME - ending.length).trimEnd() + ending;
  }
  return free;
}
