import { expect, onTestFinished, test } from 'vitest';
import { deleteNow } from '../../support/delete-now.ts';
import { json, startServer } from '../service/servers.ts';
import { idIn, pageOf, sharedMain, sharedPractice } from './shared-main.ts';

const BOARDS = 1230;
const shared = sharedPractice({ boards: BOARDS, boardPreviews: true });
const main = sharedMain();
const row = async (id: string) => (await main.rows({ find: id }))[0];

test('the stored board list is shown after a restart while the service is unreachable', async () => {
  await main.connect(shared.practice.origin, shared.practice.apiKey);
  await main.list();
  const { connectionId } = main;
  const [id = ''] = (await shared.practice.contents()).boards;
  const { id: made } = await main.must('boards.create', { connectionId });
  await main.visit({ kind: 'board', id });
  await expect.poll(async () => (await row(id))?.previewedAt).toBeTypeOf('number');
  const { asOf } = await main.state();
  await shared.practice.faults.set('*', { kind: 'cut', at: 'before-headers' });
  await main.restart();
  const kept = { phase: 'done', completeness: 'complete', rows: BOARDS + 1, asOf, failure: null };
  expect(await main.state()).toMatchObject(kept);
  expect(asOf).toBeTypeOf('number');
  expect(await row(made)).toMatchObject({ id: made, madeHere: true, previewedAt: null });
  expect(await row(id.slice(9, 20).toUpperCase())).toMatchObject({ id, madeHere: false });
  expect((await row(id))?.previewedAt).toBeTypeOf('number');
});

test('the stored board list is kept when the service answers a refresh with status 204', async () => {
  await main.connect(shared.practice.origin, shared.practice.apiKey);
  await main.list();
  await shared.practice.faults.set('listBoards', { kind: 'no-content' });
  const kept = { phase: 'done', completeness: 'maybe-incomplete', rows: BOARDS };
  expect(await main.list()).toMatchObject(kept);
});

test('a board id too long for a JavaScript number is listed, viewed and deleted unchanged', async () => {
  const [ID, NEXT, OWNER] = ['9007199254740993', '9007199254740995', '12345678901234567891'];
  const boardOf = (id: string): string =>
    `{"room_id":${id},"owner":${OWNER},"price":1.10,"created_at":1700000000}`;
  const ids = new Set([ID, NEXT]);
  const server = await startServer((response, { method, url }) => {
    const id = idIn(url);
    response.setHeader('content-type', 'application/json');
    if (method === 'DELETE') {
      ids.delete(id);
      json(response, { message: 'deleted' });
    } else if (id !== '') response.end(boardOf(id));
    else {
      const page = pageOf([...ids], url).map(boardOf);
      response.end(`[${page.join(',')}]`);
    }
  });
  onTestFinished(() => server.close());
  await main.connect(server.origin, 'a-key-of-this-test');
  await main.list();
  const { connectionId } = main;
  const rows = await main.rows({ find: ID }, ['owner', 'price']);
  expect(rows).toMatchObject([{ id: ID, fields: [OWNER, '1.10'] }]);
  const view = await main.must('boards.view', { connectionId, boardId: ID });
  expect(view).toMatchObject({ id: ID, otherFields: [{ value: OWNER }, { value: '1.10' }] });
  expect(view.raw).toContain(`"room_id": ${ID},\n  "owner": ${OWNER},\n  "price": 1.10,`);
  await deleteNow(main.services, connectionId, { kind: 'board', id: ID });
  expect([...ids]).toEqual([NEXT]);
});
