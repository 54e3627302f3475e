import { beforeEach, expect, test } from 'vitest';
import { deleteNow } from '../../support/delete-now.ts';
import { sharedMain, sharedPractice } from './shared-main.ts';

const BOARDS = 230;
const shared = sharedPractice({ boards: BOARDS });
const main = sharedMain();

beforeEach(() => main.connect(shared.practice.origin, shared.practice.apiKey));

const deleteBoard = (id: string) => deleteNow(main.services, main.connectionId, { kind: 'board', id });

test('a board that was created can be viewed and deleted', async () => {
  await main.list();
  const { id: boardId } = await main.must('boards.create', { connectionId: main.connectionId });
  expect((await shared.practice.requests()).counts.createBoard).toBe(1);

  const view = await main.must('boards.view', { connectionId: main.connectionId, boardId });
  expect(view.created).toMatchObject({ epochMs: expect.any(Number), assumedUtc: true });
  expect(view.otherFields.map(({ name }) => name)).toContain('updated_at');
  expect(JSON.parse(view.raw)).toMatchObject({ room_id: boardId });

  const item = { state: 'done', status: 200, message: expect.stringMatching(/./u) as string };
  expect(await deleteBoard(boardId)).toMatchObject({ value: { job: { state: 'done' }, item } });
  await expect.poll(main.state).toMatchObject({ rows: BOARDS });
  expect(await deleteBoard(boardId)).toMatchObject({
    value: { item: { state: 'already-gone', status: 404 } },
  });
});

test('the board list keeps its rows when the service answers a refresh with status 204', async () => {
  await main.list();
  await shared.practice.faults.set('listBoards', { kind: 'no-content' });
  const state = { phase: 'done', completeness: 'maybe-incomplete', rows: BOARDS };
  expect(await main.list()).toMatchObject(state);
});
