import { beforeEach, expect, test } from 'vitest';
import type { Question } from '../../../../main/lib/implementation.ts';
import type { Job } from '../../../../preload/contract/jobs.ts';
import type { Result } from '../../../../preload/contract/failure.ts';
import type { PlanRef } from '../../../../main/jobs/team-plans.ts';
import { must } from '../../../support/must.ts';
import { settle } from '../service/clock.ts';
import { CONNECTION, jobsUnderTest, type JobsUnderTest } from './jobs-under-test.ts';
import type { Ending } from './service.ts';
import { NO_POLICY, type Policy } from '../../../../main/ipc/policy/policy.ts';

const BOARDS = Array.from({ length: 60 }, (_, n) => `b${n}`);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAY_LONG = { holdSeconds: { single: 86_400, bulk: 86_400 } } as const;
const REFUSED = { ok: false, error: { code: 'policy' } };

const passed = (results: readonly Result<unknown>[]): number => results.filter(({ ok }) => ok).length;

const BULK_MS = 300_000;

let services: JobsUnderTest;
beforeEach(async () => {
  services = await jobsUnderTest(BOARDS);
  services.service.places = 100;
});

const rule = (rules: Partial<Policy>): void => {
  services.around.policy = { ...NO_POLICY, ...rules };
};
async function restart(rules: Partial<Policy>): Promise<void> {
  rule(rules);
  await services.kill();
}

const one = (n: number): Promise<Result<Job>> => services.deleteOne(`b${n}`);
async function ones(count: number): Promise<readonly Result<Job>[]> {
  const made: Result<Job>[] = [];
  for (let n = 0; n < count; n += 1) made.push(await one(n));
  return made;
}
const many = (from: number, count: number, said: { reason?: string; plan?: PlanRef } = {}) =>
  services.deleteReviewed(BOARDS.slice(from, from + count), said);
async function sent(): Promise<number> {
  await settle();
  return services.service.requests.length;
}
async function answerEach(ending: Ending): Promise<void> {
  await settle();
  while (services.service.answer(ending)) await settle();
}

const ask = async ({ id: jobId }: Job): Promise<Question | null> =>
  must(await services.jobs().startQuestion({ jobId }));
const start = ({ id: jobId }: Job, answered: Question | null): Promise<Result<Job>> =>
  services.jobs().startNow({ jobId }, answered);

test('a delete on hold starts early only if the user confirms main’s dialog', async () => {
  const job = must(await many(0, 5));
  const question = await ask(job);
  expect(question?.message).toBe('Delete 5 boards from “Acme boards” now?');
  expect(question?.detail).toContain('boards.example');
  expect((await start(job, null)).ok).toBe(false);
  expect((await start(job, { ...(question as Question), message: 'Delete 4 boards?' })).ok).toBe(false);
  expect(await sent()).toBe(0);
  must(await start(job, question));
  expect(await sent()).toBe(5);
});

test.each(['restart', 'lock'] as const)('starting a delete early needs consent after a %s', async (why) => {
  const job = must(await many(0, 5));
  await services.clock.advance(1000);
  if (why === 'restart') await services.kill();
  else services.jobs().pauseAll(null, why);
  expect(await ask(job)).not.toBeNull();
  await services.clock.advance(BULK_MS - 1001);
  expect(await ask(job)).not.toBeNull();
  await services.clock.advance(1);
  expect(await ask(job)).toBeNull();
  must(await start(job, null));
  expect(await sent()).toBe(5);
});

async function failedJob(): Promise<Job> {
  const job = must(await many(0, 4));
  await services.clock.advance(BULK_MS);
  services.service.answer('refused');
  await settle();
  await answerEach('done');
  return services.job(job.id);
}

test('starting a retried delete on hold needs confirmation, even after Easel was restarted', async () => {
  const job = await failedJob();
  services.activity.length = 0;
  must(await services.jobs().retryFailed({ jobId: job.id }));
  expect(services.activity).toMatchObject([{ action: 'job-queued', detail: 'Delete 1 board' }]);
  expect(services.jobs().unfinished()).toContain('Deleting 4 boards is on hold: 3 done.');
  expect((await ask(job))?.message).toBe('Delete 1 board from “Acme boards” now?');
  await services.kill();
  expect(await ask(job)).not.toBeNull();
  expect((await start(job, null)).ok).toBe(false);
  await services.clock.advance(BULK_MS);
  expect(await ask(job)).toBeNull();
});

test('cancelling the retry of failed deletes restores the earlier result of each delete', async () => {
  const job = await failedJob();
  const before = services.items(job.id);
  must(await services.jobs().retryFailed({ jobId: job.id }));
  const ended = must(await services.jobs().cancel({ jobId: job.id }));
  expect(ended).toMatchObject({ state: 'done', counts: { done: 3, failed: 1, waiting: 0, untouched: 0 } });
  const said = ({ targetId, state, status, message }: (typeof before)[number]) =>
    [targetId, state, status, message].join();
  expect(services.items(job.id).map(said)).toEqual(before.map(said));
  await services.kill();
  await services.clock.advance(DAY);
  expect(services.job(job.id)).toMatchObject({ state: 'done', counts: { failed: 1 } });
  expect(await sent()).toBe(4);
});

