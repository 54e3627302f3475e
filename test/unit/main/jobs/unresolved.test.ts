import { expect, test } from 'vitest';
import type { Boards } from '../../../../main/boards/boards.ts';
import {
  CreateJournal,
  type CreateJournalOptions,
  unresolvedCalls,
} from '../../../../main/jobs/unresolved.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import type { Mirror } from '../../../../main/store/mirror/mirror.ts';
import type { BoardWindowRequest } from '../../../../preload/contract/boards.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { rowOf } from '../boards/board-rows.ts';

const SENT = Date.UTC(2026, 10, 21, 9);
const MINUTE = 60_000;

/** Checks a create with an unknown outcome. Boards in the list were created `createdAfter` ms after its request. */
async function check(...createdAfter: readonly number[]) {
  return (await checkAt(SENT + MINUTE, ...createdAfter)).newcomers.map(({ id }) => id);
}

async function checkAt(now: number, ...createdAfter: readonly number[]) {
  const unknown = [{ id: 'u', kind: 'board', sentAt: SENT }];
  const table = { unknown: () => Promise.resolve(unknown) };
  const journal = new CreateJournal({ table, now: () => now } as unknown as CreateJournalOptions);
  const window = ({ query }: BoardWindowRequest) => {
    const [filter] = query.filters;
    if (filter?.kind !== 'created') throw new Error('no filter by creation time');
    const [from, to] = [filter.from ?? -Infinity, filter.to ?? Infinity];
    const matching = createdAfter.filter((after) => from <= SENT + after && SENT + after < to);
    return Promise.resolve({ rows: matching.map((after) => rowOf(String(after))) });
  };
  const boards = {
    listToEnd: () => Promise.resolve(ok({ completeness: 'complete' })),
    ask: async (_connectionId: string, ask: (mirror: Mirror) => unknown) =>
      ok(await ask({ window } as unknown as Mirror)),
  } as unknown as Boards;
  const { run } = unresolvedCalls(journal, boards).check;
  const result = await run({ connectionId: 'c', unresolvedId: 'u' });
  if (!result.ok || result.value.kind !== 'board') throw new Error('no boards');
  return result.value;
}

test('after an unknown create, Easel finds the new board even if the service’s times are in another time zone', async () => {
  expect(await check(14 * 60 * MINUTE, -12 * 60 * MINUTE, 25 * 60 * MINUTE)).toEqual([
    '50400000',
    '-43200000',
  ]);
  expect(await check(MINUTE, -60 * MINUTE)).toEqual(['60000']);
});

test('a check for a new board within a minute of the create request says that the create may still take effect', async () => {
  expect((await checkAt(SENT + MINUTE - 1)).completeness).toBe('too-early');
  expect((await checkAt(SENT + MINUTE)).completeness).toBe('complete');
});

test('a board that the user identifies as the result of an unknown create counts as created with Easel', async () => {
  const noted: string[] = [];
  const table = {
    unknown: () => Promise.resolve([{ id: 'u', kind: 'board' }]),
    remove: () => Promise.resolve(),
  };
  const journal = new CreateJournal({ table, publish: () => undefined } as unknown as CreateJournalOptions);
  const noteMade = (_connectionId: string, ids: readonly string[]) => Promise.resolve(noted.push(...ids));
  const { settle } = unresolvedCalls(journal, { noteMade } as unknown as Boards);
  const of = { connectionId: 'c', unresolvedId: 'u' };
  expect(await settle.run({ ...of, boardId: 'made' })).toEqual(ok(null));
  await settle.run({ ...of, boardId: null });
  await settle.run({ ...of, unresolvedId: 'resolved before', boardId: 'other' });
  expect(noted).toEqual(['made']);
});

test('main does not send a create request that the user cancels before main has begun it', async () => {
  const table = { put: () => Promise.resolve(), remove: () => Promise.resolve() };
  const journal = new CreateJournal({ table, now: () => SENT } as unknown as CreateJournalOptions);
  const board = { connectionId: 'c', kind: 'board', name: '', templateId: null } as const;
  const create = (startedAt: number) =>
    journal.watch({ ...board, startedAt }, (signal) => Promise.resolve(ok(signal?.aborted)));
  journal.cancel({ connectionId: 'c', kind: 'board', startedAt: 1 });
  expect(await create(1)).toMatchObject({ error: { code: 'cancelled' } });
  const saving = create(2);
  journal.cancel({ connectionId: 'c', kind: 'board', startedAt: 2 });
  expect(await saving).toMatchObject({ error: { code: 'cancelled' } });
  expect(await create(3)).toEqual(ok(false));
});

test('a create request with an unknown outcome returns its failure even if the outcome can’t be saved', async () => {
  const table = { put: () => Promise.resolve(), markUnknown: () => Promise.reject(new Error('disk full')) };
  const journal = new CreateJournal({ table, now: () => SENT } as unknown as CreateJournalOptions);
  const lost = fail(failure('outcome-unknown', { message: 'Created; the identifier is p-1.' }));
  const paper = { connectionId: 'c', kind: 'paper', name: 'Lesson', templateId: null } as const;
  expect(await journal.watch(paper, () => Promise.resolve(lost))).toBe(lost);
});
