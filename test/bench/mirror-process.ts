/** Queries a large board database in its own process. Arguments: `<user data> <connection> <boards>` */
import path from 'node:path';
import { BoardStore } from '../../main/store/mirror/board-store.ts';
import { done } from '../support/steps.ts';
import type { RowQuery, BoardWindow } from '../../preload/contract/boards.ts';

export type MirrorTimes = Readonly<Record<string, readonly number[]>>;

const ROWS = 100;
const WINDOWS = 2000;
const SORTS = 5;
const SEARCHES = 40;

const [userData = '', connectionId = '', boards = ''] = process.argv.slice(2);
const total = Number(boards);
const times: Record<string, number[]> = {};

const mainDatabase = path.join(userData, 'easel.db');
const openStore = () =>
  new BoardStore({ folder: path.join(userData, 'boards'), mainDatabase, now: Date.now });
let store = openStore();

function timed<T>(what: string, work: () => T): T {
  const begun = performance.now();
  const done = work();
  (times[what] ??= []).push(performance.now() - begun);
  return done;
}

const newestFirst: RowQuery = { find: '', filters: [], order: { by: 'created', descending: true } };
let questions = 0;

/** Returns a query with a filter that matches every board. The filter is always new, so no result is cached. */
function fresh(find: string): RowQuery {
  questions += 1;
  return { ...newestFirst, find, filters: [{ kind: 'created', from: null, to: 8e15 - questions }] };
}

const windowOf = (query: RowQuery, from = 0, more: { readonly hurried?: true } = {}): BoardWindow =>
  done(store.window({ connectionId, from, count: ROWS, query, fields: [], ...more }));
const placeOf = (at: number): number => (at * 7_654_321) % (total - ROWS);

function windows(): void {
  const orders: readonly RowQuery[] = [
    newestFirst,
    { ...newestFirst, order: { by: 'id', descending: false } },
  ];
  for (const query of orders) {
    windowOf(query);
    for (let at = 0; at < WINDOWS; at += 1) {
      const { rows } = timed(`window by ${query.order.by}`, () => windowOf(query, placeOf(at)));
      if (rows.length !== ROWS) throw new Error(`${rows.length} rows at ${placeOf(at)}`);
    }
  }
  for (const by of ['created', 'id', 'label', 'customer'] as const) {
    for (let round = 0; round < SORTS; round += 1) {
      // Reopens the board store, which empties its query cache.
      store.close();
      store = openStore();
      windowOf(newestFirst);
      const query = { ...newestFirst, order: { by, descending: by === 'id' } };
      const { matching } = timed(`sort by ${by}`, () => windowOf(query));
      if (matching !== total) throw new Error(`${matching} boards sorted`);
    }
  }
}

function search(): void {
  const some = windowOf(newestFirst, placeOf(total)).rows[0]?.id ?? '';
  const terms: Readonly<Record<string, string>> = {
    '1 character, common': 'a',
    '1 character, in every id': '-',
    '1 character, absent': 'z',
    '2 characters, common': 'ab',
    '2 characters, absent': 'g-',
    '3 characters, common': 'abc',
    '3 characters, absent': '-x-',
    '6 characters, rare': some.slice(0, 6),
    '12 characters, rare': some.slice(20, 32),
    'a whole id': some,
  };
  for (const [name, term] of Object.entries(terms)) {
    for (let round = 0; round < SEARCHES; round += 1) {
      timed(`first rows, ${name}`, () => windowOf(fresh(term), 0, { hurried: true }));
      const begun = performance.now();
      const { matching } = windowOf(fresh(term));
      const kind = matching > total / 10 ? 'many match' : 'few match';
      (times[`${kind}, ${name}`] ??= []).push(performance.now() - begun);
    }
  }
}

windows();
search();
console.log(JSON.stringify(times satisfies MirrorTimes));
store.close();
