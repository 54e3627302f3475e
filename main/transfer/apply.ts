/** Imports one entry, whole or not at all. */
import type { MergeChoice } from '../../preload/contract/boards.ts';
import type { Imported } from '../../preload/contract/connections.ts';
import type { RegisteredPaper } from '../../preload/contract/papers.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Connections } from '../connections/connections.ts';
import { originsOf } from '../connections/key-origins.ts';
import type { KeySlots } from '../connections/key-slots.ts';
import { winnerOf } from '../notes/merge.ts';
import type { Notes } from '../notes/notes.ts';
import { cleanLine } from '../wording/clean.ts';
import { failure, orStorage } from '../wording/failure.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { emptyNote, type NoteRecord } from '../store/tables/change-note.ts';
import type { ViewRecord } from '../store/tables/index.ts';
import type { Placed } from './merge-local.ts';
import type { PlacedKey, Planned } from './plan.ts';

export interface Importers {
  readonly connections: Pick<Connections, 'importRecord' | 'remove' | 'inTurn'>;
  readonly slots: Pick<KeySlots, 'keys' | 'store' | 'remove'>;
  readonly register: Pick<Store['papers'], 'put' | 'remove'>;
  readonly notes: Pick<Notes, 'take'>;
  readonly views: Pick<Store['views'], 'put' | 'remove'>;
}

/** How many keys, papers, notes and views came with it. */
export type Applied = Pick<Imported, 'keys' | 'papers' | 'notes' | 'views'>;

/** Fails with `refused`, `storage`, or as the keychain does; then nothing of it is here, and it can be tried again. */
export async function applyEntry(
  importers: Importers,
  planned: Planned & Pick<Step, 'before'>,
  { side, except }: MergeChoice,
): Promise<Result<Applied>> {
  const { record, shown, local, before } = planned;
  if (record === null) {
    return fail(failure('refused', { message: shown.why, nextStep: 'Leave this connection out.' }));
  }
  const keys = planned.keys.filter(({ file }) => file.key !== null);
  const choice = { side, except: new Set(except) };
  const written = <T>(all: readonly Placed<T>[]): readonly Written<T>[] =>
    all.flatMap(({ place, merged }) => {
      const next = winnerOf(merged, place, choice);
      return next === null ? [] : [{ next, before: merged.before }];
    });
  const [papers, notes, views] = [written(local.papers), written(local.notes), written(local.views)];
  const step = { record, before, keys, papers, notes, views };
  const done = await orStorage(apply(importers, step, shown.kind));
  if (done.ok) {
    return ok({ keys: keys.length, papers: papers.length, notes: notes.length, views: views.length });
  }
  const taken = await orStorage(shown.kind === 'new' ? remove(importers, step) : takeBack(importers, step));
  if (taken.ok) return done;
  return fail({ ...done.error, details: [...done.error.details, 'Part of the import could not be undone.'] });
}

/** What is to be there, and what was there before it. */
interface Written<T> {
  readonly next: T;
  readonly before: T | null;
}

interface Step {
  readonly record: ConnectionRecord;
  /** As it was when a person agreed to the import; null for a new one. */
  readonly before: ConnectionRecord | null;
  readonly keys: Planned['keys'];
  readonly papers: readonly Written<RegisteredPaper>[];
  readonly notes: readonly Written<NoteRecord>[];
  readonly views: readonly Written<ViewRecord>[];
}

/**
 * A new record comes first: whenever Easel ends, a connection without keys is better than keys without a connection. That
 * of a known connection comes last, so that it never has to be taken back.
 */
async function apply(
  { connections, slots, register, notes, views }: Importers,
  { record, before, ...step }: Step,
  kind: Planned['shown']['kind'],
): Promise<Result<null>> {
  const added = kind === 'new' ? await connections.importRecord(record, before) : ok(null);
  if (!added.ok) return added;
  for (const placed of step.keys) {
    const stored = await connections.inTurn(() => storeKey(slots, record, placed));
    if (!stored.ok) return stored;
  }
  for (const { next } of step.papers) await register.put(record.id, next);
  for (const { next } of step.views) await views.put(next);
  const written = step.notes.map(({ next }) => next);
  if (written.length > 0) await notes.take(record.id, written);
  return kind === 'update' ? connections.importRecord(record, before) : ok(null);
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
  const about = { note: cleanLine(note), owner: cleanLine(owner), remindAt, useWhenGreen: false };
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
  { slots, register, notes, views }: Importers,
  { record, keys, ...step }: Step,
): Promise<Result<null>> {
  let last: Result<null> = ok(null);
  for (const { slot, stage, file } of keys) {
    const stored = (await slots.keys(record.id)).find(
      (key) => key.slot === slot && key.stage === stage && key.fingerprint === file.fingerprint,
    );
    const removed = stored === undefined ? ok(null) : await slots.remove(record.id, stored.id);
    if (!removed.ok) last = removed;
  }
  for (const { next, before } of step.papers) {
    await (before === null ? register.remove(record.id, next.identifier) : register.put(record.id, before));
  }
  for (const { next, before } of step.views)
    await (before === null ? views.remove(record.id, next.id) : views.put(before));
  const before = step.notes.map((one) => one.before ?? emptyNote(one.next.boardId, 0));
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
    views: sum('views'),
    readyId: entries.find(isReady)?.planned.record?.id ?? null,
    problems: entries.flatMap(({ planned: { shown }, result }) =>
      result.ok ? [] : [{ index: shown.index, name: shown.name, failure: result.error }],
    ),
  };
}

/** New, and there is a key to use it with. */
function isReady({
  planned,
  result,
}: {
  readonly planned: Planned;
  readonly result: Result<Applied>;
}): boolean {
  return result.ok && result.value.keys > 0 && planned.shown.kind === 'new';
}

export const changedMeanwhile = failure('refused', {
  message: 'This connection was changed here since the file was opened.',
  nextStep: 'Open the file again to see what it changes now.',
});
