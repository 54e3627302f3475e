import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../service/clock.ts';
import { must } from '../../../support/must.ts';
import { jobsUnderTest, type JobsUnderTest } from './jobs-under-test.ts';

const BOARDS = Array.from({ length: 20 }, (_, n) => `b${n}`);

let services: JobsUnderTest;
beforeEach(async () => {
  services = await jobsUnderTest(BOARDS);
});

describe('a running job', () => {
  async function running(count = BOARDS.length): Promise<string> {
    const id = await services.deleteAll(BOARDS.slice(0, count));
    must(await services.jobs().startNow({ jobId: id }));
    await settle();
    return id;
  }

  test('pauses after a few network failures, and its items wait again', async () => {
    const id = await running();
    for (let failed = 0; failed < 5; failed += 1) {
      services.service.answer('not-sent');
      await settle();
    }
    expect(await services.job(id)).toMatchObject({
      state: 'paused',
      pause: 'outage',
      failure: { code: 'cannot-reach' },
    });
    while (services.service.answer('not-sent')) await settle();
    expect(await services.job(id)).toMatchObject({ counts: { waiting: 20, failed: 0 } });
    expect(services.service.requests).toHaveLength(5 + services.service.places);
  });

  test('says that the network is down when that is the reason', async () => {
    const id = await running(1);
    for (let failed = 0; failed < 3; failed += 1) {
      services.service.answer('offline');
      await settle();
    }
    expect(await services.job(id)).toMatchObject({ state: 'paused', pause: 'network' });
  });

  test('is not paused by one board that the service can’t delete', async () => {
    const id = await running(3);
    for (let answers = 0; answers < 12; answers += 1) {
      const stuck = services.service.pending.findIndex(({ request }) => request.about === 'b0');
      services.service.answer(stuck >= 0 ? 'problem' : 'done', Math.max(0, stuck));
      services.service.answer(
        'done',
        services.service.pending.findIndex(({ request }) => request.about !== 'b0'),
      );
      await settle();
    }
    expect(await services.job(id)).toMatchObject({ state: 'done', counts: { done: 2, failed: 1 } });
  });

  test('retries a rate-limited board', async () => {
    const id = await running(3);
    services.service.answer('too-many');
    await services.answerAll();
    expect(await services.job(id)).toMatchObject({ state: 'done', counts: { done: 3 } });
    expect(services.service.requests).toHaveLength(4);
  });

  test('pauses for a refused key and requeues its item; a forbidden item has failed', async () => {
    const id = await running();
    services.service.answer('key-refused');
    await settle();
    expect(await services.job(id)).toMatchObject({
      state: 'paused',
      pause: 'refused',
      failure: { status: 401 },
    });
    await services.answerAll();
    must(await services.jobs().resume({ jobId: id }));
    await settle();
    services.service.answer('not-allowed');
    await settle();
    expect(await services.job(id)).toMatchObject({
      state: 'paused',
      pause: 'refused',
      counts: { failed: 1 },
    });
    await services.answerAll();
    must(await services.jobs().resume({ jobId: id }));
    await services.answerAll();
    expect(await services.job(id)).toMatchObject({ state: 'done', counts: { done: 19, failed: 1 } });
  });

  test.each([
    ['dismissed, the retry finds no job', ['dismiss', 'retryFailed'], []],
    ['retried, it is held and is not dismissed', ['retryFailed', 'dismiss'], ['held']],
  ] as const)('dismissed and retried at once is one of the two: first %s', async (_what, order, states) => {
    const id = await running(1);
    services.service.answer('refused');
    await services.answerAll();
    const [first, second] = await Promise.all(order.map((act) => services.jobs()[act]({ jobId: id })));
    expect([first?.ok, second?.ok]).toEqual([true, false]);
    expect(must(await services.jobs().list()).map(({ state }) => state)).toEqual(states);
    expect(services.tables.jobs.all().map(({ record }) => record.state)).toEqual(states);
    expect(services.service.requests).toHaveLength(1);
  });

  test('skips a board that has become protected', async () => {
    const id = await running();
    services.protect('b10');
    await services.answerAll();
    expect(await services.job(id)).toMatchObject({ state: 'done', counts: { done: 19, skipped: 1 } });
    expect(services.service.boards).toEqual(new Set(['b10']));
  });

  test('reports lost items as unknown when stopped before it could check', async () => {
    const id = await running();
    services.service.answer('lost-after');
    await settle();
    must(await services.jobs().stop({ jobId: id }));
    await services.answerAll();
    const { counts } = await services.job(id);
    expect(counts).toMatchObject({ unknown: 1, waiting: 0, sending: 0 });
    expect(services.items(id).find(({ targetId }) => targetId === 'b0')).toMatchObject({ state: 'unknown' });
  });

  test('sends nothing more once its results can’t be written, and loses nothing', async () => {
    const id = await running();
    services.around.broken = new Set(['jobs']);
    services.service.answer('done');
    await services.clock.advance(200);
    const sent = services.service.requests.length;
    expect(await services.job(id)).toMatchObject({
      state: 'paused',
      pause: 'storage',
      failure: { code: 'storage' },
    });
    expect(await services.jobs().resume({ jobId: id })).toMatchObject({ error: { code: 'storage' } });
    await services.answerAll();
    expect(services.service.requests).toHaveLength(sent);
    services.around.broken = new Set();
    must(await services.jobs().resume({ jobId: id }));
    await services.answerAll();
    expect(await services.job(id)).toMatchObject({ state: 'done', counts: { done: 20 } });
    expect(services.items(id).every(({ state }) => state === 'done')).toBe(true);
  });

  test('publishes at most four times a second, and its end', async () => {
    const id = await running();
    services.told.splice(0);
    for (let round = 0; round < 10; round += 1) {
      services.service.answer('done');
      await services.clock.advance(25);
    }
    expect(services.told.length).toBeLessThanOrEqual(2);
    await services.answerAll();
    await services.clock.advance(250);
    expect(services.told.at(-1)?.job).toMatchObject({ id, state: 'done' });
  });

  test('removes deleted boards from the list in few steps, and logs each', async () => {
    await running();
    await services.answerAll();
    expect(services.removals.length).toBeLessThanOrEqual(2);
    const deleted = services.activity.filter(({ action }) => action === 'board-deleted');
    expect(deleted.map(({ target, outcome }) => `${target} ${outcome}`)).toEqual(
      BOARDS.map((id) => `${id} done`),
    );
    expect(
      services.activity.map(({ action }) => action).filter((action) => action.startsWith('job')),
    ).toEqual(['job-queued', 'job-started', 'job-ended']);
  });

  test('that took long says so where something failed', async () => {
    await running(2);
    await services.clock.advance(31_000);
    services.service.answer('refused');
    await services.clock.advance(25);
    await services.answerAll();
    expect(services.announced).toEqual([
      { sentence: 'Finished deleting 2 boards: 1 deleted, 1 failed.', hasFailures: true },
    ]);
  });
});
