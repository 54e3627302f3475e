/** In-memory replacement of the stored board list (mirror) for listings, without files, threads and queries. */
import type { BoardItem } from '../../../../main/service/types.ts';
import { itemKey } from '../../../../main/service/wire/body.ts';
import type { Mirror, MirrorFacts } from '../../../../main/store/mirror/mirror.ts';
import { SeenBoards } from '../../../../main/store/mirror/board-store.ts';
import { WAITING } from './read-pages.ts';

type ListingMirror = Pick<Mirror, 'facts' | 'begin' | 'take' | 'finish' | 'abandon' | 'put' | 'remove'>;

export interface MemoryMirror extends ListingMirror {
  /** Ids of the boards that are still listed, in the order in which they were received. */
  readonly ids: () => readonly (string | null)[];
  /** Error with which all later calls fail. Null if calls succeed. */
  fault: Error | null;
}

interface Run {
  readonly number: number;
  readonly rows: Map<string, BoardItem>;
  readonly seen: SeenBoards;
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
  let rows = new Map<string, BoardItem>();
  let run: Run | null = null;
  let lastRun = 0;

  const done = <T>(does: () => T): Promise<T> =>
    self.fault === null ? Promise.resolve().then(does) : Promise.reject(self.fault);
  const change = (next: Partial<MirrorFacts>): MirrorFacts => {
    facts = { ...facts, ...next, rows: rows.size, revision: facts.revision + 1 };
    return facts;
  };
  const running = (number: number): Run => {
    if (run?.number !== number) throw new Error('this run is over');
    return run;
  };

  const self: MemoryMirror = {
    fault: null,
    ids: () => [...rows.values()].map(({ id }) => id),
    facts: () => done(() => facts),
    begin: () =>
      done(() => {
        lastRun += 1;
        run = { number: lastRun, rows: new Map(), seen: new SeenBoards() };
        return lastRun;
      }),
    take: (_, number, page, when) =>
      done(() => {
        const { seen, rows: listed } = running(number);
        const items = seen.take(WAITING.take(page), when);
        if (items === null) return null;
        for (const item of items) listed.set(itemKey(item), item);
        if (facts.asOf === null) {
          for (const item of items) rows.set(itemKey(item), item);
          change({});
        }
        return items.length;
      }),
    finish: (_, number, { completeness, total, notUnderstood, at, made = [], deleted = [] }) =>
      done(() => {
        const { rows: listed, seen } = running(number);
        const missing = made.filter((id) => !seen.has(id));
        for (const key of missing) {
          const item = rows.get(key);
          if (item !== undefined) listed.set(key, item);
        }
        const added = [...listed.keys()].filter((key) => !rows.has(key)).length;
        const gone = [...rows.keys()].filter((key) => !listed.has(key)).length;
        rows = listed;
        run = null;
        const back = deleted.filter((id) => seen.has(id));
        return { ...change({ completeness, total, notUnderstood, asOf: at }), missing, back, added, gone };
      }),
    abandon: (_, number) =>
      done(() => {
        running(number);
        run = null;
      }),
    put: (_, ...items) =>
      done(() => {
        for (const item of items) rows.set(itemKey(item), item);
        change({});
      }),
    remove: (_, ...boardIds) =>
      done(() => {
        for (const boardId of boardIds) rows.delete(boardId);
        change({});
      }),
  };
  return self;
}
