/** Works out what importing the connections of a file would do here. Changes nothing. */
import type { ImportEntry } from '../../preload/contract/connections.ts';
import { KEY_SLOTS, type KeyInfo, type KeySlot, type KeyStage } from '../../preload/contract/keys.ts';
import { fits } from '../connections/key-origins.ts';
import type { KnownKey } from '../connections/key-slots.ts';
import { notWeaker } from '../connections/strictness.ts';
import type { Addresses } from '../service/api.ts';
import type { ApiKey } from '../service/api-key.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { ExportedConnection, ExportedKey } from './format.ts';
import type { MergedLocal, Placed } from './merge-local.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { readAddress } from '../connections/addresses.ts';
import { LONGEST_NAME } from '../connections/forms.ts';
import { cleanLine } from '../wording/clean.ts';
import { capital } from '../wording/format.ts';

/** One connection of a file. */
export interface FileEntry {
  readonly connection: ExportedConnection;
  /** The id that it has, or would get, here. */
  readonly target: string;
  readonly keys: readonly FileKey[];
  /** Its papers, notes and views, held against those of here. */
  readonly local: MergedLocal;
}

/** This computer, as far as an import meets it. */
export interface ImportContext {
  readonly records: readonly ConnectionRecord[];
  /** The keys that are here of the connections that its entries would become, by id. */
  readonly keys: ReadonlyMap<string, readonly KnownKey[]>;
  readonly whyNotAllowed: (addresses: Addresses) => string | null;
  /** Epoch ms: when new connections are added. */
  readonly now: number;
}

/** What importing one entry would do, to be shown and to be done. */
export interface Planned {
  readonly shown: ImportEntry;
  /** As it would be kept; null for an entry that can’t be imported. */
  readonly record: ConnectionRecord | null;
  readonly keys: readonly PlacedKey[];
  readonly local: MergedLocal;
}

const NOTHING: MergedLocal = {
  papers: [],
  notes: [],
  views: [],
  sum: { added: 0, filled: 0, same: 0, differing: 0, newerThere: 0, differences: [] },
};

const ELSEWHERE =
  'You have this connection with other API hosts. This one is added separately, without its keys.';

const STAYS_STRICT =
  'The file would make this connection less strict. It keeps its read-only and Production settings from this computer.';

/** One plan for each entry, in the file’s order. */
export function planImport(entries: readonly FileEntry[], here: ImportContext): readonly Planned[] {
  const targets = new Set<string>();
  const names = new Map(here.records.map(({ id, name }) => [id, name]));
  return entries.map((entry, index) => {
    const read = readEntry(entry.connection, here.whyNotAllowed);
    if (!read.ok) return refused(index, entry, read.error);
    if (targets.has(entry.target)) return refused(index, entry, 'It is in the file twice.');
    targets.add(entry.target);
    const others = new Set([...names].filter(([id]) => id !== entry.target).map(([, name]) => name));
    const next = { ...read.value, name: freeName(read.value.name, others) };
    const planned = planEntry(index, entry, next, here);
    if (planned.record !== null) names.set(entry.target, next.name);
    return planned;
  });
}

function planEntry(index: number, entry: FileEntry, wanted: EntryRecord, here: ImportContext): Planned {
  const { connection, target, local } = entry;
  const known = here.records.find(({ id }) => id === target);
  const next = known === undefined ? wanted : notWeaker(known, wanted);
  const keysHere = here.keys.get(target) ?? [];
  if (known !== undefined) {
    const against = whyNotChanged(next, keysHere);
    if (against !== null) return refused(index, entry, against);
  }
  const keys = placeKeys(entry.keys, keysHere);
  if (!keys.ok) return refused(index, entry, keys.error);
  const differences = known === undefined ? [] : differencesOf(known, next);
  const isWeaker = known !== undefined && differencesOf(wanted, next).length > 0;
  const changed = differences.length > 0 ? 'update' : 'same';
  return {
    shown: {
      ...shownOf(index, next),
      kind: known === undefined ? 'new' : changed,
      why: known === undefined && target !== connection.id ? ELSEWHERE : isWeaker ? STAYS_STRICT : '',
      differences,
      keys: keys.value.length,
      papers: coming(local.papers),
      notes: coming(local.notes),
      views: coming(local.views),
      merge: local.sum,
    },
    record: { ...next, id: target, createdAt: known?.createdAt ?? here.now },
    keys: keys.value,
    local,
  };
}

/** How many are new, or have what is missing here. */
function coming(placed: readonly Placed<unknown>[]): number {
  return placed.filter(({ merged }) => merged.kind === 'added' || merged.kind === 'filled').length;
}

/** A key that is kept here goes where it was entered for, and is lost to no file. */
function whyNotChanged(next: EntryRecord, keysHere: readonly KnownKey[]): string | null {
  if (!next.separateBoardKey && keysHere.some(({ slot }) => slot === 'board')) {
    return 'Importing would remove the separate board API key on this computer. Edit the connection here first.';
  }
  return keysHere.some((key) => !fits(key, next))
    ? 'It would send a key from this computer to a different host.'
    : null;
}

function refused(index: number, { connection }: FileEntry, why: string): Planned {
  const nothing = { differences: [], keys: 0, papers: 0, notes: 0, views: 0, merge: NOTHING.sum };
  return {
    shown: { ...shownOf(index, connection), kind: 'refused', why, ...nothing },
    record: null,
    keys: [],
    local: NOTHING,
  };
}

