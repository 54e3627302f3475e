/** Gathers what an export holds, and makes its text. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { Exported } from '../../preload/contract/connections.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Connections } from '../connections/connections.ts';
import { fits, slotsOf } from '../connections/key-origins.ts';
import type { KeySlots } from '../connections/key-slots.ts';
import { hostsOf } from '../connections/strictness.ts';
import { boardQuery } from '../../preload/contract/boards.ts';
import { LARGEST_BYTES } from '../files/files.ts';
import { inTurns } from '../files/digested-file.ts';
import { readJson } from '../files/json-file.ts';
import type { Question } from '../ipc/implementation.ts';
import type { Policy } from '../policy/policy.ts';
import type { Notes } from '../notes/notes.ts';
import { MOST_LINES } from '../notes/notes-file.ts';
import { failure, wrongFields } from '../wording/failure.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { counted, quoted } from '../wording/format.ts';
import { seal } from './seal.ts';
import { writeKeys, type MovedKey } from './sealed-keys.ts';
import {
  FORMAT,
  versionFor,
  writeExport,
  type ExportBody,
  type ExportedConnection,
  type ExportedKey,
  type ExportedNote,
  type ExportedPaper,
  type ExportedView,
} from './format.ts';

export interface Exporters {
  readonly connections: Pick<Connections, 'recordOf'>;
  readonly slots: Pick<KeySlots, 'keys' | 'get'>;
  readonly register: Pick<Store['papers'], 'ofConnection'>;
  readonly notes: Pick<Notes, 'count' | 'all'>;
  readonly views: Pick<Store['views'], 'ofConnection'>;
  readonly policy: Pick<Policy, 'allowKeyExport'>;
  readonly now: () => number;
}

/** In characters. */
const SHORTEST_PASSPHRASE = 12;

/** Fails as `Transfer.export` does. */
export async function exportText(
  exporters: Exporters,
  { connectionIds, withPapers, passphrase }: ArgsOf<'transfer.export'>,
): Promise<Result<Omit<Exported, 'fileName'> & { readonly text: string }>> {
  const against = passphrase === null ? null : whyNoKeys(exporters.policy, passphrase);
  if (against !== null) return fail(against);
  const records = await recordsOf(exporters.connections, connectionIds);
  if (!records.ok) return records;

  const connections: ExportedConnection[] = [];
  const keys: MovedKey[] = [];
  for (const record of records.value) {
    const own = passphrase === null ? ok(null) : await keysOf(exporters.slots, record);
    if (!own.ok) return own;
    const papers = withPapers ? await papersOf(exporters.register, record.id) : null;
    const notes = withPapers ? await notesOf(exporters.notes, record.id) : ok([]);
    if (!notes.ok) return notes;
    const views = withPapers ? await viewsOf(exporters.views, record.id) : [];
    // Its date is of this computer.
    const { createdAt: _createdAt, ...known } = record;
    connections.push({
      ...known,
      ...(papers === null ? {} : { papers }),
      ...(notes.value.length === 0 ? {} : { notes: notes.value }),
      ...(views.length === 0 ? {} : { views }),
      ...(own.value === null ? {} : { keys: own.value.about }),
    });
    keys.push(...(own.value?.keys ?? []));
  }

  const exportedAt = new Date(exporters.now()).toISOString();
  const body: ExportBody = { format: FORMAT, version: versionFor(connections), exportedAt, connections };
  const sealed = passphrase === null ? null : await seal(passphrase, body, writeKeys(keys));
  const text = await inTurns(writeExport(body, sealed));
  if (Buffer.byteLength(text) > LARGEST_BYTES.connections) return fail(tooLarge);
  const papers = connections.flatMap((connection) => connection.papers ?? []).length;
  const notes = connections.flatMap((connection) => connection.notes ?? []).length;
  const views = connections.flatMap((connection) => connection.views ?? []).length;
  return ok({ text, connections: connections.length, keys: keys.length, papers, notes, views });
}

