/** A mirror in memory, as far as a listing needs one: it keeps no files, has no threads, and answers no queries. */
import type { BoardPage } from '../../../../main/service/api.ts';
import { toMirrorItem } from '../../../../main/store/mirror/mirror.ts';
import type { Mirror, MirrorFacts, MirrorItem } from '../../../../main/store/mirror/mirror.ts';
import { PagePile, readPage } from '../../../../main/store/mirror/load.ts';

type ListingMirror = Pick<
  Mirror,
  'facts' | 'begin' | 'hold' | 'holdRead' | 'take' | 'finish' | 'abandon' | 'put' | 'remove'
>;

export interface MemoryMirror extends ListingMirror {
  /** Ids in the order they came, those of the vanished left out. */
  readonly ids: () => readonly (string | null)[];
  /** What every call rejects with, from now on; null for none. */
  fault: Error | null;
}

interface Run {
  readonly number: number;
  readonly rows: Map<string, MirrorItem>;
  readonly pages: PagePile;
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
  let run: Run | null = null;
  let lastRun = 0;
  const held = new Map<string, MirrorItem | null>();

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
        held.clear();
        run = { number: lastRun, rows: new Map(), pages: new PagePile() };
        return lastRun;
      }),
    hold: (_, number, bytes, countHeader) =>
      done(() => {
        const { pages } = running(number);
        const page = readPage(bytes, countHeader);
        return page === null ? { unread: bytes } : pages.hold(page);
      }),
    holdRead: (_, number, page) =>
      done(() => running(number).pages.hold(JSON.parse(new TextDecoder().decode(page)) as BoardPage)),
    take: (_, number, page, when) =>
      done(() => {
        const { pages, rows: listed } = running(number);
        const taken = pages.take(page, when);
        if (taken === null) return null;
        const items = taken.fresh.map(toMirrorItem);
        for (const item of items) listed.set(item.key, item);
        if (facts.asOf === null) {
          for (const item of items) if (!held.has(item.key)) rows.set(item.key, item);
          change({});
        }
        return { fresh: items.length, repeated: taken.repeated };
      }),
    finish: (_, number, { completeness, total, notUnderstood, at }) =>
      done(() => {
        const { rows: listed } = running(number);
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
    remove: (_, ...boardIds) =>
      done(() => {
        for (const boardId of boardIds) {
          held.set(`=${boardId}`, null);
          rows.delete(`=${boardId}`);
        }
        return change({});
      }),
  };
  return self;
}
