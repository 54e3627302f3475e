import { expect, test } from 'vitest';
import type { TeamPlan, TeamState } from '../../../../preload/contract/team.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import type { JobReview } from '../../../../preload/contract/jobs.ts';
import type { BoardsState } from '../../../../preload/contract/boards.ts';
import { plansForUser, presenceIn } from '../../../../renderer/store/team-slice.ts';
import { connectionOf, failed, NEVER, startedStore, type Script } from '../scripted-bridge.ts';
import { reviewOf } from '../job-of.ts';
import { REGISTER, teamOf, teamPlanOf } from '../team-of.ts';

const AWAY = 'The team register isn’t available. Shared fields are read-only.';
const BACK = 'The team register is available again.';

test.each<[TeamState['phase'], TeamState['phase'], string]>([
  ['ready', 'unreachable', AWAY],
  ['ready', 'newer', AWAY],
  ['refused', 'ready', BACK],
  ['ready', 'connecting', ''],
  ['connecting', 'ready', ''],
])('when the team connection changes from %s to %s, the message is “%s”', async (before, after, text) => {
  const { emit, state } = await startedStore({}, [connectionOf('a')]);
  emit('team.changed', teamOf({ phase: before }));
  emit('team.changed', teamOf({ phase: after }));
  expect(state().message.text).toBe(text);
});

async function joined(script: Script) {
  const answers = { 'boards.window': () => failed('cannot-reach'), ...script };
  const started = await startedStore(answers, [connectionOf('a'), connectionOf('b')]);
  started.emit('team.changed', teamOf());
  return started;
}

test('the page counts the team plans that wait for the user’s approval', async () => {
  let plans = [teamPlanOf(), teamPlanOf({ isOwn: true }), teamPlanOf({ state: 'approved' })];
  const { state, emit } = await joined({ 'teamwork.plans': () => ok(plans) });
  await expect.poll(() => plansForUser(state())).toBe(1);
  plans = [];
  emit('team.plansChanged', {});
  await expect.poll(() => plansForUser(state())).toBe(0);
});

const running = { id: 'r', by: 'ben', state: 'running', boards: 40, done: 1 } as const;

async function ended(state: { requests?: number; of?: string; plans?: readonly TeamPlan[] } = {}) {
  const { of = 'a', requests = 1 } = state;
  const listed = (connectionId: string): BoardsState => {
    return { ...NEVER, connectionId, phase: 'done', asOf: Date.now(), requests };
  };
  let plans: readonly TeamPlan[] = [teamPlanOf({ connectionId: of, state: 'running', run: running })];
  const started = await joined({
    'teamwork.plans': () => ok(plans),
    'boards.state': ({ connectionId }) => ok(listed(connectionId)),
    'boards.list': ({ connectionId }) => ok(listed(connectionId)),
  });
  started.emit('team.changed', teamOf({ register: REGISTER }));
  for (const id of ['b', 'a']) await started.state().openBoards(id);
  await expect.poll(() => started.state().teamPlans).not.toBeNull();
  const lists = () => started.asked('boards.list').length;
  const before = lists();
  plans = state.plans ?? [teamPlanOf({ connectionId: of, state: 'done' })];
  await started.state().readTeamPlans();
  return { ...started, listings: () => lists() - before };
}

test('after a colleague’s bulk delete, a board list that needs few requests is refreshed automatically', async () => {
  const { state, listings } = await ended();
  await expect.poll(listings).toBe(1);
  expect(state().message.text).toBe('ben’s delete of 40 boards has ended.');
  expect(state().message.action).toBeUndefined();
});

test('after a colleague’s bulk delete, a board list that needs many requests is refreshed only on demand', async () => {
  const { state, listings } = await ended({ requests: 21 });
  expect(listings()).toBe(0);
  state().message.action?.run();
  await expect.poll(listings).toBe(1);
});

test('a board list is refreshed when it is opened after a colleague’s bulk delete', async () => {
  const { state, listings } = await ended({ of: 'b' });
  expect(listings()).toBe(0);
  await state().openBoards('b');
  await state().openBoards('a');
  await state().openBoards('b');
  expect(listings()).toBe(1);
});

test('a colleague’s delete job that no longer sends reports is announced as possibly stopped', async () => {
  const { state } = await ended({ plans: [teamPlanOf({ state: 'stopped' })] });
  expect(state().message.text).toBe('ben’s delete of 40 boards has stopped, or reports no progress.');
});

