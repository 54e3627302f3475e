import { expect, test, vi } from 'vitest';
import type { Job, JobItem } from '../../../../preload/contract/jobs.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { cancelNext } from '../../../../renderer/commands/jobs-commands.ts';
import { disabledReason } from '../../../../renderer/commands/run.ts';
import { countsOf, jobOf, NOW, singleOf } from '../job-of.ts';
import { connectionOf, createAppStore, failed, scriptedBridge, type Script } from '../scripted-bridge.ts';
import { NEVER } from './boards-store.ts';

const itemOf = (change: Partial<JobItem>): JobItem => ({
  index: 0,
  targetId: 'b-7',
  name: '',
  state: 'done',
  status: 200,
  message: 'Board deleted.',
  at: NOW,
  ...change,
});

async function started(script: Script = {}) {
  const scripted = scriptedBridge({
    'connections.list': () => ok({ connections: [connectionOf('c1')], currentId: 'c1' }),
    'boards.state': () => ok({ ...NEVER, phase: 'done' }),
    'boards.list': () => ok({ ...NEVER, phase: 'done' }),
    'boards.window': ({ from }) => ok({ from, rows: [], matching: 0, revision: 0 }),
    ...script,
  });
  const store = createAppStore(scripted.bridge);
  await store.getState().start();
  await store.getState().openBoards('c1');
  const state = store.getState;
  const tell = async (job: Job, dismissed = false) => {
    scripted.emit('jobs.changed', { job, dismissed });
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  };
  const asked = (channel: string) => scripted.calls.filter((call) => call.channel === channel);
  return { ...scripted, store, state, tell, asked };
}

test('the jobs of an earlier run are there at the start', async () => {
  const { state } = await started({
    'jobs.list': () => ok([jobOf('a', { holdUntil: null, pause: 'restart' })]),
  });
  expect(state().jobs.map(({ id }) => id)).toEqual(['a']);
});

test('an event received while the list is read is newer than the list', async () => {
  const reply = Promise.withResolvers<void>();
  const { state, tell } = await started({
    'jobs.list': async () => {
      await reply.promise;
      return ok([jobOf('a'), jobOf('b')]);
    },
  });
  await tell(jobOf('a', { state: 'cancelled' }));
  await tell(jobOf('b'), true);
  reply.resolve();
  await state().readJobs();
  expect(state().jobs.map(({ id, state: stands }) => [id, stands])).toEqual([['a', 'cancelled']]);
});

test('a delete is queued for the current connection, as the first of the jobs', async () => {
  const job = singleOf('new', 'b-7');
  const { state, calls } = await started({
    'jobs.list': () => ok([jobOf('old')]),
    'jobs.deleteOne': () => ok(job),
  });
  expect(await state().queueDelete({ kind: 'board', id: 'b-7' })).toBeNull();
  expect(calls.at(-1)).toEqual({
    channel: 'jobs.deleteOne',
    args: { connectionId: 'c1', target: { kind: 'board', id: 'b-7' } },
  });
  expect(state().jobs.map(({ id }) => id)).toEqual(['new', 'old']);
});

