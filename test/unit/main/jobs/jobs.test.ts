import { beforeEach, describe, expect, test } from 'vitest';
import { NO_POLICY } from '../../../../main/policy/policy.ts';
import { failure } from '../../../../main/service/failures.ts';
import { settle } from '../service/clock.ts';
import { CONNECTION, jobsUnderTest, must, type JobsUnderTest } from './jobs-under-test.ts';

const BOARDS = Array.from({ length: 20 }, (_, n) => `b${n}`);
const BOARD = { kind: 'board', id: 'b0' } as const;

let house: JobsUnderTest;
beforeEach(async () => {
  house = await jobsUnderTest(BOARDS);
});

async function deleteAll(count = BOARDS.length): Promise<string> {
  const boardIds = BOARDS.slice(0, count);
  const { id } = must(
    await house.jobs().deleteReviewed({ connectionId: CONNECTION, boardIds, reason: '', draftedBy: null }),
  );
  return id;
}

async function answerAll(): Promise<void> {
  for (;;) {
    await settle();
    if (!house.service.answer('done')) return;
  }
}

describe('a hold', () => {
  test('lasts ten seconds for one board, and then it is deleted', async () => {
    const job = must(await house.jobs().deleteOne({ connectionId: CONNECTION, target: BOARD }));
    expect(job).toMatchObject({ state: 'held', holdUntil: 10_000, about: 'b0' });
    await house.clock.advance(9999);
    expect(house.service.requests).toEqual([]);
    await house.clock.advance(1);
    house.service.answer('done');
    await settle();
    expect(await house.job(job.id)).toMatchObject({ state: 'done', counts: { total: 1, done: 1 } });
    expect(house.service.boards.has('b0')).toBe(false);
  });

  test('lasts five minutes for many', async () => {
    const id = await deleteAll();
    expect(await house.job(id)).toMatchObject({ state: 'held', holdUntil: 300_000, about: '' });
  });

  test('sends nothing once it is cancelled', async () => {
    const id = await deleteAll();
    must(await house.jobs().cancel({ jobId: id }));
    await house.clock.advance(400_000);
    expect(house.service.requests).toEqual([]);
    expect(await house.job(id)).toMatchObject({ state: 'cancelled', counts: { total: 20, untouched: 20 } });
    expect(house.items(id).every(({ state }) => state === 'untouched')).toBe(true);
  });

  test('is over in time, or not at all: a computer that slept through it asks first', async () => {
    const id = await deleteAll();
    house.around.sleptMs = 3_600_000;
    await house.clock.advance(300_000);
    expect(house.service.requests).toEqual([]);
    expect(await house.job(id)).toMatchObject({ state: 'held', holdUntil: null, pause: 'sleep' });
  });

  test('does not end by itself while the service does not answer', async () => {
    const id = await deleteAll();
    house.around.trouble = 'outage';
    await house.clock.advance(300_000);
    expect(await house.job(id)).toMatchObject({ state: 'held', holdUntil: null, pause: 'outage' });
    house.around.trouble = null;
    await house.clock.advance(600_000);
    expect(house.service.requests).toEqual([]);
    must(await house.jobs().startNow({ jobId: id }));
    await answerAll();
    expect(await house.job(id)).toMatchObject({ state: 'done' });
  });
});

test('what may not be changed any more is not begun, neither by the clock nor by a person', async () => {
  const id = await deleteAll();
  house.around.closed = failure('read-only');
  expect(await house.jobs().startNow({ jobId: id })).toMatchObject({
    ok: false,
    error: { code: 'read-only' },
  });
  expect(await house.job(id)).toMatchObject({ state: 'held', pause: null });
  await house.clock.advance(300_000);
  expect(await house.job(id)).toMatchObject({
    state: 'held',
    pause: 'refused',
    failure: { code: 'read-only' },
  });
  expect(house.service.requests).toEqual([]);
});

test('a job runs to its end with all its places', async () => {
  const id = await deleteAll();
  must(await house.jobs().startNow({ jobId: id }));
  await answerAll();
  expect(await house.job(id)).toMatchObject({ state: 'done', counts: { total: 20, done: 20 } });
  expect(house.service.boards.size).toBe(0);
});