function shownOf(index: number, { name, environment, color, paperApi, boardApi, appUrl }: EntryRecord) {
  return { index, name, environment, color, paperApi, boardApi, appUrl };
}

/** Whether both APIs of an entry are at the hosts that a connection of this computer has for them. */
export function leadsToSameHosts(known: Addresses, entry: Addresses): boolean {
  return (['paperApi', 'boardApi'] as const).every(
    (field) => originOf(known[field]) === originOf(entry[field]),
  );
}

/** Empty for what is no address: that is no host of ours. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}

// Reads one connection of an export file as what it is: data of someone else’s computer.

/** What a file says of a connection, without an id and a date of this computer. */
type EntryRecord = Omit<ConnectionRecord, 'id' | 'createdAt'>;

const asIs = (text: string): string => text;

/** What each field is called, and how its value is shown. */
const FIELDS: { readonly [K in keyof EntryRecord]: readonly [string, (value: EntryRecord[K]) => string] } = {
  name: ['Name', asIs],
  environment: ['Environment', capital],
  color: ['Colour', asIs],
  paperApi: ['Paper API address', asIs],
  boardApi: ['Board API address', asIs],
  appUrl: ['App address', asIs],
  separateBoardKey: ['Key for the board API', (on) => (on ? 'separate key' : 'same as paper API')],
  readOnly: ['Read-only', (on) => (on ? 'on' : 'off')],
};

const ADDRESSES = ['paperApi', 'boardApi', 'appUrl'] as const;

/** Gives the sentence that says why it can't be imported, such as an address that the form would not take either. */
function readEntry(
  entry: ExportedConnection,
  whyNotAllowed: (addresses: Addresses) => string | null,
): Result<EntryRecord, string> {
  const { environment, color, separateBoardKey, readOnly } = entry;
  const name = cleanLine(entry.name);
  if (environment === 'practice') return fail('The practice connection can’t be imported.');
  if (name === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(entry.name.trim())) {
    return fail(`Its name must have 1 to ${LONGEST_NAME} characters.`);
  }
  const addresses = { paperApi: '', boardApi: '', appUrl: '' };
  for (const field of ADDRESSES) {
    const read = readAddress(entry[field]);
    if (!read.ok) return fail(`${FIELDS[field][0]}: ${read.error}`);
    addresses[field] = read.value;
  }
  const forbidden = whyNotAllowed(addresses);
  if (forbidden !== null) return fail(forbidden);
  return ok({ name, environment, color, ...addresses, separateBoardKey, readOnly });
}

/** What an import would change of a connection, in words. */
function differencesOf(known: EntryRecord, next: EntryRecord): ImportEntry['differences'] {
  const keys = Object.keys(FIELDS) as readonly (keyof EntryRecord)[];
  return keys.flatMap((key) => {
    const [field, show]: readonly [string, (value: never) => string] = FIELDS[key];
    if (known[key] === next[key]) return [];
    return [{ field, from: show(known[key] as never), to: show(next[key] as never) }];
  });
}

/** Its name, or “Acme (imported)”, “Acme (imported 2)” and so on where another connection is called that. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 1; taken.has(free); number += 1) {
    const ending = number === 1 ? ' (imported)' : ` (imported ${number})`;
    free = name.slice(0, LONGEST_NAME - ending.length).trimEnd() + ending;
  }
  return free;
}

// Places for the keys of a file beside those of this computer, of which none is ever replaced.

/** A key of a file. `key` is null, and `fingerprint` as the file’s computer salted it, until the file is unlocked. */
export interface FileKey {
  readonly about: ExportedKey;
  readonly key: ApiKey | null;
  readonly fingerprint: string;
}

/** A key and the place it would get. */
export interface PlacedKey {
  readonly slot: KeySlot;
  readonly stage: KeyStage;
  readonly file: FileKey;
}

/**
 * Leaves out keys that are here already, in whatever stage, and puts a current key behind another current one, as next.
 *
 * Gives the sentence that names the place where two different keys would meet: one of them would be lost.
 */
export function placeKeys(
  fileKeys: readonly FileKey[],
  here: readonly KeyInfo[],
): Result<readonly PlacedKey[], string> {
  const placed: PlacedKey[] = [];
  for (const slot of KEY_SLOTS) {
    const known = here.filter((key) => key.slot === slot);
    const fingerprints = new Set(known.map(({ fingerprint }) => fingerprint));
    const taken = new Set(known.map(({ stage }) => stage));
    // Current keys choose first.
    const isLater = ({ about }: FileKey): number => Number(about.stage !== 'current');
    const own = fileKeys.filter(({ about }) => about.slot === slot);
    for (const file of own.toSorted((one, other) => isLater(one) - isLater(other))) {
      if (fingerprints.has(file.fingerprint)) continue;
      const wanted = file.about.stage;
      // Whether two of them are the same is known only once the file is unlocked.
      if (file.key === null) {
        placed.push({ slot, stage: wanted, file });
        continue;
      }
      const stage = wanted === 'current' && taken.has('current') ? 'next' : wanted;
      if (taken.has(stage)) {
        const where = slot === 'board' ? ' for the board API' : '';
        return fail(
          `There would be two ${stage} keys${where}. Use, retire or discard keys here, then open the file again.`,
        );
      }
      fingerprints.add(file.fingerprint);
      taken.add(stage);
      placed.push({ slot, stage, file });
    }
  }
  return ok(placed);
}
