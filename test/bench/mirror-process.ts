/**
 * Reads a mirror of a million boards in a process of its own, so that its memory is nobody else's, and prints the
 * times in milliseconds as JSON. `node mirror-process.ts <folder> windows|search`
 */
import path from 'node:path';
import type { MirrorReader } from '../../main/store/mirror/reader.ts';
import { createReader } from '../../main/store/mirror/reader.ts';
import { openFile } from '../../main/store/open.ts';
import type { BoardQuery, BoardWindow } from '../../preload/contract/boards.ts';
import { CONNECTION, MILLION } from './mirror-million.ts';

/** Times by what was done, and megabytes. */
export interface MirrorTimes {
  readonly times: Readonly<Record<string, readonly number[]>>;
  readonly residentBefore: number;
  readonly resident: number;
}

const ROWS = 100;
const WINDOWS = 2000;
const SORTS = 5;
const SEARCHES = 40;

const [folder = '', kind = ''] = process.argv.slice(2);
const times: Record<string, number[]> = {};
const resident = (): number => process.memoryUsage().rss / 1e6;
const residentBefore = resident();

const mainDatabase = path.join(folder, 'easel.db');
openFile(mainDatabase, Date.now()).db.close();
const openReader = (): MirrorReader => createReader({ folder, mainDatabase, now: Date.now });
let reader = openReader();

function timed<T>(what: string, work: () => T): T {
  const begun = performance.now();
  const done = work();
  (times[what] ??= []).push(performance.now() - begun);
  return done;
}

let questions = 0;

/** A question that nobody has asked before, and that means the same as without its filter. */
function fresh(find: string, order: BoardQuery['order'] = { by: 'created', descending: true }): BoardQuery {
  questions += 1;
  return { find, filters: [{ kind: 'created', from: null, to: 8e15 - questions }], order };
}

const windowOf = (query: BoardQuery, from = 0): BoardWindow =>
  reader.window({ connectionId: CONNECTION, from, count: ROWS, query, fields: [] });
const firstRowsOf = (query: BoardQuery): BoardWindow =>
  reader.window({ connectionId: CONNECTION, from: 0, count: ROWS, query, fields: [], hurried: true });

const newestFirst: BoardQuery = { find: '', filters: [], order: { by: 'created', descending: true } };

function windows(): void {
  const orders = {
    'in the default order': newestFirst,
    'sorted by id': { find: '', filters: [], order: { by: 'id', descending: false } } as const,
  };
  for (const [name, query] of Object.entries(orders)) {
    windowOf(query);
    // The first time each comes from the disk, unless the system holds the file in memory as a listing leaves it.
    for (const time of ['first look', 'window']) {
      for (let at = 0; at < WINDOWS; at += 1) {
        // Anywhere, but at the same places each time.
        const from = (at * 7_654_321) % (MILLION - ROWS);
        const { rows } = timed(`${time} ${name}`, () => windowOf(query, from));
        if (rows.length !== ROWS) throw new Error(`${rows.length} rows at ${from}`);
      }
    }
  }
  for (const by of ['created', 'id', 'label', 'customer'] as const) {
    for (let round = 0; round < SORTS; round += 1) {
      // Another reader has no answers yet.
      reader.close();
      reader = openReader();
      windowOf(newestFirst);
      const order = { by, descending: by === 'id' };
      const { matching } = timed(`sort by ${by}`, () => windowOf({ find: '', filters: [], order }));
      if (matching !== MILLION) throw new Error(`${matching} boards sorted`);
    }
  }
}

function search(): void {
  const some = windowOf(newestFirst, MILLION / 2).rows[0]?.id ?? '';
  const terms: Readonly<Record<string, string>> = {
    '1 character, common': 'a',
    '1 character, in every id': '4',
    '1 character, absent': 'z',
    '2 characters, common': 'ab',
    '2 characters, in every id': '-4',
    '2 characters, absent': 'g-',
    '3 characters, common': 'abc',
    '3 characters, absent': '-x-',
    '6 characters, rare': some.slice(0, 6),
    '12 characters, rare': some.slice(20, 32),
    'a whole id': some,
    '8 characters, absent': 'fffffffg',
  };
  for (const [name, term] of Object.entries(terms)) {
    for (let round = 0; round < SEARCHES; round += 1) {
      // Nothing of the last search may help this one.
      windowOf(fresh(`no such id ${questions}`));
      timed(`first rows, ${name}`, () => firstRowsOf(fresh(term)));
      timed(name, () => windowOf(fresh(term)));
    }
  }
  // Each term is asked once, so nothing of it is known; the list without it is, as after a look at the middle of it.
  for (const digit of '0123456789abcdef') {
    windowOf(newestFirst, MILLION / 2);
    timed('3 characters, in one of sixteen ids', () => windowOf({ ...newestFirst, find: `-4${digit}` }));
    timed('list not held, in one of sixteen ids', () => windowOf(fresh(`-4${digit}`)));
  }
  for (let typed = 0; typed < SEARCHES; typed += 1) {
    const id = windowOf(newestFirst, (typed * 7_654_321) % (MILLION - ROWS)).rows[0]?.id ?? '';
    for (let length = 3; length <= 8; length += 1) {
      const query = { ...newestFirst, find: id.slice(0, length) };
      timed('typed on, one character after the other', () => windowOf(query));
    }
  }
}

timed('first rows', () => windowOf(newestFirst));
timed('ready for any question', () => windowOf(newestFirst, MILLION / 2));
const held = resident();
if (kind === 'windows') windows();
else search();
console.log(JSON.stringify({ times, residentBefore, resident: held } satisfies MirrorTimes));
reader.close();