test('the hold of a retried delete is as long as the current policy requires', async () => {
  const job = await failedJob();
  rule({ holdSeconds: { single: 86_400, bulk: 86_400 } });
  const { startsEarliest } = must(await services.jobs().retryFailed({ jobId: job.id }));
  expect((startsEarliest ?? 0) - services.clock.now()).toBe(DAY);
  await services.clock.advance(DAY / 2);
  // Removing the policy must not shorten the hold, the delay before a queued delete starts.
  rule({});
  await services.kill();
  expect(await services.jobs().startNow({ jobId: job.id })).toMatchObject({ error: { code: 'policy' } });
});

const target = (n: number) => ({ connectionId: CONNECTION, target: { kind: 'board', id: `b${n}` } }) as const;
/** Queues the delete of board `n` and confirms it if required. Returns true if a confirmation was required. */
async function asked(n: number): Promise<boolean> {
  const question = must(await services.jobs().deleteQuestion(target(n)));
  must(await services.jobs().deleteOne(target(n), question));
  return question !== null;
}

test('the 11th, 21st and 31st single deletes in a row need the user’s confirmation', async () => {
  const all: boolean[] = [];
  for (let n = 0; n < 33; n += 1) all.push(await asked(n));
  expect(all.flatMap((is, n) => (is ? [n + 1] : []))).toEqual([11, 21, 31]);
});

test('of 14 single deletes requested at the same time, only ten pass without confirmation', async () => {
  const all = Array.from({ length: 14 }, (_, n) => services.jobs().deleteOne(target(n), null));
  expect(passed(await Promise.all(all))).toBe(10);
});

test('a cancelled single delete counts towards the limit of ten deletes without confirmation', async () => {
  for (let n = 0; n < 10; n += 1) await asked(n);
  const held = services.jobs().list();
  must(await services.jobs().cancel({ jobId: held[0]?.id ?? '' }));
  expect(services.jobs().willAsk()).toBe(true);
  services.around.clockSetMs = DAY;
  expect(services.jobs().willAsk()).toBe(true);
});

test('creating more than 100 join links needs the user’s confirmation', async () => {
  const made = services.jobs().creates;
  const names = Array.from({ length: 120 }, (_, n) => `Person ${n}`);
  const list = { connectionId: CONNECTION, names };
  const question = must(await made.namesQuestion('mint-links', list));
  expect(question?.message).toBe('Create 120 join links in “Acme boards”?');
  expect((await made.mintLinks({ ...list, identifier: 'p' }, null)).ok).toBe(false);
  expect((await made.mintLinks({ ...list, identifier: 'p' }, question)).ok).toBe(true);
});

test('the policy’s maximum for bulk deletes also limits the number of single deletes', async () => {
  rule({ maxBulk: 3 });
  expect(passed(await ones(3))).toBe(3);
  const message = expect.stringContaining('at most 3 boards at once') as unknown;
  const nextStep = expect.stringContaining('up to 3 boards and delete them together') as unknown;
  expect(await one(3)).toMatchObject({ error: { code: 'policy', message, nextStep } });
  // A bulk delete of one board counts towards the limit of single deletes. Larger deletes and creates do not count.
  expect(await many(3, 1)).toMatchObject(REFUSED);
  expect((await many(3, 3)).ok).toBe(true);
  expect((await services.createBoards(1)).ok).toBe(true);
});

test('the policy’s hourly maximum of single deletes applies per host, not per connection', async () => {
  rule({ maxBulk: 3 });
  await ones(3);
  const { connection } = services.around;
  services.around.connection = { ...connection, boardApi: 'https://boards.example/v2' };
  expect(await one(3)).toMatchObject(REFUSED);
  services.around.connection = { ...connection, boardApi: 'https://others.example' };
  expect((await one(3)).ok).toBe(true);
});

test('a single delete counts towards the policy’s hourly maximum until an hour after it ended', async () => {
  rule({ maxBulk: 3 });
  for (const n of [0, 1, 2]) {
    const { id: jobId } = must(await one(n));
    must(await services.jobs().startNow({ jobId }));
    await answerEach('done');
    must(await services.jobs().dismiss({ jobId }));
  }
  expect(services.jobs().list()).toEqual([]);
  expect(await one(3)).toMatchObject(REFUSED);
  await services.clock.advance(HOUR / 2);
  await services.kill();
  expect(await one(3)).toMatchObject(REFUSED);
  // A delete counts towards the limit for one hour, even if the user sets the wall clock forward.
  services.around.clockSetMs = DAY;
  expect(await one(3)).toMatchObject(REFUSED);
  services.around.clockSetMs = 0;
  await services.clock.advance(HOUR / 2);
  expect((await one(3)).ok).toBe(true);
  await services.kill();
  expect(services.tables.jobs.counted()).toEqual([]);
});

