import { setImmediate } from 'node:timers/promises';
import type { ImportEntry } from '../../../preload/contract/connections.ts';
import type { Paper, RegisteredPaper } from '../../../preload/contract/papers.ts';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { ADDRESS_FIELDS, readAddress } from '../addresses.ts';
import { LONGEST_NAME } from '../forms.ts';
import { notWeaker } from '../questions.ts';
import { canonicalJson } from '../../lib/files/digested-file.ts';
import { foldId } from '../../lib/pasted.ts';
import { writeTags } from '../../notes/notes-file.ts';
import type { FileNote } from '../../notes/read-note.ts';
import type { Addresses } from '../../service/api.ts';
import { emptyNote, saysTheSame, type NoteRecord } from '../../store/tables/change-note.ts';
import type { ConnectionRecord } from '../../store/tables/connections.ts';
import { capital, counted } from '../../lib/wording/format.ts';
import type { ExportedConnection, ExportedKey, ExportedPaper } from './format.ts';

export type KnownPaper = RegisteredPaper & Pick<Paper, 'deletedAt'>;

export interface Here {
  readonly record: ConnectionRecord | null;
  readonly hasKeys: boolean;
  readonly papers: readonly KnownPaper[];
  readonly notes: readonly NoteRecord[];
}

/** Papers or notes to import. Items in `replaced` overwrite local data, so the user must agree. */
export interface Changes<T> {
  readonly added: readonly T[];
  readonly replaced: readonly T[];
}

export interface Planned {
  readonly shown: ImportEntry;
  /** The connection's record after the import. Null if the connection can't be imported. */
  readonly record: ConnectionRecord | null;
  readonly known: ConnectionRecord | null;
  /** API keys to import. Empty if this computer has keys for the connection, or if `separateBoardKey` differs. */
  readonly keys: readonly ExportedKey[];
  readonly papers: Changes<KnownPaper>;
  readonly notes: Changes<NoteRecord>;
}

const OTHER_HOSTS =
  'This connection has different API hosts on this computer. Change or remove the connection here, then open the file again.';
const STAYS_STRICT =
  'The file has less strict settings. The connection will keep its read-only and Production settings from this computer.';
const KEYS_LEFT_OUT =
  'The keys in the file won’t be imported. This computer keeps its own keys for this connection.';

/** Plans the import of one connection. `now` is epoch ms. `whyNotAllowed` returns the policy's objection, or null. */
export async function planEntry(
  index: number,
  connection: ExportedConnection,
  here: Here,
  { now, whyNotAllowed }: { now: number; whyNotAllowed: (addresses: Addresses) => string | null },
): Promise<Planned> {
  const { record: known } = here;
  const read = readSettings(connection, whyNotAllowed);
  if (!read.ok) return refused(index, connection, known, read.error);
  const wanted = read.value;
  if (known !== null && !haveSameHosts(known, wanted)) return refused(index, connection, known, OTHER_HOSTS);
  const { separateBoardKey } = known ?? wanted;
  const next = known === null ? wanted : notWeaker(known, { ...wanted, separateBoardKey });
  const takesKeys = !here.hasKeys && separateBoardKey === wanted.separateBoardKey;
  const keys = takesKeys ? connection.keys : [];
  const isWeaker = next.environment !== wanted.environment || next.readOnly !== wanted.readOnly;
  const reasons = [
    ...(isWeaker ? [STAYS_STRICT] : []),
    ...(keys.length < connection.keys.length ? [KEYS_LEFT_OUT] : []),
  ];
  const papers = await comparePapers(connection.papers, here.papers);
  const notes = await compareNotes(connection.notes, here.notes, now);
  return {
    shown: {
      ...headOf(index, next),
      kind: known === null ? 'new' : 'known',
      why: reasons.join(' '),
      keys: keys.length,
      papers: papers.added.length,
      notes: notes.added.length,
      differences: [
        ...(known === null ? [] : differencesOf(known, next)),
        ...(papers.replaced.length === 0 ? [] : [counted(papers.replaced.length, 'paper')]),
        ...(notes.replaced.length === 0 ? [] : [`The notes for ${counted(notes.replaced.length, 'board')}`]),
        ...cellDifferences(here.notes, notes.replaced),
      ],
    },
    record: { ...next, id: connection.id, createdAt: known?.createdAt ?? now },
    known,
    keys,
    papers,
    notes,
  };
}

const NOTHING = { added: [], replaced: [] };

function headOf(index: number, { name, environment, color, paperApi, boardApi, appUrl }: Settings) {
  return { index, name, environment, color, paperApi, boardApi, appUrl };
}

function refused(
  index: number,
  connection: ExportedConnection,
  known: ConnectionRecord | null,
  why: string,
): Planned {
  const counts = { differences: [], keys: 0, papers: 0, notes: 0 };
  return {
    shown: { ...headOf(index, connection), kind: 'refused', why, ...counts },
    record: null,
    known,
    keys: [],
    papers: NOTHING,
    notes: NOTHING,
  };
}

type Settings = Omit<ConnectionRecord, 'id' | 'createdAt'>;

