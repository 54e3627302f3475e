/** Asks a mirror of many boards in its reader itself, without the way to it and back: windows, orders, searches. */
import path from 'node:path';
import { createReader } from '../../main/store/mirror/reader.ts';
import type { BoardQuery } from '../../preload/contract/domain.ts';
import { boardId } from './boards-of-bench.ts';
import { percentile } from './measure.ts';

const [userData = '', connectionId = '', boards = ''] = process.argv.slice(2);
const total = Number(boards);
const COUNT = 100;
const WINDOWS = 2000;
const SEARCHES = 60;

const due: (() => void)[] = [];
const reader = createReader({
  folder: path.join(userData, 'boards'),
  mainDatabase: path.join(userData, 'easel.db'),
  now: Date.now,
  later: (work) => void due.push(work),
});

const inOrder = (by: BoardQuery['order']['by'], descending: boolean): BoardQuery => ({
  find: '',
  filters: [],
  order: { by, descending },
});
const DEFAULT = inOrder('created', true);

/** Gives the time it took, and how many match. */
function ask(query: BoardQuery, from = 0): { readonly ms: number; readonly matching: number } {
  const begun = performance.now();
  const { rows, matching } = reader.window({ connectionId, from, count: COUNT, query, fields: [] });
  const ms = performance.now() - begun;
  if (rows.length !== Math.min(COUNT, matching - from)) throw new Error('a window is not full');
  return { ms, matching };
}
const anywhere = (): number => Math.floor(Math.random() * (total - COUNT));
const hex = (digits: number): string =>
  Math.floor(Math.random() * 16 ** digits)
    .toString(16)
    .padStart(digits, '0');

const first = ask(DEFAULT).ms;
const begun = performance.now();
for (let work = due.shift(); work !== undefined; work = due.shift()) work();
const loaded = performance.now() - begun;
for (let warm = 0; warm < 200; warm += 1) ask(DEFAULT, anywhere());

const windows = Array.from({ length: WINDOWS }, () => ask(DEFAULT, anywhere()).ms);
const sorts = [
  ask(inOrder('id', false)).ms,
  ask(inOrder('id', true)).ms,
  ask(inOrder('created', false)).ms,
  ask(inOrder('label', false)).ms,
  ask(inOrder('customer', true)).ms,
];

/** Each class with terms of its own, and whether they must be found. Ids are of hex digits; all end in a small number. */
const CLASSES: Readonly<Record<string, { readonly term: () => string; readonly matches: boolean | null }>> = {
  common: { term: () => `0000${hex(1).slice(0, Math.random() < 0.5 ? 1 : 0)}`, matches: true },
  rare: { term: () => boardId(anywhere()).slice(0, 13 + Math.floor(Math.random() * 10)), matches: true },
  absent: { term: () => `${hex(4)}-zz${hex(6)}`, matches: false },
  'one character': { term: () => hex(1), matches: true },
  'two characters': { term: () => hex(2), matches: null },
};
const searched: Record<string, number> = {};
let asked = 0;
for (const [name, { term, matches }] of Object.entries(CLASSES)) {
  const times = Array.from({ length: SEARCHES }, () => {
    asked += 1;
    // No answer is kept from before: each is asked of boards created before a moment of its own, which all are.
    const filters = [{ kind: 'created', from: null, to: 9e15 - asked }] as const;
    const { ms, matching } = ask({ find: term(), filters, order: DEFAULT.order });
    if (matches !== null && matching > 0 !== matches) throw new Error(`${name}: ${matching} found`);
    return ms;
  });
  searched[`${name} p50`] = percentile(times, 0.5);
  searched[`${name} p95`] = percentile(times, 0.95);
}
reader.close();
process.stdout.write(
  JSON.stringify({
    'window p50': percentile(windows, 0.5),
    'window p95': percentile(windows, 0.95),
    'window first': first,
    'columns loaded': loaded,
    sort: Math.max(...sorts),
    ...searched,
  }),
);
