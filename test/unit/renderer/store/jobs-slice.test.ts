import { expect, test } from 'vitest';
import type { Job } from '../../../../preload/contract/jobs.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { unlistedRow } from '../../../../preload/contract/facts.ts';
import { cancelNext } from '../../../../renderer/commands/jobs-commands.ts';
import { ALL_ROWS } from '../../../../renderer/store/list-slice.ts';
import { ALL_PICKED } from '../../../../renderer/store/row-picks.ts';
import { countsOf, itemOf, jobOf, singleOf } from '../job-of.ts';
import { connectionOf, failed, NEVER, type Script, startedStore } from '../scripted-bridge.ts';

async function started(script: Script = {}, ids: readonly string[] = ['c1']) {
  const begun = await startedStore(
    script,
    ids.map((id) => connectionOf(id)),
  );
  await begun.state().openBoards('c1');
  const receive = async (job: Job, dismissed = false) => {
    begun.emit('jobs.changed', { job, dismissed });
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { ...begun, receive };
}

test.each([
  ['failed', 'problem', 'Board b-7 was not deleted. It is in use.'],
  ['skipped', 'note', 'Board b-7 was not deleted. It is in use.'],
  ['unknown', 'problem', 'Board b-7 may or may not have been deleted. It is in use.'],
] as const)('a message explains why a single delete ended with the state “%s”', async (end, look, text) => {
  const { state, receive } = await started({
    'jobs.items': () =>
      ok({ from: 0, items: [itemOf(7, { state: end, message: 'It is in use.' })], matching: 1 }),
  });
  await receive(singleOf('j', 'b-7'));
  await receive(singleOf('j', 'b-7', { state: 'done', counts: countsOf({ [end]: 1 }) }));
  expect(state().message).toMatchObject({ text, look });
});

test('two clicks on a job’s button send only one request', async () => {
  const { state, asked } = await started({
    'jobs.list': () => ok([jobOf('a'), jobOf('b')]),
    'jobs.startNow': ({ jobId }) => ok(jobOf(jobId, { state: 'running' })),
  });
  await Promise.all(['a', 'a', 'b'].map((id) => state().stepJob(id, 'startNow')));
  expect(asked('jobs.startNow')).toHaveLength(2);
  await state().stepJob('a', 'startNow');
  expect(asked('jobs.startNow')).toHaveLength(3);
});

test('while Easel asks whether to stop a job that waits for the team register, the job stays paused', async () => {
  const waits = jobOf('j', { state: 'paused', pause: 'register', holdUntil: null });
  const { state, asked } = await started({
    'jobs.list': () => ok([waits]),
    'jobs.pause': () => ok({ ...waits, pause: 'person' as const }),
  });
  await state().askToStop(waits);
  expect(asked('jobs.pause')).toHaveLength(1);
  expect(state().dialog).toMatchObject({ kind: 'stop-job', resumes: true });
});

test('the command “Cancel next delete on hold” cancels the delete whose hold ends first', async () => {
  const { state, store, asked } = await started({
    'jobs.list': () => ok([jobOf('later'), singleOf('soon', 'b-7')]),
    'jobs.cancel': ({ jobId }) => ok(jobOf(jobId, { state: 'cancelled', holdUntil: null })),
  });
  await cancelNext.run(state(), store);
  expect(asked('jobs.cancel').at(-1)?.args).toEqual({ jobId: 'soon' });
});

test('an open board that the board list does not contain stays open until a job has deleted a board', async () => {
  const { store, state, receive } = await started();
  store.setState({ boardSelection: { rank: 0, row: unlistedRow('elsewhere') } });
  for (const each of ['held', 'running', 'paused'] as const) await receive(jobOf('j', { state: each }));
  expect(state().boardSelection?.row?.id).toBe('elsewhere');
  await receive(jobOf('j', { state: 'running', counts: countsOf({ done: 1 }) }));
  await expect.poll(() => state().boardSelection).toBeNull();
});

test('an incomplete list of boards is loaded again when a bulk delete ends', async () => {
  const listed = { ...NEVER, phase: 'done', asOf: 1, requests: 1 } as const;
  const { receive, asked } = await started({
    'boards.state': () => ok(listed),
    'boards.list': () => ok(listed),
  });
  await receive(jobOf('j', { state: 'running' }));
  const before = asked('boards.list').length;
  await receive(jobOf('j', { state: 'done' }));
  expect(asked('boards.list')).toHaveLength(before + 1);
});

test('a delete is sent to the board’s connection even if the user switches to another connection meanwhile', async () => {
  const { store, state, asked } = await started({
    'jobs.willAsk': () => {
      store.setState({ currentId: 'c2' });
      return ok(true);
    },
    'jobs.deleteOne': () => ok(singleOf('j', 'b-7')),
    'jobs.review': () => failed('storage'),
  });
  await state().askToDelete({ kind: 'board', id: 'b-7' });
  expect(asked('jobs.deleteOne')[0]?.args).toMatchObject({ connectionId: 'c1' });
  // The page shows no dialog for this delete, because the main process asks the user.
  expect(state().dialog).toBeNull();
  state().askToReview('board', { kind: 'ids', ids: ['b-7', 'b-8'] });
  expect(state().dialog).toMatchObject({ kind: 'review-delete', connectionId: 'c1' });
});

test('the review of a cleanup rule covers the boards that match at the time of the click', async () => {
  let found = { from: 0, rows: [], matching: 5, revision: 2 };
  const { store, state } = await started({ 'boards.window': () => ok(found) });
  store.setState({ currentId: 'c1' });
  await state().reviewRule(ALL_ROWS, 20);
  const selection = { kind: 'ranges', query: ALL_ROWS, revision: 2, ranges: [[0, 4]] };
  expect(state().dialog).toMatchObject({ kind: 'review-delete', selection });
  state().closeDialog();
  found = { ...found, matching: 0, revision: 3 };
  await state().reviewRule(ALL_ROWS, 20);
  expect(state()).toMatchObject({ dialog: null, message: { text: 'No boards match this rule any longer.' } });
});

test.each([
  ['selected boards', 'board', ['paper']],
  ['selected papers', 'paper', ['board']],
  ['a plan’s boards (no rows)', null, ['board', 'paper']],
] as const)('queueing a delete of %s deselects only these rows', async (_what, selectedIn, kept) => {
  const { state } = await started({ 'jobs.deleteReviewed': () => ok(jobOf('j')) });
  for (const list of [state().boardList, state().paperList]) list.change({ picks: ALL_PICKED });
  await state().queueReviewed({ reviewId: 'r', typed: '', reason: '', saves: false }, selectedIn);
  const { lists } = state();
  expect((['board', 'paper'] as const).filter((of) => lists[of].picks === ALL_PICKED)).toEqual(kept);
});

test.each([
  { kind: 'delete-one', connectionId: 'c1', target: { kind: 'board', id: 'b-7' } },
  { kind: 'class-pack', templateId: null },
] as const)('the open dialog “$kind” prevents a switch to another connection', async (dialog) => {
  const { state, emit } = await started({}, ['c1', 'c2']);
  state().openDialog(dialog);
  await state().go({ kind: 'connection', id: 'c2' });
  expect(state()).toMatchObject({ currentId: 'c1', dialog });
  expect(state().message.text).toBe('Close the dialog to open another connection.');
  emit('connections.changed', { connections: [connectionOf('c2')], currentId: 'c2' });
  expect(state()).toMatchObject({ currentId: 'c2', dialog: null });
});
