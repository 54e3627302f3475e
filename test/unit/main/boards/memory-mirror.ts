/** A mirror in memory, as far as a listing needs one: it keeps no files, has no threads, and answers no queries. */
import type { Mirror, MirrorFacts, MirrorItem } from '../../../../main/store/mirror/mirror.ts';

type Kept = Pick<Mirror, 'facts' | 'begin' | 'append' | 'finish' | 'abandon' | 'put' | 'remove'>;

export interface MemoryMirror extends Kept {
  /** Ids in the order they came, those of the vanished left out. */
  readonly ids: () => readonly (string | null)[];
  /** What every call rejects with, from now on; null for none. */
  fault: Error | null;
}

const EMPTY: MirrorFacts = {
  completeness: 'maybe-incomplete',
  asOf: null,
  total: null,
  notUnderstood: 0,
  rows: 0,
  vanished: 0,
  revision: 0,
};

export function memoryMirror(): MemoryMirror {
  let facts = EMPTY;
  let rows = new Map<string, MirrorItem>();
  let run: { readonly number: number; readonly rows: Map<string, MirrorItem> } | null = null;
  let lastRun = 0;
  const held = new Map<string, MirrorItem | null>();

  const done = <T>(does: () => T): Promise<T> =>
    self.fault === null ? Promise.resolve().then(does) : Promise.reject(self.fault);
  const change = (next: Partial<MirrorFacts>): MirrorFacts => {
    facts = { ...facts, ...next, rows: rows.size, revision: facts.revision + 1 };
    return facts;
  };
  const running = (number: number): Map<string, MirrorItem> => {
    if (run?.number !== number) throw new Error('this run is over');
    return run.rows;
  };

  const self: MemoryMirror = {
    fault: null,
    ids: () => [...rows.values()].map(({ id }) => id),
    facts: () => done(() => facts),
    begin: () =>
      done(() => {
        lastRun += 1;
        held.clear();
        run = { number: lastRun, rows: new Map() };
        return lastRun;
      }),
    append: (_, number, items) =>
      done(() => {
        const listed = running(number);
        for (const item of items) listed.set(item.key, item);
        if (facts.asOf !== null) return;
        for (const item of items) if (!held.has(item.key)) rows.set(item.key, item);
        change({});
      }),
    finish: (_, number, { completeness, total, notUnderstood, at }) =>
      done(() => {
        const listed = running(number);
        for (const [key, item] of held) {
          if (item === null) listed.delete(key);
          else listed.set(key, item);
        }
        rows = listed;
        run = null;
        return change({ completeness, total, notUnderstood, asOf: at });
      }),
    abandon: (_, number) =>
      done(() => {
        running(number);
        run = null;
      }),
    put: (_, item) =>
      done(() => {
        held.set(item.key, item);
        rows.set(item.key, item);
        return change({});
      }),
    remove: (_, boardId) =>
      done(() => {
        held.set(`=${boardId}`, null);
        rows.delete(`=${boardId}`);
        return change({});
      }),
  };
  return self;
}