const ADDRESSES = { paperApi: 'Paper API address', boardApi: 'Board API address', appUrl: 'App address' };

const SETTINGS: readonly (readonly [field: string, show: (settings: Settings) => string])[] = [
  ['Name', ({ name }) => name],
  ['Environment', ({ environment }) => capital(environment)],
  ['Colour', ({ color }) => capital(color)],
  ...ADDRESS_FIELDS.map((field) => [ADDRESSES[field], (settings: Settings) => settings[field]] as const),
  ['Read-only', ({ readOnly }) => (readOnly ? 'On' : 'Off')],
];

function readSettings(
  { name, environment, color, separateBoardKey, readOnly, ...connection }: ExportedConnection,
  whyNotAllowed: (addresses: Addresses) => string | null,
): Result<Settings, string> {
  if (name === '' || name.length > LONGEST_NAME) {
    return fail(`The connection’s name must have 1 to ${LONGEST_NAME} characters.`);
  }
  const addresses = { paperApi: '', boardApi: '', appUrl: '' };
  for (const field of ADDRESS_FIELDS) {
    const read = readAddress(connection[field]);
    if (!read.ok) return fail(`${ADDRESSES[field]}: ${read.error}`);
    addresses[field] = read.value;
  }
  const forbidden = whyNotAllowed(addresses);
  if (forbidden !== null) return fail(forbidden);
  return ok({ name, environment, color, ...addresses, separateBoardKey, readOnly });
}

function haveSameHosts(known: Addresses, wanted: Addresses): boolean {
  return (['paperApi', 'boardApi'] as const).every(
    (field) => new URL(known[field]).origin === new URL(wanted[field]).origin,
  );
}

function differencesOf(known: Settings, next: Settings): readonly string[] {
  return SETTINGS.flatMap(([field, show]) => {
    const [from, to] = [show(known), show(next)];
    return from === to ? [] : [`${field}: ${from} → ${to}`];
  });
}

/** Number of records compared before the event loop can run other work. Comparing them takes a few ms. */
const AT_A_TIME = 200;

/** Compares imported papers or notes with local items. `nextOf` returns the merged item, or null if nothing changes. */
async function compare<Item, Known>(
  items: readonly Item[],
  hereOf: (item: Item) => Known | undefined,
  nextOf: (item: Item, here: Known | undefined) => Known | null,
): Promise<Changes<Known>> {
  const added: Known[] = [];
  const replaced: Known[] = [];
  for (const [index, item] of items.entries()) {
    if (index % AT_A_TIME === 0) await setImmediate();
    const here = hereOf(item);
    const next = nextOf(item, here);
    if (next !== null) (here === undefined ? added : replaced).push(next);
  }
  return { added, replaced };
}

/** Compares imported papers with local papers. Never restores a paper that was deleted on this computer. */
function comparePapers(papers: readonly ExportedPaper[], known: readonly KnownPaper[]) {
  const here = new Map(known.map((paper) => [foldId(paper.identifier), paper]));
  return compare<ExportedPaper, KnownPaper>(
    papers,
    ({ identifier }) => here.get(foldId(identifier)),
    (paper, ours) => {
      if (ours === undefined) return { ...paper, deletedAt: null };
      if (ours.deletedAt !== null) return null;
      const { rememberedAt: _, origin: __, ...file } = paper;
      const next = { ...ours, ...file, identifier: ours.identifier };
      return canonicalJson(next) === canonicalJson(ours) ? null : next;
    },
  );
}

const CELLS: Readonly<Record<string, (note: NoteRecord) => string>> = {
  Label: ({ label }) => label,
  Note: ({ note }) => note,
  Tags: ({ tags }) => writeTags(tags),
  Customer: ({ customer }) => customer,
  Protected: (note) => (note.protected ? 'yes' : 'no'),
};

const MOST_CELLS = 100;

/** Describes changed fields of notes: the first 100 fields in single lines, and all further fields as a count. */
function cellDifferences(known: readonly NoteRecord[], replaced: readonly NoteRecord[]): readonly string[] {
  const here = new Map(known.map((note) => [note.boardId, note]));
  const cells = replaced.flatMap((next) =>
    Object.entries(CELLS).flatMap(([column, cellOf]) => {
      const [from, to] = [cellOf(here.get(next.boardId) ?? next), cellOf(next)];
      return from === to ? [] : [`${column} of ${next.boardId}: ${from || 'empty'} → ${to || 'empty'}`];
    }),
  );
  const others = cells.length - MOST_CELLS;
  return others <= 0 ? cells : [...cells.slice(0, MOST_CELLS), counted(others, 'other cell')];
}

/** Compares imported notes with local notes. Never removes a board's protection against deletion. */
function compareNotes(notes: readonly FileNote[], known: readonly NoteRecord[], now: number) {
  const here = new Map(known.map((note) => [note.boardId, note]));
  return compare<FileNote, NoteRecord>(
    notes,
    ({ id }) => here.get(id),
    ({ id, ...file }, ours = emptyNote(id, now)) => {
      const next = { ...ours, ...file, protected: ours.protected || file.protected === true };
      return saysTheSame(ours, next) ? null : { ...next, updatedAt: now };
    },
  );
}