describe('what is not queued', () => {
  test('a protected board', async () => {
    house.protect('b0');
    expect(await house.jobs().deleteOne({ connectionId: CONNECTION, target: BOARD })).toMatchObject({
      ok: false,
      error: { code: 'refused', message: 'This board is protected.' },
    });
  });

  test('a board that another job is to delete', async () => {
    await deleteAll(3);
    expect(await house.jobs().deleteOne({ connectionId: CONNECTION, target: BOARD })).toMatchObject({
      ok: false,
      error: { code: 'refused', message: 'Another job is about to delete this board.' },
    });
    const later = await deleteAll(5);
    expect(await house.job(later)).toMatchObject({ counts: { total: 5, waiting: 2, skipped: 3 } });
    expect(house.items(later).filter(({ state }) => state === 'skipped')).toMatchObject([
      { targetId: 'b0', message: 'Another job was about to delete it already.' },
      { targetId: 'b1' },
      { targetId: 'b2' },
    ]);
  });

  test('more than the organisation allows, or any delete where it allows none', async () => {
    house.around.policy = { ...NO_POLICY, maxBulk: 5 };
    const jobs = house.jobs();
    const many = { connectionId: CONNECTION, boardIds: BOARDS, reason: '', draftedBy: null };
    expect(await jobs.deleteReviewed(many)).toMatchObject({ ok: false, error: { code: 'policy' } });
    expect(await jobs.createBoards({ connectionId: CONNECTION, count: 6 })).toMatchObject({
      ok: false,
      error: { code: 'policy' },
    });
    house.around.policy = { ...NO_POLICY, allowDelete: false };
    expect(await jobs.deleteOne({ connectionId: CONNECTION, target: BOARD })).toMatchObject({
      ok: false,
      error: { code: 'policy' },
    });
    expect(house.tables.jobs.all()).toEqual([]);
  });

  test('anything on a connection that may not change', async () => {
    house.around.closed = failure('read-only');
    for (const asked of [
      house.jobs().deleteOne({ connectionId: CONNECTION, target: BOARD }),
      house.jobs().createBoards({ connectionId: CONNECTION, count: 1 }),
      house.jobs().mintLinks({ connectionId: CONNECTION, identifier: 'p', names: ['Ada'] }),
    ]) {
      expect(await asked).toMatchObject({ ok: false, error: { code: 'read-only' } });
    }
  });

  test('papers and people without a name', async () => {
    expect(
      await house.jobs().createPapers({ connectionId: CONNECTION, names: ['One', ' '], templateId: null }),
    ).toMatchObject({
      ok: false,
      error: { code: 'invalid-input', fields: { names: 'Name 2 is empty.' } },
    });
    expect(
      await house.jobs().mintLinks({ connectionId: CONNECTION, identifier: 'p', names: ['x'.repeat(81)] }),
    ).toMatchObject({
      ok: false,
      error: { fields: { names: 'Name 1 has more than 80 characters.' } },
    });
    expect(
      await house.jobs().createPapers({ connectionId: CONNECTION, names: ['One'], templateId: 'no / id' }),
    ).toMatchObject({
      ok: false,
      error: { fields: { templateId: expect.stringContaining('identifier') } },
    });
  });
});

describe('creates', () => {
  test('are sent one by one, and pause when the service wants fewer, for as long as it says', async () => {
    const { id } = must(await house.jobs().createBoards({ connectionId: CONNECTION, count: 3 }));
    await settle();
    expect(house.service.pending).toHaveLength(1);
    house.service.answer('done');
    await settle();
    house.service.retryAfterSeconds = 30;
    house.service.answer('too-many');
    await settle();
    expect(await house.job(id)).toMatchObject({
      state: 'paused',
      pause: 'refused',
      counts: { done: 1, waiting: 2 },
    });
    expect(await house.jobs().resume({ jobId: id })).toMatchObject({
      ok: false,
      error: { code: 'too-many-requests', retryAfterSeconds: 30 },
    });
    await house.clock.advance(30_000);
    must(await house.jobs().resume({ jobId: id }));
    await answerAll();
    expect(await house.job(id)).toMatchObject({ state: 'done', counts: { done: 3 } });
    expect(house.service.boards.size).toBe(BOARDS.length + 3);
  });

  test('that were lost stay unknown, and three in a row pause the job', async () => {
    const { id } = must(
      await house
        .jobs()
        .createPapers({ connectionId: CONNECTION, names: ['A', 'B', 'C', 'D'], templateId: null }),
    );
    for (let lost = 0; lost < 3; lost += 1) {
      await settle();
      house.service.answer('lost-after');
    }
    await settle();
    expect(await house.job(id)).toMatchObject({
      state: 'paused',
      pause: 'outage',
      counts: { unknown: 3, waiting: 1 },
    });
    expect(house.tables.creates.unknown(CONNECTION).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['A', 'B', 'C']),
    );
    must(await house.jobs().resume({ jobId: id }));
    await answerAll();
    expect(await house.job(id)).toMatchObject({ state: 'done', counts: { done: 1, unknown: 3 } });
    expect(house.service.requests.map(({ about }) => about)).toEqual(['A', 'B', 'C', 'D']);
    expect(house.tables.papers.ofConnection(CONNECTION).map(({ name }) => name)).toEqual(['D']);
  });
});

