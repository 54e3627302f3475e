import { describe, expect, test } from 'vitest';
import { lookFor } from '../../../../main/boards/boards.ts';
import type { BoardPage } from '../../../../main/service/api.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { fail, ok, type FailureCode, type Result } from '../../../../preload/contract/failure.ts';

const NO = fail(failure('not-found', { status: 404 }));
const listOf = (ids: readonly (string | null)[], total: number | null = null): Result<BoardPage> =>
  ok({ items: ids.map((id) => ({ id, created: null, raw: '{}' })), notUnderstood: 0, total });
const failed = (code: FailureCode, status?: number) =>
  fail(failure(code, status === undefined ? {} : { status }));

/** Looks for `b` at a service that shows some boards, and gives this list. */
async function look(
  shows: readonly string[],
  list: Result<BoardPage>,
  otherwise: Result<never> = NO,
  secondList = list,
) {
  const asked: string[] = [];
  const found = await lookFor(
    {
      viewBoard: (id) => {
        asked.push(id);
        return Promise.resolve(
          shows.includes(id)
            ? ok({ id, created: null, otherFields: [], raw: '{}', proves: true })
            : otherwise,
        );
      },
      listBoards: ({ limit }) => {
        const isSecond = asked.includes('list 100');
        asked.push(`list ${limit ?? 'all'}`);
        return Promise.resolve(isSecond ? secondList : list);
      },
    },
    'b',
  );
  return { ...found, asked };
}

/** A list that contains board `a`, with these changes. */
const listWith = (change: Partial<BoardPage>): Result<BoardPage> =>
  ok({ items: [{ id: 'a', created: null, raw: '{}' }], notUnderstood: 0, total: null, ...change });
const more = (rows: number, pages: number, is: boolean | null = null) => ({
  hints: { more: is, rows, pages },
});

describe('a board whose delete was answered with 404', () => {
  test.each([
    ['there while the service shows it', ['b'], listOf([]), 'shown', ['b']],
    ['there while the list has it', [], listOf(['a', 'b']), 'listed', ['b', 'list 100']],
    ['gone when another board is shown', ['a'], listOf([null, 'a']), 'gone', ['b', 'list 100', 'a']],
    ['gone when the list is empty twice', [], listOf([]), 'gone', ['b', 'list 100', 'list 100']],
    ['gone when the whole list is without it', [], listOf(['a'], 1), 'gone', ['b', 'list 100']],
  ])('counts as %s', async (_what, shows, list, kind, asked) => {
    expect(await look(shows, list)).toEqual({ kind, asked });
  });

  test.each([
    failed('web-page', 404),
    failed('service-problem', 500),
    failed('not-understood', 200),
    failed('refused', 200),
  ])('counts as gone if its own look-up fails with %j and the list lacks it', async (otherwise) => {
    expect(await look(['a'], listOf(['a']), otherwise)).toMatchObject({ kind: 'gone' });
  });

  test.each(['cannot-reach', 'timeout', 'not-allowed', 'too-many-requests'] as const)(
    'does not count as gone when the look-up fails with %s',
    async (code) => {
      expect(await look([], listOf([]), failed(code))).toEqual({ kind: 'unsure', why: null, asked: ['b'] });
    },
  );

  test('does not count as gone if the key is rejected, which is reported', async () => {
    const found = await look([], listOf([]), failed('key-refused', 401));
    expect(found).toMatchObject({ kind: 'unsure', why: { code: 'key-refused' } });
  });

  test.each([
    ['the service shows no board of its list', listOf(['a', 'c'])],
    ['every response is 404, as for a wrong key', NO],
    ['a list item is not understood', listWith({ items: [], notUnderstood: 3 })],
    ['an empty list says that more follows', listWith({ items: [], ...more(0, 0, true) })],
    ['an empty list has a larger count', listWith({ items: [], ...more(1240, 0) })],
    ['an empty list has a larger total', listWith({ items: [], total: 1240 })],
    ['the list response could be something else', listWith({ items: [], isBlank: true })],
    ['a total fits and more pages exist', listWith({ total: 1, ...more(1, 4) })],
    ['the total fits but a field announces more rows', listWith({ total: 1, ...more(1, 0, true) })],
  ])('does not count as gone if %s', async (_what, list) => {
    expect(await look([], list)).toMatchObject({ kind: 'unsure', why: null });
  });

  test('is not gone if only the first list is empty', async () => {
    expect(await look([], listOf([]), NO, listOf(['b']))).toMatchObject({ kind: 'listed' });
    expect(await look([], listOf([]), NO, failed('timeout'))).toMatchObject({ kind: 'unsure' });
  });

  test('is looked up without a limit if the service rejects limits', async () => {
    expect(await look([], failed('refused', 422))).toMatchObject({ asked: ['b', 'list 100', 'list all'] });
  });
});
