import type { RowFilter, RowQuery, BoardRow, RecentRoom } from '../../preload/contract/boards.ts';
import type { EaselBridge } from '../../preload/contract/contract.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import type { Paper } from '../../preload/contract/papers.ts';
import { counted } from '../lib/format.ts';
import { required } from './calls.ts';
import { ALL_ROWS, type ListOf } from './list-slice.ts';
import { shownPapers } from './papers-slice.ts';
import { isLocked, onLocked } from './lock-slice.ts';
import { findBoard } from './recent-slice.ts';
import type { SliceContext } from './store.ts';

const olderThan = (days: number): RowFilter => ({ kind: 'older-than', days });
const newerThan = (days: number): RowFilter => ({ kind: 'newer-than', days });

export const AGES: readonly { readonly name: string; readonly filters: readonly RowFilter[] }[] = [
  { name: 'Newer than 30 days', filters: [newerThan(30)] },
  { name: '30 to 90 days', filters: [olderThan(30), newerThan(90)] },
  { name: '90 to 365 days', filters: [olderThan(90), newerThan(365)] },
  { name: 'Older than 365 days', filters: [olderThan(365)] },
  { name: 'No creation date', filters: [{ kind: 'mark', mark: 'dated', is: false }] },
];

export const OLD: readonly RowFilter[] = [olderThan(90)];

export const NAMED = 8;

export interface HomeFacts {
  readonly connectionId: string;
  readonly ages: readonly number[];
  readonly total: number;
  readonly hasLabels: boolean;
  readonly recent: readonly RecentRoom[];
  readonly newest: readonly BoardRow[];
  readonly papers: number;
  readonly recentPapers: readonly RecentRoom[];
  readonly newestPapers: readonly Paper[];
}

function windowOf(bridge: EaselBridge, connectionId: string, query: RowQuery, count = 1) {
  return bridge.boards.window({ connectionId, from: 0, count, query, fields: [] });
}

async function countAges(bridge: EaselBridge, connectionId: string): Promise<Result<readonly number[]>> {
  const counts: number[] = [];
  const windows = AGES.map(({ filters }) => windowOf(bridge, connectionId, { ...ALL_ROWS, filters }));
  for (const window of await Promise.all(windows)) {
    if (!window.ok) return window;
    counts.push(window.value.matching);
  }
  return { ok: true, value: counts };
}

async function readRecent(
  bridge: EaselBridge,
  connectionId: string,
  recent: readonly RecentRoom[],
): Promise<readonly RecentRoom[]> {
  const boards = recent.filter(({ kind }) => kind === 'board');
  const found = await Promise.all(
    boards.slice(0, NAMED).map(async (room) => {
      const there = await findBoard(bridge, connectionId, ALL_ROWS, room.id);
      return there === null ? [] : [{ ...room, name: there.row.local?.label ?? '' }];
    }),
  );
  return found.flat();
}

async function readFacts(
  bridge: EaselBridge,
  connectionId: string,
  rooms: readonly RecentRoom[],
): Promise<Result<HomeFacts>> {
  const withLabels: RowFilter = { kind: 'mark', mark: 'labelled', is: true };
  const [ages, recent, newest, labelled, papers] = await Promise.all([
    countAges(bridge, connectionId),
    readRecent(bridge, connectionId, rooms),
    windowOf(bridge, connectionId, ALL_ROWS, NAMED),
    windowOf(bridge, connectionId, { ...ALL_ROWS, filters: [withLabels] }),
    bridge.papers.list({ connectionId }),
  ]);
  if (!ages.ok) return ages;
  if (!newest.ok) return newest;
  if (!papers.ok) return papers;
  const known = papers.value.filter(({ deletedAt }) => deletedAt === null);
  const newestPapers = known.toSorted((a, b) => b.rememberedAt - a.rememberedAt).slice(0, NAMED);
  const value: HomeFacts = {
    connectionId,
    ages: ages.value,
    total: newest.value.matching,
    // After a failure boards count as labelled. A missing offer to import labels is better than a wrong one.
    hasLabels: !labelled.ok || labelled.value.matching > 0,
    recent,
    newest: newest.value.rows,
    papers: known.length,
    recentPapers: rooms
      .flatMap((room) => {
        const paper = known.find(({ identifier }) => room.kind === 'paper' && identifier === room.id);
        return paper === undefined ? [] : [{ ...room, name: paper.name }];
      })
      .slice(0, NAMED),
    newestPapers,
  };
  return { ok: true, value };
}

export function createHomeSlice({ bridge, set, get, store, attempt, saved }: SliceContext) {
  let reading = false;
  let again = false;

  async function read(): Promise<void> {
    const connectionId = get().currentId;
    if (connectionId === null) return;
    const isShown = (): boolean => get().currentId === connectionId && !isLocked(get());
    await Promise.all([
      readFacts(bridge, connectionId, get().recent).then((facts) => {
        if (!isShown()) return;
        if (facts.ok) set({ homeFacts: facts.value, homeFailure: null });
        else set({ homeFailure: facts.error });
      }),
      get().readKeys(),
    ]);
  }

  onLocked(store, () => set({ homeFacts: null, homeFailure: null }));

  return {
    homeFacts: null as HomeFacts | null,
    homeFailure: null as Failure | null,

    readHome: async () => {
      if (reading) {
        again = true;
        return;
      }
      reading = true;
      do {
        again = false;
        await read();
      } while (again);
      reading = false;
    },

    countRows: (query: RowQuery) => windowOf(bridge, required(get().currentId), query),

    readCustomers: () => bridge.customers.totals({ connectionId: required(get().currentId) }),
    readCustomer: (customer: string) =>
      bridge.customers.page({ connectionId: required(get().currentId), customer }),
    exportCustomers: () =>
      attempt(
        saved(
          bridge.customers.export({ connectionId: required(get().currentId) }),
          ({ items, fileName }) => `Exported ${counted(items, 'customer')} to ${fileName}.`,
        ),
      ),

    showMatching: async (of: ListOf, filters: readonly RowFilter[], find = '') => {
      const { currentId, boardList, paperList, openBoards, openPapers } = get();
      if (currentId === null) return;
      await get().go({ kind: 'screen', screen: `${of}s` });
      if (get().screen !== `${of}s`) return;
      await (of === 'board' ? openBoards : openPapers)(currentId);
      (of === 'board' ? boardList : paperList).setQuery({ ...ALL_ROWS, filters, find });
    },

    showPaper: async (identifier: string) => {
      const { currentId } = get();
      if (currentId === null) return;
      await get().go({ kind: 'screen', screen: 'papers' });
      if (get().screen !== 'papers') return;
      await get().openPapers(currentId);
      const isListed = shownPapers(get()).some((paper) => paper.identifier === identifier);
      if (!isListed) get().paperList.clear();
      get().selectPaper(identifier);
    },

    showRoom: (id: string): Promise<void> =>
      get().papers?.some(({ identifier }) => identifier === id) === true
        ? get().showPaper(id)
        : get().go({ kind: 'board', id }),
  };
}
