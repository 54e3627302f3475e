import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteNow } from '../../support/delete-now.ts';
import { sharedMain, sharedPractice } from './shared-main.ts';

const BOARDS = 230;
const shared = sharedPractice({ boards: BOARDS });
const main = sharedMain();

beforeEach(() => main.connect(shared.practice.origin, shared.practice.apiKey));

const deleted = (id: string) => deleteNow(main.services, main.connectionId, { kind: 'board', id });
const oldest = async (): Promise<string> => (await shared.practice.contents()).boards.at(-1) ?? 'no board';

test('a board is created once, viewed with its unknown fields, and deleted with the service’s own words', async () => {
  await main.list();
  const { id: boardId } = await main.must('boards.create', { connectionId: main.connectionId });
  expect((await shared.practice.requests()).counts.createBoard).toBe(1);

  const view = await main.must('boards.view', { connectionId: main.connectionId, boardId });
  expect(view.created).toMatchObject({ epochMs: expect.any(Number), assumedUtc: true });
  expect(view.otherFields.map(({ name }) => name)).toContain('updated_at');
  expect(JSON.parse(view.raw)).toMatchObject({ room_id: boardId });

  const item = { state: 'done', status: 200, message: expect.stringMatching(/./u) as string };
  expect(await deleted(boardId)).toMatchObject({ value: { job: { state: 'done' }, item } });
  await expect.poll(main.state).toMatchObject({ rows: BOARDS });
  expect(await deleted(boardId)).toMatchObject({ value: { item: { state: 'already-gone', status: 404 } } });
});

describe('a delete that is answered as if the board did not exist', () => {
  const NO_SUCH = { kind: 'status', status: 404, body: { message: 'No such board.' } } as const;

  test('keeps an existing board in the list', async () => {
    await main.list();
    await shared.practice.faults.set('deleteBoard', NO_SUCH);
    const message = 'The service says that it doesn’t know this board, and still shows it.';
    expect(await deleted(await oldest())).toMatchObject({
      value: { item: { state: 'failed', message: expect.stringContaining(message) as string } },
    });
    expect(await main.state()).toMatchObject({ rows: BOARDS });
  });

  test('fails with the service’s words first if the board is listed but not shown', async () => {
    await main.list();
    await shared.practice.faults.set('deleteBoard', NO_SUCH);
    await shared.practice.faults.set('viewBoard', NO_SUCH);
    await shared.practice.faults.set('listBoards', { kind: 'list-shape' });
    const message = /^The service says: “No such board.” The service doesn’t know this id/u;
    expect(await deleted(await oldest())).toMatchObject({
      value: { item: { state: 'failed', status: 404, message: expect.stringMatching(message) as string } },
    });
    expect(await main.state()).toMatchObject({ rows: BOARDS });
  });

  test('is not called gone if the key is wrong', async () => {
    await main.list();
    await shared.practice.faults.set('deleteBoard', NO_SUCH);
    await shared.practice.faults.set('viewBoard', { kind: 'status', status: 401 });
    await shared.practice.faults.set('listBoards', { kind: 'status', status: 401 });
    const deletion = await deleted(await oldest());
    expect(deletion.ok && deletion.value.item.state).not.toBe('already-gone');
    expect(await main.state()).toMatchObject({ rows: BOARDS });
  });

  test('is looked up after a second delete that an error page answers', async () => {
    await main.list();
    const id = await oldest();
    expect(await deleted(id)).toMatchObject({ value: { item: { state: 'done' } } });
    await shared.practice.faults.set('deleteBoard', { kind: 'html', status: 500 });
    expect(await deleted(id)).toMatchObject({ value: { item: { state: 'already-gone', status: 500 } } });
  });
});

test.each([
  ['a refused key', { kind: 'status', status: 401 }, { phase: 'failed', failure: { code: 'key-refused' } }],
  ['broken JSON', { kind: 'malformed-json' }, { phase: 'failed', failure: { code: 'not-understood' } }],
  ['a 204', { kind: 'no-content' }, { phase: 'done', completeness: 'maybe-incomplete' }],
] as const)('a later listing that meets %s leaves the rows unchanged', async (_what, fault, state) => {
  await main.list();
  await shared.practice.faults.set('listBoards', fault);
  expect(await main.list()).toMatchObject({ ...state, rows: BOARDS });
});

test('a listing can be cancelled', async () => {
  await shared.practice.faults.set('listBoards', { kind: 'silence' });
  const { connectionId } = main;
  await main.must('boards.list', { connectionId });
  await vi.waitUntil(async () => (await shared.practice.requests()).counts.listBoards > 0);
  expect(await main.must('boards.cancelList', { connectionId })).toMatchObject({ phase: 'cancelled' });
});