test('“Refresh” in the message about a bulk delete switches to the connection of the bulk delete', async () => {
  const { state, asked } = await ended({ of: 'b' });
  const { message } = state();
  expect(message.connection).toBe(state().connections[1]?.name);
  state().openDialog({ kind: 'new-boards' });
  message.action?.run();
  await Promise.resolve();
  expect(state()).toMatchObject({ currentId: 'a', boardsOf: 'a', dialog: { kind: 'new-boards' } });
  state().closeDialog();
  message.action?.run();
  await expect.poll(() => state().currentId).toBe('b');
  await expect.poll(() => asked('boards.list').at(-1)?.args).toEqual({ connectionId: 'b' });
});

test('a review of a team plan that arrives late does not replace a newer dialog', async () => {
  const late = Promise.withResolvers<Result<JobReview>>();
  const done = { ...NEVER, connectionId: 'a', phase: 'done' } as const;
  const { state, asked } = await joined({
    'boards.state': () => ok(done),
    'boards.list': () => ok(done),
    'teamwork.reviewPlan': () => late.promise,
    'jobs.closeReview': () => ok(null),
  });
  const reviewed = state().reviewTeamPlan(teamPlanOf());
  await expect.poll(() => asked('teamwork.reviewPlan')).toHaveLength(1);
  state().openDialog({ kind: 'new-boards' });
  late.resolve(ok(reviewOf({ reviewId: 'late' })));
  await reviewed;
  expect(state().dialog).toEqual({ kind: 'new-boards' });
  expect(asked('jobs.closeReview')).toMatchObject([{ args: { reviewId: 'late' } }]);
});

test('locking Easel removes the team plans from the page’s state', async () => {
  const { state, emit } = await joined({ 'teamwork.plans': () => ok([teamPlanOf()]) });
  await expect.poll(() => plansForUser(state())).toBe(1);
  state().openDialog({ kind: 'team-plans' });
  emit('lock.changed', { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' });
  expect([state().dialog, state().teamPlans]).toEqual([null, null]);
});

test('the review of a team plan opens after the boards of the plan’s connection are loaded', async () => {
  const loading: BoardsState = { ...NEVER, connectionId: 'b', phase: 'loading' };
  const { state, emit, asked } = await joined({
    'teamwork.reviewPlan': () => failed('cannot-reach'),
    'boards.state': () => ok({ ...loading, phase: 'never' }),
    'boards.list': () => ok(loading),
  });
  const reviewed = state().reviewTeamPlan(teamPlanOf({ connectionId: 'b' }));
  await expect.poll(() => state().message.text).toContain('will open when the boards have loaded');
  expect(asked('teamwork.reviewPlan')).toEqual([]);
  emit('boards.changed', { ...loading, phase: 'done', revision: 1 });
  expect(await reviewed).toMatchObject({ code: 'cannot-reach' });
  expect(state().currentId).toBe('b');
  expect(asked('teamwork.reviewPlan')).toMatchObject([{ args: { connectionId: 'b', planId: 'p' } }]);
});

test('colleagues in a board’s room are shown only for boards of the current connection', async () => {
  const since = new Date().setHours(14, 2, 0, 0);
  let by = 'ben';
  const { state, store, emit, asked } = await joined({
    'teamwork.visits': () => ok([{ target: { kind: 'board', id: 'b-7' }, by, since }]),
  });
  await expect.poll(() => presenceIn(state(), 'b-7')).toBe('ben has been in this room since 14:02.');
  expect(presenceIn(state(), 'b-8')).toBe('');
  by = 'cleo';
  emit('team.visitsChanged', {});
  await expect.poll(() => presenceIn(state(), 'b-7')).toContain('cleo');
  store.setState({ currentId: 'b' });
  await expect.poll(() => presenceIn(state(), 'b-7')).toBe('');
  expect(asked('teamwork.visits')).toHaveLength(2);
});

const run = { id: 'r', by: 'ben', state: 'held', boards: 40, done: 0 } as const;
const script: Script = { 'teamwork.runsWith': () => ok([run]), 'teamwork.askPause': () => ok(null) };

async function protecting(id: string) {
  const started = await joined({ ...script, 'boards.annotate': () => ok({ boards: 1, undoId: 'u' }) });
  started.store.setState({ boardsOf: 'a' });
  await started.state().annotate('board', { kind: 'ids', ids: [id] }, { protected: true });
  return started;
}

test('a user who protects a board in a colleague’s delete job can ask the colleague to pause the job', async () => {
  const { state, asked } = await protecting('b-7');
  const text = 'ben’s delete of 40 boards will skip this board.';
  await expect.poll(() => state().message.text).toBe(text);
  expect(state().message.action?.label).toBe('Ask to pause the delete');
  state().message.action?.run();
  await expect.poll(() => state().message.text).toBe('Asked ben to pause the delete.');
  expect(asked('teamwork.askPause')[0]?.args).toEqual({ connectionId: 'a', runId: 'r' });
});
