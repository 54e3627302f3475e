import { expect, test } from 'vitest';
import { sharedMain, sharedPractice } from './shared-main.ts';

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
