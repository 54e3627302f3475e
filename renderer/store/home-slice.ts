import type { RowFilter, RowQuery, RecentRoom } from '../../preload/contract/boards.ts';
import type { EaselBridge } from '../../preload/contract/contract.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { exportedSentence } from './board-export-slice.ts';
import { findBoard } from './boards-slice.ts';
import { onConnectionInFront } from './connections-slice.ts';
import { ALL_ROWS, type ListActions, type ListOf } from './list-slice.ts';
import { shownPapers } from './papers-slice.ts';
import { oneAtATime } from '../../preload/contract/later-facts.ts';
import { isLocked, onLocked } from './lock-slice.ts';
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

function windowOf(bridge: EaselBridge, connectionId: string, query: RowQuery, count = 1) {
  return bridge.boards.window({ connectionId, from: 0, count, query, fields: [] });
}

async function countAges(bridge: EaselBridge, connectionId: string): Promise<Result<readonly number[]>> {
  const value: number[] = [];
  // Sends one request at a time, because main caches the count of undated boards, which all these requests need.
  for (const { filters } of AGES) {
    const answer = await windowOf(bridge, connectionId, { ...ALL_ROWS, filters });
    if (!answer.ok) return answer;
    value.push(answer.value.matching);
  }
  return { ok: true, value };
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

export type HomeFacts = Extract<Awaited<ReturnType<typeof readFacts>>, { readonly ok: true }>['value'];

async function readFacts(bridge: EaselBridge, connectionId: string, rooms: readonly RecentRoom[]) {
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
  const value = {
    connectionId,
    ages: ages.value,
    total: newest.value.matching,
    // If the count of labelled boards fails, assumes that some exist. Otherwise the home screen would offer an import.
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
  return { ok: true as const, value };
}

export function createHomeSlice({ bridge, set, get, store, here, save }: SliceContext) {
  const readHome = oneAtATime(async () => {
    const connectionId = get().currentId;
    if (connectionId === null) return;
    const [facts] = await Promise.all([readFacts(bridge, connectionId, get().recent), get().readKeys()]);
    if (get().currentId === connectionId && !isLocked(get()))
      set(facts.ok ? { homeFacts: facts.value, homeFailure: null } : { homeFailure: facts.error });
  });

  onLocked(store, () => set({ homeFacts: null, homeFailure: null }));
  onConnectionInFront(store, (_connectionId, isOther) => {
    if (isOther) set({ homeFailure: null });
  });

  return {
    homeFacts: null as HomeFacts | null,
    homeFailure: null as Failure | null,

    /** Reads the data of the home screen. If a list changes during the read, reads the data once more. */
    readHome,

    countRows: (query: RowQuery) => windowOf(bridge, here(), query),

    /** Opens the review of a rule's first boards. Counts again, because the review needs the current revision. */
    reviewRule: async (query: RowQuery, most: number) => {
      const found = await get().countRows(query);
      if (!found.ok) return get().raise(found.error);
      const { matching, revision } = found.value;
      if (matching === 0) return get().say('No boards match this rule any longer.');
      const ranges = [[0, Math.min(matching, most) - 1]] as const;
      get().askToReview('board', { kind: 'ranges', query, revision, ranges });
    },

    readCustomers: () => bridge.customers.totals({ connectionId: here() }),
    readCustomer: (customer: string) => bridge.customers.page({ connectionId: here(), customer }),
    exportCustomers: () =>
      save(bridge.customers.export({ connectionId: here() }), (file) => exportedSentence(file, 'customer')),

    /** Opens a list's screen and returns the list's actions. Null if the screen did not open, as with unsaved changes. */
    openList: async (of: ListOf): Promise<ListActions | null> => {
      await get().go({ kind: 'screen', screen: `${of}s` });
      const { screen, currentId, openBoards, openPapers, boardList, paperList } = get();
      if (currentId === null || screen !== `${of}s`) return null;
      await (of === 'board' ? openBoards : openPapers)(currentId);
      return of === 'board' ? boardList : paperList;
    },

    showMatching: async (of: ListOf, filters: readonly RowFilter[], find = '') =>
      (await get().openList(of))?.showAll({ filters, find }),

    showPaper: async (identifier: string) => {
      if ((await get().openList('paper')) === null) return;
      const isListed = shownPapers(get()).some((paper) => paper.identifier === identifier);
      if (!isListed) get().paperList.clear();
      get().selectPaper(identifier);
    },
  };
}