/** What main asks before keys leave in a file; null for an export without keys. Fails as `exportText` does. */
export async function exportQuestion(
  { policy, connections, slots }: Exporters,
  { connectionIds, passphrase }: ArgsOf<'transfer.export'>,
): Promise<Result<Question | null>> {
  if (passphrase === null) return ok(null);
  const against = whyNoKeys(policy, passphrase);
  if (against !== null) return fail(against);
  const records = await recordsOf(connections, connectionIds);
  if (!records.ok) return records;
  const lines = await Promise.all(
    records.value.map(async (record) => {
      const keys = (await slots.keys(record.id)).length;
      return `${quoted(record.name)} at ${hostsOf(record)}: ${counted(keys, 'key')}`;
    }),
  );
  return ok({
    message: 'Export API keys to a file?',
    detail: `${lines.join('\n')}\n\nAnyone with the file and its passphrase can create and delete there.`,
    yes: 'Export with keys',
  });
}

function whyNoKeys({ allowKeyExport }: Exporters['policy'], passphrase: string): Failure | null {
  if (!allowKeyExport) {
    return failure('policy', {
      message: 'Your organisation doesn’t allow exporting keys.',
      nextStep: 'Export the connections without keys.',
    });
  }
  const characters = [...passphrase.normalize('NFC')];
  if (characters.length < SHORTEST_PASSPHRASE) {
    const passphraseWrong = `Use at least ${SHORTEST_PASSPHRASE} characters, such as a few words.`;
    return wrongFields({ passphrase: passphraseWrong });
  }
  return new Set(characters).size > 1 ? null : wrongFields({ passphrase: 'Use more than one character.' });
}

async function recordsOf(
  connections: Exporters['connections'],
  connectionIds: readonly string[],
): Promise<Result<readonly ConnectionRecord[]>> {
  if (connectionIds.length === 0) {
    return fail(failure('invalid-input', { message: 'Choose at least one connection.' }));
  }
  const records: ConnectionRecord[] = [];
  for (const id of new Set(connectionIds)) {
    const record = await connections.recordOf(id);
    if (!record.ok) return record;
    if (record.value.environment === 'practice') {
      const message = 'The practice connection can’t be exported.';
      return fail(failure('invalid-input', { message, nextStep: 'Leave it out.' }));
    }
    records.push(record.value);
  }
  return ok(records);
}

/** Every key of a connection, whatever its stage and wherever it is kept; or the failure to read one of them. */
async function keysOf(
  slots: Exporters['slots'],
  record: ConnectionRecord,
): Promise<Result<{ readonly about: readonly ExportedKey[]; readonly keys: readonly MovedKey[] }>> {
  const { id, name } = record;
  const infos = (await slots.keys(id)).filter(({ slot }) => slotsOf(record).includes(slot));
  const keys: MovedKey[] = [];
  for (const { slot, stage } of infos) {
    const key = await slots.get(id, slot, stage);
    if (!key.ok) return key;
    // In the file it would be one for the addresses that stand beside it.
    if (!fits({ slot, ...key.value }, record)) {
      const message = `A key of ${quoted(name)} belongs to an address that has changed since.`;
      return fail(failure('refused', { message, nextStep: 'Paste or remove it first.' }));
    }
    keys.push({ connectionId: id, slot, stage, key: key.value.key });
  }
  const about = infos.map(({ slot, stage, fingerprint, note, owner, remindAt }) => {
    return { slot, stage, fingerprint, note, owner, remindAt };
  });
  return ok({ about, keys });
}

/** More than a file can hold is not even read. */
async function notesOf(
  notes: Exporters['notes'],
  connectionId: string,
): Promise<Result<readonly ExportedNote[]>> {
  if ((await notes.count(connectionId)) > MOST_LINES) return fail(tooLarge);
  const records = await notes.all(connectionId);
  return ok(records.map(({ boardId, ...said }) => ({ id: boardId, ...said })));
}

/** An older Easel reads those that are no templates. */
async function papersOf(
  register: Exporters['register'],
  connectionId: string,
): Promise<readonly ExportedPaper[]> {
  const papers = await register.ofConnection(connectionId);
  return papers.map(({ isTemplate, ...paper }) => (isTemplate ? { ...paper, isTemplate } : paper));
}

/** A query that this Easel can’t ask stays here, for the Easel that can. */
async function viewsOf(views: Exporters['views'], connectionId: string): Promise<readonly ExportedView[]> {
  const records = await views.ofConnection(connectionId);
  return records.flatMap(({ of, name, query: text }) => {
    const query = readJson(boardQuery, text);
    return query === null ? [] : [{ ...(of === 'paper' && { of }), name, query }];
  });
}

const tooLarge = failure('invalid-input', {
  message: `The export is larger than ${LARGEST_BYTES.connections / 1024 / 1024} MiB.`,
  nextStep: 'Leave out papers and notes, or export fewer.',
});