test('rows are reloaded when a bulk job starts or stops concerning them, and not for each count', async () => {
  const { tell, asked } = await started();
  const many = (change: Partial<Job>): Job => jobOf('m', { kind: 'delete-boards', about: '', ...change });
  const windows = async (job: Job): Promise<number> => {
    const before = asked('boards.window').length;
    await tell(job);
    await vi.advanceTimersByTimeAsync(1000);
    return asked('boards.window').length - before;
  };
  vi.useFakeTimers();
  try {
    expect(await windows(many({ state: 'held' }))).toBe(1);
    expect(await windows(many({ state: 'held' }))).toBe(0);
    expect(await windows(many({ state: 'cancelled' }))).toBe(1);
    expect(await windows(jobOf('other', { connectionId: 'c2', about: '', state: 'held' }))).toBe(0);
    expect(await windows(jobOf('one', { about: 'b-7', state: 'held' }))).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a finished single delete shows the service’s words', async () => {
  const { state, tell } = await started({
    'jobs.items': () => ok({ from: 0, items: [itemOf({})], matching: 1 }),
  });
  await tell(singleOf('j', 'b-7'));
  await tell(singleOf('j', 'b-7', { state: 'done', counts: countsOf({ done: 1 }) }));
  const text = 'Board b-7 deleted. The service said: Board deleted.';
  expect(state().message).toMatchObject({ text, look: 'done' });
});

test.each([
  ['failed', 'Board b-7 was not deleted. It is in use.'],
  ['unknown', 'Board b-7: Easel doesn’t know whether it was deleted. It is in use.'],
] as const)('a single delete that ends as %s says why, and the board stays', async (end, text) => {
  const { state, tell } = await started({
    'jobs.items': () =>
      ok({ from: 0, items: [itemOf({ state: end, message: 'It is in use.' })], matching: 1 }),
  });
  await tell(singleOf('j', 'b-7'));
  await tell(singleOf('j', 'b-7', { state: 'done', counts: countsOf({ [end]: 1 }) }));
  expect(state().message).toMatchObject({ text, look: 'problem' });
});

test('a delete that the service refuses says so, and that its job waits', async () => {
  const { state, tell } = await started();
  const failure = {
    code: 'key-refused',
    message: 'No.',
    nextStep: '',
    retryable: false,
    details: [],
  } as const;
  await tell(singleOf('j', 'b-7', { state: 'running', holdUntil: null }));
  await tell(singleOf('j', 'b-7', { state: 'paused', holdUntil: null, pause: 'refused', failure }));
  expect(state().message).toMatchObject({
    text: 'Board b-7 was not deleted. No. The job is waiting for you.',
    look: 'problem',
  });
});

test('results of another connection are not shown above these boards', async () => {
  const { state, tell } = await started({
    'jobs.items': () => ok({ from: 0, items: [itemOf({})], matching: 1 }),
  });
  await tell(singleOf('j', 'b-7', { connectionId: 'c2' }));
  await tell(singleOf('j', 'b-7', { connectionId: 'c2', state: 'done', counts: countsOf({ done: 1 }) }));
  expect(state().boardsNotice).toBeNull();
});

test('a person’s action on a job goes to main, and a refusal is shown', async () => {
  const { state, asked } = await started({
    'jobs.list': () => ok([jobOf('a')]),
    'jobs.cancel': () => ok(jobOf('a', { state: 'cancelled' })),
    'jobs.resume': () => failed('read-only'),
  });
  await state().stepJob('a', 'cancel');
  expect(asked('jobs.cancel')).toEqual([{ channel: 'jobs.cancel', args: { jobId: 'a' } }]);
  expect(state().jobs[0]?.state).toBe('cancelled');
  await state().stepJob('a', 'resume');
  expect(state().notice?.code).toBe('read-only');
});

test('a job is told a thing once, however quickly it is pressed, and again once it has answered', async () => {
  const { state, asked } = await started({
    'jobs.list': () => ok([jobOf('a'), jobOf('b')]),
    'jobs.startNow': ({ jobId }) => ok(jobOf(jobId, { state: 'running' })),
  });
  await Promise.all(['a', 'a', 'b'].map((id) => state().stepJob(id, 'startNow')));
  expect(asked('jobs.startNow')).toHaveLength(2);
  await state().stepJob('a', 'startNow');
  expect(asked('jobs.startNow')).toHaveLength(3);
});

test('queuing a review clears the selection, and a failure keeps it', async () => {
  const { state, store } = await started({
    'jobs.deleteReviewed': ({ typed }) =>
      typed === '502' ? ok(jobOf('j')) : failed('invalid-input', { fields: { typed: 'No.' } }),
  });
  store.setState({ boardPicks: { kind: 'ids', ids: new Set(['a', 'b']) } });
  const answer = { reviewId: 'r', reason: '' };
  expect(await state().queueReviewed({ ...answer, typed: '5' })).toMatchObject({ fields: { typed: 'No.' } });
  expect(state().boardPicks).toMatchObject({ ids: new Set(['a', 'b']) });
  expect(await state().queueReviewed({ ...answer, typed: '502' })).toBeNull();
  expect(state().boardPicks).toMatchObject({ ids: new Set() });
  // Said in its place would be that nothing is selected.
  expect(state().message.text).toBe('');
});

test('while Easel is locked no job is known, and afterwards they are read again', async () => {
  const lock = { locked: true, idleMinutes: null, forcedMinutes: null, unlockBy: 'passphrase' } as const;
  const { state, emit, tell } = await started({ 'jobs.list': () => ok([jobOf('a')]) });
  emit('lock.changed', lock);
  expect(state().jobs).toEqual([]);
  await tell(jobOf('b'));
  expect(state().jobs).toEqual([]);
  emit('lock.changed', { ...lock, locked: false });
  await Promise.resolve();
  await Promise.resolve();
  expect(state().jobs.map(({ id }) => id)).toEqual(['a']);
});

test('the shortcut cancels what would be deleted next', async () => {
  const { state, store, asked } = await started({
    'jobs.list': () => ok([jobOf('later'), singleOf('soon', 'b-7')]),
    'jobs.cancel': ({ jobId }) => ok(jobOf(jobId, { state: 'cancelled', holdUntil: null })),
  });
  expect(disabledReason(cancelNext, state())).toBeNull();
  await cancelNext.run(store.getState(), store);
  expect(asked('jobs.cancel').at(-1)?.args).toEqual({ jobId: 'soon' });
  await cancelNext.run(store.getState(), store);
  expect(disabledReason(cancelNext, state())).toContain('No delete');
});
