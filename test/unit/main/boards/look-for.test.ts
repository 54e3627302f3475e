import { describe, expect, test } from 'vitest';
import { lookFor } from '../../../../main/boards/look-for.ts';
import type { BoardPage } from '../../../../main/service/api.ts';
import { failure } from '../../../../main/wording/failure.ts';
import { fail, ok, type FailureCode, type Result } from '../../../../preload/contract/failure.ts';

const NO = fail(failure('not-found', { status: 404 }));
const listOf = (ids: readonly (string | null)[], total: number | null = null): Result<BoardPage> =>
  ok({ items: ids.map((id) => ({ id, created: null, raw: '{}' })), notUnderstood: 0, total });
const failed = (code: FailureCode, status?: number) =>
  fail(failure(code, status === undefined ? {} : { status }));

/** Looks for `b` at a service that shows some boards, and gives this list. */
async function look(shows: readonly string[], list: Result<BoardPage>, otherwise: Result<never> = NO) {
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
        asked.push(`list ${limit ?? 'all'}`);
        return Promise.resolve(list);
      },
    },
    'b',
  );
  return { ...found, asked };
}

describe('a board that the service did not know when it was to be deleted', () => {
  test('is there while the service shows it', async () => {
    expect(await look(['b'], listOf([]))).toEqual({ kind: 'shown', asked: ['b'] });
  });

  test('is there while the list has it', async () => {
    expect(await look([], listOf(['a', 'b']))).toMatchObject({ kind: 'listed' });
  });

  test('is gone when the service shows another board of its list, and not this one', async () => {
    expect(await look(['a'], listOf([null, 'a']))).toEqual({ kind: 'gone', asked: ['b', 'list 100', 'a'] });
  });

  test.each([listOf([]), listOf(['a'], 1)])(
    'is gone when the whole list is there, without it',
    async (list) => {
      expect(await look([], list)).toEqual({ kind: 'gone', asked: ['b', 'list 100'] });
    },
  );

  test.each([
    ['a page of HTML', failed('web-page', 404)],
    ['an error of the service', failed('service-problem', 500)],
    ['{}', failed('not-understood', 200)],
    ['{"success": false}', failed('refused', 200)],
  ])('may be missed with %s', async (_what, otherwise) => {
    expect(await look(['a'], listOf(['a']), otherwise)).toMatchObject({ kind: 'gone' });
  });

  test('is not called gone when the service shows no board of its list', async () => {
    expect(await look([], listOf(['a', 'c']))).toMatchObject({ kind: 'unsure', why: null });
  });

  test('is not called gone when everything is answered with 404, as to a wrong key', async () => {
    expect(await look([], NO)).toMatchObject({ kind: 'unsure', why: null });
  });

  test('is not called gone when something in the list is not understood', async () => {
    const list = ok({ items: [], notUnderstood: 3, total: null });
    expect(await look([], list)).toMatchObject({ kind: 'unsure' });
  });

  test.each(['cannot-reach', 'timeout', 'not-allowed', 'too-many-requests'] as const)(
    'is not called gone when looking ends with %s',
    async (code) => {
      expect(await look([], listOf([]), failed(code))).toEqual({ kind: 'unsure', why: null, asked: ['b'] });
    },
  );

  test('is not called gone when the key is not accepted any more, which is said', async () => {
    const refused = failed('key-refused', 401);
    expect(await look([], listOf([]), refused)).toMatchObject({
      kind: 'unsure',
      why: { code: 'key-refused' },
    });
  });

  test.each([
    ['an empty list says that more follows', { items: [], hints: { more: true, rows: 0, pages: 0 } }],
    ['an empty list has a larger count', { items: [], hints: { more: null, rows: 1240, pages: 0 } }],
    ['an empty list has a larger total', { items: [], total: 1240 }],
    ['the list holds nothing that shows it to be one', { items: [], isBlank: true as const }],
    ['a total fits and more pages exist', { total: 1, hints: { more: null, rows: 1, pages: 4 } }],
    [
      'a total fits and a field says that more follows',
      { total: 1, hints: { more: true, rows: 1, pages: 0 } },
    ],
  ])('is not called gone when %s', async (_what, page) => {
    const plain = listOf(['a']);
    if (!plain.ok) throw new Error('no list');
    expect(await look([], ok({ ...plain.value, ...page }))).toMatchObject({ kind: 'unsure' });
  });

  test('is looked for without a limit where the service takes none', async () => {
    expect(await look([], failed('refused', 422))).toMatchObject({ asked: ['b', 'list 100', 'list all'] });
  });
});
