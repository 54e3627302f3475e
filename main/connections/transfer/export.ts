import type { ArgsOf } from '../../../preload/contract/contract.ts';
import { fail, ok, type Failure, type Result } from '../../../preload/contract/failure.ts';
import type { Connections } from '../connections.ts';
import { fits, slotsOf } from '../key-origins.ts';
import type { KeyStore } from '../key-store.ts';
import { hostsOf } from '../questions.ts';
import { LARGEST_BYTES, savedAs, type Files } from '../../lib/files/files.ts';
import type { Question } from '../../lib/implementation.ts';
import type { Core } from '../../ipc/core.ts';
import type { Policy } from '../../ipc/policy/policy.ts';
import type { Notes } from '../../notes/notes.ts';
import { MOST_NOTES } from '../../notes/notes-file.ts';
import { failure, wrongFields, refusalSince } from '../../lib/wording/failure.ts';
import type { Store } from '../../store/database.ts';
import type { ConnectionRecord } from '../../store/tables/connections.ts';
import { counted, dayOf, quoted } from '../../lib/wording/format.ts';
import { FORMAT, VERSION, type ExportBody, type ExportedConnection } from './format.ts';
import { sealKeys, type MovedKey } from './seal.ts';

export interface Exporters extends Pick<Core, 'recordOf' | 'now'> {
  readonly connections: Pick<Connections, 'inTurn'>;
  readonly keyStore: Pick<KeyStore, 'keys' | 'get'>;
  readonly register: Pick<Store['papers'], 'ofConnection'>;
  readonly notes: Pick<Notes, 'count' | 'all'>;
  readonly files: Pick<Files, 'save'>;
  readonly policy: Pick<Policy, 'allowKeyExport'>;
}

type Request = ArgsOf<'transfer.export'>;

const SHORTEST_PASSPHRASE = 12;

/** Exports connections to a file. Returns null if the user cancels. A failed export leaves no file. */
export async function exportConnections(exporters: Exporters, request: Request, answered?: Question | null) {
  const exported = await exporters.connections.inTurn(async () => {
    const refusal = refusalSince(answered, await exportQuestion(exporters, request));
    return refusal === null ? textOf(exporters, request) : fail(refusal);
  });
  if (!exported.ok) return exported;
  const { text, ...counts } = exported.value;
  const name = `easel-connections-${dayOf(exporters.now())}.json`;
  return savedAs(
    await exporters.files.save('connections', name, text),
    counts,
    'Export the connections again.',
  );
}

/** Returns the confirmation question for exporting keys; null without keys. Fails in the same cases as the export. */
export async function exportQuestion(
  { policy, recordOf, keyStore }: Exporters,
  { connectionIds, passphrase }: Request,
): Promise<Result<Question | null>> {
  const records = await recordsOf(recordOf, connectionIds);
  if (!records.ok) return records;
  if (passphrase === null) return ok(null);
  const against = whyNoKeys(policy, passphrase);
  if (against !== null) return fail(against);
  const lines = await Promise.all(
    records.value.map(async (record) => {
      const keys = (await keyStore.keys(record.id)).length;
      return `${quoted(record.name)} at ${hostsOf(record)}: ${counted(keys, 'key')}`;
    }),
  );
  return ok({
    message: 'Export API keys to a file?',
    detail: `${lines.join('\n')}\n\nAnyone with the file and its passphrase can create and delete boards and papers there.`,
    yes: 'Export with keys',
  });
}

async function textOf(exporters: Exporters, { connectionIds, withPapers, passphrase }: Request) {
  const records = await recordsOf(exporters.recordOf, connectionIds);
  if (!records.ok) return records;
  const connections: ExportedConnection[] = [];
  const keys: MovedKey[] = [];
  for (const { createdAt: _, ...record } of records.value) {
    const exported = passphrase === null ? ok([]) : await keysOf(exporters.keyStore, record);
    const local = withPapers ? await localOf(exporters, record.id) : ok({ papers: [], notes: [] });
    if (!exported.ok) return exported;
    if (!local.ok) return local;
    connections.push({ ...record, keys: exported.value.map(({ about }) => about), ...local.value });
    keys.push(...exported.value);
  }
  const exportedAt = new Date(exporters.now()).toISOString();
  const body: ExportBody = { format: FORMAT, version: VERSION, exportedAt, connections };
  const sealed = passphrase === null ? {} : { sealed: await sealKeys(passphrase, body, keys) };
  const text = JSON.stringify({ ...body, ...sealed }, null, 1);
  if (Buffer.byteLength(text) > LARGEST_BYTES.import) return fail(tooLarge);
  const papers = connections.reduce((sum, connection) => sum + connection.papers.length, 0);
  const notes = connections.reduce((sum, connection) => sum + connection.notes.length, 0);
  return ok({ text, connections: connections.length, keys: keys.length, papers, notes });
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
  return new Set(characters).size > 1
    ? null
    : wrongFields({ passphrase: 'Use at least two different characters.' });
}

async function recordsOf(recordOf: Core['recordOf'], connectionIds: readonly string[]) {
  if (connectionIds.length === 0) {
    return fail(failure('invalid-input', { message: 'Choose at least one connection.' }));
  }
  const records: ConnectionRecord[] = [];
  for (const id of new Set(connectionIds)) {
    const record = await recordOf(id);
    if (!record.ok) return record;
    if (record.value.environment === 'practice') {
      const message = 'The practice connection can’t be exported.';
      return fail(failure('invalid-input', { message, nextStep: 'Deselect the practice connection.' }));
    }
    records.push(record.value);
  }
  return ok(records);
}

async function keysOf(keyStore: Exporters['keyStore'], record: Omit<ConnectionRecord, 'createdAt'>) {
  const keys: MovedKey[] = [];
  for (const { slot, stage, note, remindAt } of await keyStore.keys(record.id)) {
    if (!slotsOf(record).includes(slot)) continue;
    const found = await keyStore.get(record.id, slot, stage);
    if (!found.ok) return found;
    const { key, ...entered } = found.value;
    // Omits a key for an old address, because the other computer would send it to the new address.
    if (!fits({ slot, ...entered }, record)) {
      const message = `${quoted(record.name)} has a saved key for an address that the connection no longer uses.`;
      return fail(failure('refused', { message, nextStep: 'Under Keys & connections, replace the key.' }));
    }
    keys.push({ connectionId: record.id, about: { slot, stage, note, remindAt }, key });
  }
  return ok(keys);
}

async function localOf({ register, notes }: Exporters, connectionId: string) {
  if ((await notes.count(connectionId)) > MOST_NOTES) return fail(tooLarge);
  const papers = await register.ofConnection(connectionId);
  const records = await notes.all(connectionId);
  return ok({
    papers: papers.map(({ standing: _, ...paper }) => paper),
    notes: records.map(({ boardId, updatedAt: _, ...note }) => ({ id: boardId, ...note })),
  });
}

const tooLarge = failure('invalid-input', {
  message: `The export is larger than ${LARGEST_BYTES.import / 1024 / 1024} MiB.`,
  nextStep: 'Leave out papers and notes, or export fewer connections.',
});
