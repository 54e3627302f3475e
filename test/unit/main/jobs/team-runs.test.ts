import { beforeEach, expect, test } from 'vitest';
import { runEnded } from '../../../../main/jobs/team-plans.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { notJoined } from '../../../../main/team/copies.ts';
import { fail, ok, type Result } from '../../../../preload/contract/failure.ts';
import { must } from '../../../support/must.ts';
import { settle } from '../service/clock.ts';
import { jobsUnderTest } from './jobs-under-test.ts';

const PLAN = { planId: 'p', digest: 'd' };
const HOLD_MS = 300_000;

let services: Awaited<ReturnType<typeof jobsUnderTest>>;
beforeEach(async () => {
  services = await jobsUnderTest(['b0', 'b1', 'b2']);
});

const planned = async (): Promise<string> =>
  must(await services.deleteReviewed(['b0', 'b1', 'b2'], { plan: PLAN })).id;
const states = (): readonly string[] => services.reports.map(({ state }) => state);

test('a delete job for a team plan is not queued if the team’s database refuses to start the run', async () => {
  services.around.runStart = fail(runEnded);
  expect(await services.deleteReviewed(['b0'], { plan: PLAN })).toMatchObject({ error: { code: 'refused' } });
  expect(services.jobs().list()).toEqual([]);
});

test('a delete job that runs a team plan reports the outcome of each board to the team’s database once', async () => {
  await planned();
  await services.clock.advance(40_000);
  expect(states()).toEqual(['held', 'held', 'held']);
  await services.clock.advance(HOLD_MS);
  await services.answerAll();
  expect(services.reports.at(-1)).toMatchObject({ state: 'done', done: 3 });
  const outcomes = services.reports.flatMap((report) => Object.entries(report.outcomes));
  expect(outcomes.map(([id]) => id).sort()).toEqual(['b0', 'b1', 'b2']);
  expect(new Set(outcomes.map(([, state]) => state))).toEqual(new Set(['done']));
});

test('a delete job that runs a team plan sends nothing after a colleague has taken over the run', async () => {
  const id = await planned();
  services.around.runReport = fail(runEnded);
  await services.clock.advance(HOLD_MS);
  await settle();
  expect(services.service.requests).toEqual([]);
  expect(services.job(id)).toMatchObject({ pause: 'colleague', failure: runEnded });
});

test('a delete job that runs a team plan pauses while the team’s database is unreachable', async () => {
  const id = await planned();
  services.around.runReport = fail(failure('cannot-reach'));
  await services.clock.advance(HOLD_MS);
  expect(services.job(id)).toMatchObject({ state: 'paused', pause: 'register' });
  expect(services.service.requests).toEqual([]);
  services.around.runReport = ok('');
  services.jobs().registerReady();
  await services.answerAll();
  expect(services.job(id)).toMatchObject({ state: 'done' });
});

test('a job that waits for the team’s database stays paused if the user has paused it', async () => {
  const id = await planned();
  services.around.runReport = fail(failure('cannot-reach'));
  await services.clock.advance(HOLD_MS);
  must(await services.jobs().pause({ jobId: id }));
  services.around.runReport = ok('');
  services.jobs().registerReady();
  await services.answerAll();
  expect(services.job(id)).toMatchObject({ state: 'paused', pause: 'person' });
  expect(services.service.requests).toEqual([]);
});

test('a late reply of the team’s database does not pause a delete job that the user has resumed', async () => {
  const id = await planned();
  const late = Promise.withResolvers<Result<string>>();
  const replies = [ok('ann'), late.promise];
  Object.defineProperty(services.around, 'runReport', { get: () => replies.shift() ?? ok('') });
  await services.clock.advance(20_000);
  must(await services.jobs().startNow({ jobId: id }));
  late.resolve(ok('ann'));
  await services.answerAll();
  await settle();
  expect(services.job(id)).toMatchObject({ state: 'done' });
});

test('a delete job that runs a team plan reports all its outcomes again after a crash', async () => {
  const id = await planned();
  must(await services.jobs().startNow({ jobId: id }));
  await settle();
  services.service.answer('done');
  await settle();
  await services.clock.advance(200);
  await services.kill();
  services.reports.length = 0;
  must(await services.jobs().resume({ jobId: id }));
  await services.answerAll();
  const outcomes = Object.fromEntries(services.reports.flatMap((report) => Object.entries(report.outcomes)));
  expect(Object.keys(outcomes).sort()).toEqual(['b0', 'b1', 'b2']);
});

test('a delete job that runs a team plan keeps its outcomes until the team’s database has received them', async () => {
  const id = await planned();
  await services.clock.advance(HOLD_MS);
  must(await services.jobs().stop({ jobId: id }));
  await settle();
  expect(services.reports.at(-1)).toMatchObject({ state: 'stopped', outcomes: {} });
  // This failure has the same code as an ended run. But the database received no report, so Easel must repeat it.
  services.around.runReport = fail(notJoined);
  await services.answerAll();
  await services.clock.advance(200);
  services.around.runReport = ok('');
  services.jobs().registerReady();
  await settle();
  const { outcomes } = services.reports.at(-1) ?? {};
  expect(Object.keys(outcomes ?? {}).sort()).toEqual(['b0', 'b1', 'b2']);
});

test('Easel does not report a board’s outcome again if the team’s database refused it after the run’s end', async () => {
  const id = await planned();
  await services.clock.advance(HOLD_MS);
  must(await services.jobs().stop({ jobId: id }));
  await settle();
  services.around.runReport = fail(runEnded);
  await services.answerAll();
  await services.clock.advance(200);
  services.reports.length = 0;
  services.jobs().registerReady();
  await settle();
  await services.kill();
  services.jobs().registerReady();
  await settle();
  expect(services.reports.map(({ outcomes }) => outcomes)).toEqual([{}, {}]);
});

test('a delete job that runs a team plan can be dismissed while the team’s database is unreachable', async () => {
  const id = await planned();
  await services.clock.advance(HOLD_MS);
  await services.answerAll();
  services.around.runReport = Promise.withResolvers<never>().promise;
  expect(await services.jobs().dismiss({ jobId: id })).toMatchObject({ ok: true });
});

test('a delete job that runs a team plan reports at most 1,000 outcomes at a time', async () => {
  const ids = Array.from({ length: 1200 }, (_, at) => `c${at}`);
  services = await jobsUnderTest(ids);
  must(await services.deleteReviewed(ids, { plan: PLAN }));
  services.around.runReport = fail(failure('cannot-reach'));
  services.jobs().reportRuns();
  services.around.runReport = ok('');
  await services.clock.advance(HOLD_MS);
  await services.answerAll();
  const sizes = services.reports.map(({ outcomes }) => Object.keys(outcomes).length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1200);
});

test('failed items of a delete job that runs a team plan can’t be retried', async () => {
  const id = await planned();
  expect(await services.jobs().retryFailed({ jobId: id })).toMatchObject({ error: { code: 'refused' } });
});

test('a bulk delete that runs no team plan continues while the team’s database is unreachable', async () => {
  services.around.runStart = ok('run-1');
  services.around.runReport = fail(failure('cannot-reach'));
  const id = await services.deleteAll(['b0', 'b1']);
  await services.clock.advance(HOLD_MS);
  await services.answerAll();
  expect(services.job(id)).toMatchObject({ state: 'done', counts: { done: 2 } });
});
