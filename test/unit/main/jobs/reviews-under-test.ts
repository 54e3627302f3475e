import { DEFAULT_PREFERENCES } from '../../../../main/ipc/preferences/preferences.ts';
import type { ReviewedDelete } from '../../../../main/jobs/jobs.ts';
import type { Paper } from '../../../../preload/contract/papers.ts';
import { Reviews, type ReviewMirror, type ReviewsOptions } from '../../../../main/jobs/reviews.ts';
import { createLog } from '../../../../main/lib/log/log.ts';
import { NO_POLICY } from '../../../../main/ipc/policy/policy.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { ListChanged, type MirrorFacts, type RowWithRaw } from '../../../../main/store/mirror/mirror.ts';
import type { ConnectionRecord } from '../../../../main/store/tables/connections.ts';
import type { RowFilter, RowQuery, BoardSelection } from '../../../../preload/contract/boards.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { QUERY, rowOf } from '../boards/board-rows.ts';
import { must } from '../../../support/must.ts';
import { jobOf } from '../../renderer/job-of.ts';
import type { Question } from '../../../../main/lib/implementation.ts';
import { recordOf } from '../connections/connection-record.ts';

export const NOW = Date.UTC(2026, 10, 21, 9, 41);
export const DAY = 86_400_000;

export const RECORD = recordOf();

export function boardOf(id: string, days: number, known: Partial<RowWithRaw> = {}): RowWithRaw {
  const epochMs = NOW - days * DAY;
  const created = { raw: new Date(epochMs).toISOString(), epochMs, assumedUtc: false };
  return rowOf(id, { created, ...known });
}

export const written = (known: Partial<NonNullable<RowWithRaw['local']>>): RowWithRaw['local'] => ({
  label: '',
  note: '',
  tags: [],
  customer: '',
  protected: false,
  ...known,
});

export const asking = (...filters: readonly RowFilter[]): RowQuery => ({ ...QUERY, filters });

export const every = (...filters: readonly RowFilter[]): BoardSelection => ({
  kind: 'all',
  query: asking(...filters),
  except: [],
});

export class List implements ReviewMirror {
  boards: readonly RowWithRaw[];
  listFacts: MirrorFacts;
  onPage: (page: number) => void = () => undefined;
  pages = 0;

  constructor(boards: readonly RowWithRaw[]) {
    this.boards = boards;
    const counts = { total: null, notUnderstood: 0, vanished: 0, rows: boards.length };
    this.listFacts = { ...counts, completeness: 'complete', asOf: NOW, revision: 1 };
  }

  change(boards: readonly RowWithRaw[]): void {
    this.boards = boards;
    this.listFacts = { ...this.listFacts, revision: this.listFacts.revision + 1 };
  }

  readonly facts: ReviewMirror['facts'] = () => Promise.resolve(this.listFacts);

  readonly rows: ReviewMirror['rows'] = (_connectionId, selection, from, count) => {
    this.pages += 1;
    this.onPage(this.pages);
    if (selection.kind === 'ranges' && selection.revision !== this.listFacts.revision) {
      return Promise.reject(new ListChanged());
    }
    const rows = this.#of(selection);
    return Promise.resolve({ boards: rows.length, rows: rows.slice(from, from + count) });
  };

  readonly ranks: ReviewMirror['ranks'] = (_connectionId, query, ids) => {
    const all = this.#of({ kind: 'all', query, except: [] });
    return Promise.resolve([...all.keys()].filter((rank) => ids.includes(all[rank]?.id ?? '')));
  };

  #of(selection: BoardSelection): readonly RowWithRaw[] {
    if (selection.kind === 'ids') {
      return selection.ids.flatMap((wanted) => this.boards.filter(({ id }) => id === wanted));
    }
    const matching = this.boards.filter((row) => matches(row, selection.query.filters));
    if (selection.kind === 'all') return matching.filter(({ id }) => !selection.except.includes(id ?? ''));
    return selection.ranges.flatMap(([first, last]) => matching.slice(first, last + 1));
  }
}

function matches({ created, vanishedAt }: RowWithRaw, filters: readonly RowFilter[]): boolean {
  const moment = created?.epochMs ?? null;
  const isListed =
    vanishedAt === null || filters.some((it) => it.kind === 'mark' && it.mark === 'vanished' && it.is);
  return (
    isListed &&
    filters.every((filter) => {
      if (filter.kind === 'older-than') return moment !== null && moment < NOW - filter.days * DAY;
      return filter.kind !== 'mark' || filter.mark !== 'dated' || (moment !== null) === filter.is;
    })
  );
}

export interface Around {
  readonly boards?: readonly RowWithRaw[];
  readonly papers?: readonly Paper[];
  readonly environment?: ConnectionRecord['environment'];
  readonly policy?: Partial<ReviewsOptions['policy']>;
  readonly change?: Partial<ReviewsOptions>;
}

export function reviewsOf({
  boards = [],
  papers = [],
  environment = RECORD.environment,
  policy = {},
  change = {},
}: Around = {}) {
  const list = new List(boards);
  const queued: ReviewedDelete[] = [];
  const now = { at: NOW };
  /** `bulk`: the user's preference for the delay in seconds before a bulk delete starts. */
  const connection = { record: { ...RECORD, environment } as ConnectionRecord | null, bulk: 300 };
  const options: ReviewsOptions = {
    mirror: list,
    papers: { list: () => Promise.resolve(papers) },
    notes: { ofBoards: () => Promise.resolve([]) },
    jobs: {
      placeOfNext: () => 1,
      deleteReviewed: (reviewed) => {
        queued.push(reviewed);
        return Promise.resolve(ok(jobOf('job', { reason: reviewed.reason })));
      },
    },
    recordOf: () =>
      Promise.resolve(connection.record === null ? fail(failure('not-found')) : ok(connection.record)),
    mayChange: () => Promise.resolve(ok(null)),
    preferences: {
      read: () =>
        Promise.resolve({ ...DEFAULT_PREFERENCES, holdSeconds: { single: 10, bulk: connection.bulk } }),
    },
    policy: { ...NO_POLICY, ...policy },
    isLocked: () => false,
    saveExport: () => Promise.resolve(ok(null)),
    publish: () => undefined,
    log: createLog(() => undefined),
    now: () => now.at,
    ...change,
  };
  const reviews = new Reviews(options);
  return {
    reviews,
    options,
    list,
    queued,
    connection,
    now,
    run: (reviewId: string, { typed = '', reason = '' } = {}, answered?: Question) =>
      reviews.deleteReviewed({ reviewId, typed, reason }, answered),
    open: async (selection = every()) => must(await reviews.review({ connectionId: 'c', selection })),
  };
}

export const some = (count: number) =>
  Array.from({ length: count }, (_, index) => boardOf(`b${index}`, index + 1));