describe('join links', () => {
  test('are kept in the order of their people until Easel is locked, and never on disk', async () => {
    const { id } = must(
      await house.jobs().mintLinks({ connectionId: CONNECTION, identifier: 'p', names: ['Ada', 'Ben'] }),
    );
    await answerAll();
    expect(await house.job(id)).toMatchObject({ state: 'done', links: 2 });
    expect(house.jobs().linksOf(id)).toEqual([
      { name: 'Ada', link: 'https://app.example/room/p?token=token-for-Ada' },
      { name: 'Ben', link: 'https://app.example/room/p?token=token-for-Ben' },
    ]);
    expect(JSON.stringify([house.items(id), house.activity, house.told])).not.toContain('token-for');
    house.jobs().lock();
    expect(await house.job(id)).toMatchObject({ links: 0 });
    expect(house.jobs().linksOf(id)).toEqual([]);
  });
});

test('items are read in windows, of all or of one state', async () => {
  const id = await deleteAll();
  must(await house.jobs().startNow({ jobId: id }));
  await settle();
  house.service.answer('refused', 1);
  await answerAll();
  const window = must(await house.jobs().items({ jobId: id, from: 18, count: 10, state: null }));
  expect(window).toMatchObject({ from: 18, matching: 20, items: [{ index: 18 }, { index: 19 }] });
  const failed = must(await house.jobs().items({ jobId: id, from: 0, count: 10, state: 'failed' }));
  expect(failed).toMatchObject({ matching: 1, items: [{ targetId: 'b1', status: 422 }] });
  expect(await house.jobs().items({ jobId: 'nobody', from: 0, count: 10, state: null })).toMatchObject({
    ok: false,
    error: { code: 'not-found' },
  });
});

test('only what has ended is put away, and then nothing of it is left', async () => {
  const id = await deleteAll(1);
  expect(await house.jobs().dismiss({ jobId: id })).toMatchObject({ ok: false, error: { code: 'refused' } });
  must(await house.jobs().cancel({ jobId: id }));
  must(await house.jobs().dismiss({ jobId: id }));
  expect(house.told.at(-1)).toMatchObject({ dismissed: true, job: { id } });
  expect(must(await house.jobs().list())).toEqual([]);
  expect(house.tables.jobs.all()).toEqual([]);
  expect(house.items(id)).toEqual([]);
});

test('a connection that leads elsewhere by now gets nothing of an older job', async () => {
  const id = await deleteAll();
  const { connection } = house.around;
  if (connection !== null) house.around.connection = { ...connection, boardApi: 'https://other.example' };
  expect(await house.jobs().startNow({ jobId: id })).toMatchObject({ ok: false, error: { code: 'refused' } });
  expect(await house.job(id)).toMatchObject({ state: 'stopped', counts: { untouched: 20 } });
  expect(house.service.requests).toEqual([]);
});

test('the end of Easel waits for answers under way and sends no more', async () => {
  const id = await deleteAll();
  must(await house.jobs().startNow({ jobId: id }));
  await settle();
  expect(house.jobs().busy()).toMatchObject({ running: 1, held: 0 });
  const closing = house.jobs().close();
  await settle();
  const sent = house.service.requests.length;
  await answerAll();
  await house.clock.advance(100);
  await closing;
  expect(house.service.requests).toHaveLength(sent);
  expect(house.items(id).filter(({ state }) => state === 'done')).toHaveLength(sent);
  await house.kill();
  expect(await house.job(id)).toMatchObject({ state: 'paused', pause: 'restart', counts: { done: sent } });
});