test('the eleventh single delete within an hour needs an approved plan if the policy requires two persons', async () => {
  rule({ twoPersons: true });
  expect(passed(await ones(12))).toBe(10);
  const message = expect.stringContaining('single delete number 11 within an hour') as unknown;
  const nextStep = expect.stringContaining('plan') as unknown;
  expect(await one(20)).toMatchObject({ error: { message, nextStep } });
  expect(await many(20, 1)).toMatchObject(REFUSED);
  expect((await many(20, 1, { plan: { planId: 'p', digest: 'd' } })).ok).toBe(true);
  rule({ requireReason: true });
  expect(await one(21)).toMatchObject({ error: { nextStep: expect.stringMatching(/with a reason/u) } });
  expect((await many(21, 1, { reason: 'T-7' })).ok).toBe(true);
});

test('the eleventh single delete in a row has the hold of a bulk delete', async () => {
  rule({ holdSeconds: { single: 20, bulk: 3600 } });
  const made = (await ones(11)).map(must);
  const held = [...Array<number>(10).fill(20), 3600];
  expect(made.map(({ startsEarliest }) => (startsEarliest ?? 0) / 1000)).toEqual(held);
  expect(made.map(({ holdUntil, createdAt }) => ((holdUntil ?? 0) - createdAt) / 1000)).toEqual(held);
  await services.clock.advance(20_000);
  expect(await sent()).toBe(10);
  expect(await services.jobs().startNow({ jobId: made[10]?.id ?? '' })).toMatchObject(REFUSED);
});

test('single deletes queued under a less strict policy are limited by the current hourly maximum', async () => {
  const ids = (await ones(25)).map((made) => must(made).id);
  await restart({ twoPersons: true });
  const start = (): Promise<readonly Result<Job>[]> =>
    Promise.all(ids.toReversed().map((id) => services.jobs().startNow({ jobId: id })));
  expect(passed(await start())).toBe(10);
  expect(await sent()).toBe(10);
  await answerEach('done');
  await services.clock.advance(1000);
  await services.kill();
  expect(passed(await start())).toBe(0);
  await services.clock.advance(HOUR);
  expect(passed(await start())).toBe(10);
  expect(await sent()).toBe(20);
});

test('retried single deletes count towards the policy’s hourly maximum', async () => {
  rule({ maxBulk: 3 });
  const ids: string[] = [];
  for (let n = 0; n < 9; n += 1) {
    const { id } = must(await one(n));
    must(await services.jobs().startNow({ jobId: id }));
    await settle();
    services.service.answer('refused');
    await settle();
    ids.push(id);
    await services.clock.advance(HOUR);
  }
  const again = ids.toReversed().map((id) => services.jobs().retryFailed({ jobId: id }));
  expect(passed(await Promise.all(again))).toBe(3);
});

test('a delete can’t start before the end of the hold that the policy requires', async () => {
  rule(DAY_LONG);
  const { id, startsEarliest } = must(await one(0));
  expect(startsEarliest).toBe(DAY);
  const { id: bulk } = must(await many(1, 20));
  const words = [id, bulk, id, bulk].map((each) => services.jobs().startNow({ jobId: each }));
  const message = expect.stringContaining('requires this delete to stay on hold until 2 Jan 1970') as unknown;
  for (const word of await Promise.all(words))
    expect(word).toMatchObject({ error: { code: 'policy', message } });
  await services.clock.advance(DAY - 1);
  expect(await services.jobs().startNow({ jobId: id })).toMatchObject(REFUSED);
  // `startQuestion` must refuse too, so that the user is not asked to confirm a forbidden start.
  expect(await services.jobs().startQuestion({ jobId: id })).toMatchObject(REFUSED);
  expect(await sent()).toBe(0);
  await services.clock.advance(1);
  expect(await sent()).toBe(21);
});

test('the hold of a job queued under a less strict policy is as long as the current policy requires', async () => {
  const { id: held } = must(await many(0, 5));
  const { id: begun } = must(await many(5, 5));
  services.service.places = 1;
  must(await services.jobs().startNow({ jobId: begun }));
  await settle();
  await restart({ holdSeconds: { single: null, bulk: 3600 } });
  const before = await sent();
  expect(await services.jobs().startNow({ jobId: held })).toMatchObject(REFUSED);
  expect(await services.jobs().resume({ jobId: begun })).toMatchObject(REFUSED);
  await services.clock.advance(HOUR - 1000);
  expect(await services.jobs().startNow({ jobId: held })).toMatchObject(REFUSED);
  expect(await services.jobs().resume({ jobId: begun })).toMatchObject(REFUSED);
  await services.clock.advance(1000);
  expect(await sent()).toBe(before);
  must(await services.jobs().resume({ jobId: begun }));
});

test('the failed items of a saved job can’t be retried if the current policy forbids the job', async () => {
  const { id } = must(await many(0, 5));
  must(await services.jobs().startNow({ jobId: id }));
  await answerEach('refused');
  expect(services.job(id)).toMatchObject({ state: 'done', counts: { failed: 5 } });
  await restart({ maxBulk: 4 });
  expect(await services.jobs().retryFailed({ jobId: id })).toMatchObject(REFUSED);
  expect(await sent()).toBe(5);
});
