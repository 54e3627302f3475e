/** Deletes one by one count together: what they may not do together, they may not do in a row. */
import { beforeEach, expect, test } from 'vitest';
import type { Job } from '../../../../preload/contract/jobs.ts';
import type { Result } from '../../../../preload/contract/failure.ts';
import { settle } from '../service/clock.ts';
import { must } from '../../../support/must.ts';
import { CONNECTION } from './jobs-under-test.ts';
import { DAY, HOUR, passed, REFUSED, underPolicy, type UnderPolicy } from './under-policy.ts';

let under: UnderPolicy;
let services: UnderPolicy['services'];
beforeEach(async () => {
  under = await underPolicy();
  ({ services } = under);
});

test('single deletes add up towards the maximum of a bulk change', async () => {
  under.rule({ maxBulk: 3 });
  expect(passed(await under.ones(0, 3))).toBe(3);
  expect(await under.one(3)).toMatchObject({
    error: {
      code: 'policy',
      message: expect.stringMatching(/at most 3 boards at once/u),
      nextStep: expect.stringMatching(/delete them together, at most 3/u),
    },
  });
  // One that is reviewed is one too; together they may go, and making things is another matter.
  expect(await under.many(3, 1)).toMatchObject(REFUSED);
  expect((await under.many(3, 3)).ok).toBe(true);
  expect(
    (await services.jobs().creates.createBoards({ connectionId: CONNECTION, count: 1, label: '', tags: [] }))
      .ok,
  ).toBe(true);
});

test('single deletes add up across connections to the same host, and not with those of another', async () => {
  under.rule({ maxBulk: 3 });
  await under.ones(0, 3);
  const { connection } = services.around;
  if (connection === null) throw new Error('there is a connection');
  services.around.connection = { ...connection, boardApi: 'https://boards.example/v2' };
  expect(await under.one(3)).toMatchObject(REFUSED);
  services.around.connection = { ...connection, boardApi: 'https://others.example' };
  expect((await under.one(3)).ok).toBe(true);
});

test('single deletes count until an hour after they end, even when dismissed or after a restart', async () => {
  under.rule({ maxBulk: 3 });
  for (const n of [0, 1, 2]) {
    const job = must(await under.one(n));
    await under.finish(job);
    must(await services.jobs().dismiss({ jobId: job.id }));
  }
  expect(must(await services.jobs().list())).toEqual([]);
  expect(await under.one(3)).toMatchObject(REFUSED);
  await services.clock.advance(HOUR / 2);
  await services.kill();
  expect(await under.one(3)).toMatchObject(REFUSED);
  // Setting the clock forward takes nothing off.
  services.around.clockSetMs = DAY;
  expect(await under.one(3)).toMatchObject(REFUSED);
  services.around.clockSetMs = 0;
  await services.clock.advance(HOUR / 2);
  expect((await under.one(3)).ok).toBe(true);
  await services.kill();
  expect(services.tables.jobs.counted()).toEqual([]);
});

test('more than ten single deletes need two persons and a reason like a bulk delete', async () => {
  under.rule({ twoPersons: true });
  expect(passed(await under.ones(0, 12))).toBe(10);
  expect(await under.one(20)).toMatchObject({
    error: {
      message: expect.stringMatching(/single delete number 11/u),
      nextStep: expect.stringMatching(/plan/u),
    },
  });
  expect(await under.many(20, 1, { draftedBy: 'self' })).toMatchObject(REFUSED);
  expect((await under.many(20, 1, { draftedBy: 'another' })).ok).toBe(true);
  under.rule({ requireReason: true });
  expect(await under.one(21)).toMatchObject({ error: { nextStep: expect.stringMatching(/with a reason/u) } });
  expect((await under.many(21, 1, { reason: 'T-7' })).ok).toBe(true);
});

test('more than ten single deletes are held like a bulk delete', async () => {
  under.rule({ holdSeconds: { single: 20, bulk: 3600 } });
  const made = (await under.ones(0, 11)).map(must);
  const held = [...Array<number>(10).fill(20), 3600];
  expect(made.map(({ startsEarliest }) => (startsEarliest ?? 0) / 1000)).toEqual(held);
  expect(made.map(({ holdUntil, createdAt }) => ((holdUntil ?? 0) - createdAt) / 1000)).toEqual(held);
  await services.clock.advance(20_000);
  expect(await under.sent()).toBe(10);
  expect(await services.jobs().startNow({ jobId: made[10]?.id ?? '' })).toMatchObject(REFUSED);
});

test('waiting single deletes from before a stricter policy run up to its maximum, in any order', async () => {
  const ids = (await under.ones(0, 25)).map((made) => must(made).id);
  await under.restart({ twoPersons: true });
  const start = (): Promise<readonly Result<Job>[]> =>
    Promise.all(ids.toReversed().map((id) => services.jobs().startNow({ jobId: id })));
  expect(passed(await start())).toBe(10);
  expect(await under.sent()).toBe(10);
  while (services.service.answer('done')) await settle();
  await services.clock.advance(1000);
  await services.kill();
  expect(passed(await start())).toBe(0);
  await services.clock.advance(HOUR);
  expect(passed(await start())).toBe(10);
  expect(await under.sent()).toBe(20);
});

test('single deletes that have just ended count before all that an earlier run left waiting', async () => {
  const held = (await under.ones(0, 3)).map(must);
  for (const job of (await under.ones(3, 3)).map(must)) await under.finish(job);
  await services.clock.advance(1000);
  await under.restart({ maxBulk: 3 });
  expect(passed(await Promise.all(held.map(({ id }) => services.jobs().startNow({ jobId: id }))))).toBe(0);
});

test('single deletes count when they have failed and are retried, in any order', async () => {
  under.rule({ maxBulk: 3 });
  const ids: string[] = [];
  for (let n = 0; n < 9; n += 1) {
    const { id } = must(await under.one(n));
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
