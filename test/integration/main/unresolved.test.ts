import { beforeEach, expect, test } from 'vitest';
import { sharedMain, sharedPractice } from './shared-main.ts';

const shared = sharedPractice({ boards: 5 });
const main = sharedMain();

beforeEach(() => main.connect(shared.practice.origin, shared.practice.apiKey));

const unresolved = () => main.must('unresolved.list', { connectionId: main.connectionId });
const check = (unresolvedId: string) =>
  main.must('unresolved.check', { connectionId: main.connectionId, unresolvedId });
const counts = async () => (await shared.practice.requests()).counts;

test('after a restart, the Check button finds a board whose create response was lost', async () => {
  const { connectionId } = main;
  const before = new Set((await shared.practice.contents()).boards);
  await shared.practice.faults.set('createBoard', { kind: 'cut', at: 'after-processing', times: 1 });
  const created = await main.call('boards.create', { connectionId });
  expect(created).toMatchObject({ error: { code: 'outcome-unknown' } });
  const [lost] = await unresolved();
  const id = lost?.id ?? '';
  await main.event('unresolved.changed', (data) => JSON.stringify(data).includes(id));
  await main.restart();
  expect(await unresolved()).toMatchObject([{ id, kind: 'board' }]);

  await main.connect(shared.practice.origin, shared.practice.apiKey, { id: connectionId });
  await shared.practice.clearRequests();
  const made = (await shared.practice.contents()).boards.filter((board) => !before.has(board));
  expect(await check(id)).toMatchObject({
    kind: 'board',
    completeness: 'complete',
    newcomers: made.map((board) => ({ id: board })),
  });
  expect((await counts()).createBoard).toBe(0);

  await shared.practice.clearRequests();
  await main.must('unresolved.settle', { connectionId, unresolvedId: id, boardId: null });
  expect((await shared.practice.requests()).log).toEqual([]);
  await main.restart();
  expect(await unresolved()).toEqual([]);
});

test('a create request that is cancelled after it was sent has an unknown outcome', async () => {
  const { connectionId } = main;
  await shared.practice.faults.set('createBoard', { kind: 'silence' });
  const creating = main.call('boards.create', { connectionId });
  await expect.poll(async () => (await counts()).createBoard).toBe(1);
  await main.must('unresolved.cancelCreate', { connectionId, kind: 'board' });
  expect(await creating).toMatchObject({ error: { code: 'outcome-unknown' } });
  expect(await unresolved()).toMatchObject([{ kind: 'board' }]);
});

test('for a paper whose create response was lost, the Check button says that papers can’t be listed', async () => {
  const { connectionId } = main;
  await shared.practice.faults.set('createPaper', { kind: 'cut', at: 'after-processing', times: 1 });
  await main.call('papers.create', { connectionId, name: 'Lost', templateId: null });
  const [lost] = await unresolved();
  expect(lost).toMatchObject({ kind: 'paper', name: 'Lost' });
  const sentence = expect.stringContaining('can’t') as string;
  expect(await check(lost?.id ?? '')).toMatchObject({ kind: 'paper', sentence });
});
