/** Imports one entry, whole or not at all. */
import type { Imported } from '../../preload/contract/connections.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Connections } from '../connections/connections.ts';
import { originsOf } from '../connections/key-origins.ts';
import type { KeySlots } from '../connections/key-slots.ts';
import type { Notes } from '../notes/notes.ts';
import { failure, orStorage } from '../wording/failure.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { PlacedKey, Planned } from './plan.ts';

export interface Importers {
  readonly connections: Pick<Connections, 'importRecord' | 'remove' | 'inTurn'>;
  readonly slots: Pick<KeySlots, 'keys' | 'store' | 'remove'>;
  readonly register: Pick<Store['papers'], 'put' | 'remove'>;
  readonly notes: Pick<Notes, 'take'>;
}

/** How many keys, papers and notes came with it. */
export type Applied = Pick<Imported, 'keys' | 'papers' | 'notes'>;

/** Fails with `refused`, `storage`, or as the keychain does; then nothing of it is here, and it can be tried again. */
export async function applyEntry(importers: Importers, planned: Planned): Promise<Result<Applied>> {
  const { record, shown, papers, notes } = planned;
  if (record === null) {
    return fail(failure('refused', { message: shown.why, nextStep: 'Leave this connection out.' }));
  }
  const keys = planned.keys.filter(({ file }) => file.key !== null);
  const step = { record, keys, papers, notes };
  const done = await orStorage(apply(importers, step, shown.kind));
  if (done.ok) return ok({ keys: keys.length, papers: papers.length, notes: notes.length });
  const taken = await orStorage(shown.kind === 'new' ? remove(importers, step) : takeBack(importers, step));
  if (taken.ok) return done;
  return fail({ ...done.error, details: [...done.error.details, 'Part of the import could not be undone.'] });
}

type Step = Pick<Planned, 'keys' | 'papers' | 'notes'> & { readonly record: ConnectionRecord };

/**
 * A new record comes first: whenever Easel ends, a connection without keys is better than keys without a connection. That
 * of a known connection comes last, so that it never has to be taken back.
 */
async function apply(
  { connections, slots, register, notes }: Importers,
  { record, ...step }: Step,
  kind: Planned['shown']['kind'],
): Promise<Result<null>> {
  const added = kind === 'new' ? await connections.importRecord(record) : ok(null);
  if (!added.ok) return added;
  for (const placed of step.keys) {
    const stored = await connections.inTurn(() => storeKey(slots, record, placed));
    if (!stored.ok) return stored;
  }
  for (const paper of step.papers) await register.put(record.id, paper);
  const written = step.notes.map(({ next }) => next);
  if (written.length > 0) await notes.take(record.id, written);
  return kind === 'update' ? connections.importRecord(record) : ok(null);
}

/** Only in a place that is still free: a key of this computer is never replaced. */
async function storeKey(
  slots: Importers['slots'],
  record: ConnectionRecord,
  { slot, stage, file }: PlacedKey,
): Promise<Result<null>> {
  if (file.key === null) return ok(null);
  const { id: connectionId } = record;
  const isTaken = (await slots.keys(connectionId)).some((key) => key.slot === slot && key.stage === stage);
  if (isTaken) return fail(changedMeanwhile);
  const { note, owner, remindAt } = file.about;
  const about = { note, owner, remindAt, useWhenGreen: false };
  const origins = originsOf(slot, record);
  return slots.store({ connectionId, slot, stage, key: file.key, origins, about });
}

/** A key that the keychain does not give back now becomes a leftover, and is said to be one. */
async function remove({ connections }: Importers, { record }: Step): Promise<Result<null>> {
  const removed = await connections.remove({ connectionId: record.id, keysMayStay: true });
  // It was not added in the first place.
  return removed.ok || removed.error.code === 'not-found' ? ok(null) : removed;
}

async function takeBack(
  { slots, register, notes }: Importers,
  { record, keys, papers, notes: written }: Step,
): Promise<Result<null>> {
  let last: Result<null> = ok(null);
  for (const { slot, stage, file } of keys) {
    const stored = (await slots.keys(record.id)).find(
      (key) => key.slot === slot && key.stage === stage && key.fingerprint === file.fingerprint,
    );
    const removed = stored === undefined ? ok(null) : await slots.remove(record.id, stored.id);
    if (!removed.ok) last = removed;
  }
  for (const { identifier } of papers) await register.remove(record.id, identifier);
  const before = written.map((one) => one.before);
  if (before.length > 0) await notes.take(record.id, before);
  return last;
}

/** What an import did, entry by entry. */
export function importedOf(
  entries: readonly { readonly planned: Planned; readonly result: Result<Applied> }[],
): Imported {
  const done = entries.flatMap(({ planned, result }) =>
    result.ok ? [{ kind: planned.shown.kind, ...result.value }] : [],
  );
  const sum = (what: keyof Applied): number => done.reduce((all, one) => all + one[what], 0);
  return {
    added: done.filter(({ kind }) => kind === 'new').length,
    updated: done.filter(({ kind }) => kind === 'update').length,
    keys: sum('keys'),
    papers: sum('papers'),
    notes: sum('notes'),
    problems: entries.flatMap(({ planned: { shown }, result }) =>
      result.ok ? [] : [{ index: shown.index, name: shown.name, failure: result.error }],
    ),
  };
}

export const changedMeanwhile = failure('refused', {
  message: 'This connection was changed here since the file was opened.',
  nextStep: 'Open the file again to see what it changes now.',
});
