/** What sends a delete before its full hold, or many of them one by one: main asks about it. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Question } from '../../../../main/ipc/implementation.ts';
import type { Job } from '../../../../preload/contract/jobs.ts';
import type { Result } from '../../../../preload/contract/failure.ts';
import { must } from '../../../support/must.ts';
import { settle } from '../service/clock.ts';
import { CONNECTION } from './jobs-under-test.ts';
import { DAY, passed, underPolicy, type UnderPolicy } from './under-policy.ts';

const BULK_MS = 300_000;

let under: UnderPolicy;
let services: UnderPolicy['services'];
beforeEach(async () => {
  under = await underPolicy();
  ({ services } = under);
});

const ask = async ({ id: jobId }: Job): Promise<Question | null> =>
  must(await services.jobs().startQuestion({ jobId }));
const start = ({ id: jobId }: Job, answered: Question | null): Promise<Result<Job>> =>
  services.jobs().startNow({ jobId }, answered);

describe('a start before the full hold', () => {
  test('needs a yes to the question that names the job', async () => {
    const job = must(await under.many(0, 5));
    const question = await ask(job);
    expect(question?.message).toBe('Delete 5 boards from “Acme boards” now?');
    expect(question?.detail).toContain('boards.example');
    expect((await start(job, null)).ok).toBe(false);
    expect((await start(job, { ...(question as Question), message: 'Delete 4 boards?' })).ok).toBe(false);
    expect(await under.sent()).toBe(0);
    must(await start(job, question));
    expect(await under.sent()).toBe(5);
  });

  test.each(['restart', 'sleep', 'lock'] as const)('asks after %s until the hold has passed', async (why) => {
    const job = must(await under.many(0, 5));
    await services.clock.advance(1000);
    if (why === 'restart') await services.kill();
    else services.jobs().pauseAll(null, why);
    expect(await ask(job)).not.toBeNull();
    await services.clock.advance(BULK_MS - 1001);
    expect(await ask(job)).not.toBeNull();
    await services.clock.advance(1);
    expect(await ask(job)).toBeNull();
    must(await start(job, null));
    expect(await under.sent()).toBe(5);
  });
});

describe('a retry of failed deletes', () => {
  async function failedJob(count = 4): Promise<Job> {
    const job = must(await under.many(0, count));
    await services.clock.advance(BULK_MS);
    services.service.answer('refused');
    await settle();
    while (services.service.answer('done')) await settle();
    return services.job(job.id);
  }

  test.each(['a note is changed', 'its items are read', 'Easel is closed'])(
    'sends nothing while it is held and %s',
    async (what) => {
      const { id: jobId } = await failedJob();
      must(await services.jobs().retryFailed({ jobId }));
      if (what === 'a note is changed') services.protect('b50');
      else if (what === 'its items are read')
        must(await services.jobs().items({ jobId, from: 0, count: 9, state: null }));
      else await services.jobs().close();
      await services.clock.advance(1000);
      expect(await under.sent()).toBe(4);
      expect(services.items(jobId).filter(({ state }) => state === 'waiting')).toHaveLength(1);
    },
  );

  test('needs a yes to begin earlier, also after a restart', async () => {
    const job = await failedJob();
    must(await services.jobs().retryFailed({ jobId: job.id }));
    expect((await ask(job))?.message).toBe('Delete 1 board from “Acme boards” now?');
    await services.kill();
    expect(await ask(job)).not.toBeNull();
    expect((await start(job, null)).ok).toBe(false);
    await services.clock.advance(BULK_MS);
    expect(await ask(job)).toBeNull();
  });

  test('that is cancelled leaves the items failed, with what the service said', async () => {
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
    expect(await services.job(job.id)).toMatchObject({ state: 'done', counts: { failed: 1 } });
    expect(await under.sent()).toBe(4);
  });

  test('is held for as long as the policy of now wants it', async () => {
    const job = await failedJob();
    under.rule({ holdSeconds: { single: 86_400, bulk: 86_400 } });
    const { startsEarliest } = must(await services.jobs().retryFailed({ jobId: job.id }));
    expect((startsEarliest ?? 0) - services.clock.now()).toBe(DAY);
    await services.clock.advance(DAY / 2);
    // Without the policy too, the hold that was begun is not shortened.
    under.rule({});
    await services.kill();
    expect(await services.jobs().startNow({ jobId: job.id })).toMatchObject({ error: { code: 'policy' } });
  });

  test('is recorded in the activity log as queued', async () => {
    const job = await failedJob();
    services.activity.length = 0;
    must(await services.jobs().retryFailed({ jobId: job.id }));
    expect(services.activity).toMatchObject([{ action: 'job-queued', detail: 'Delete 1 board' }]);
  });
});

describe('single deletes one after another', () => {
  const target = (n: number) =>
    ({ connectionId: CONNECTION, target: { kind: 'board', id: `b${n}` } }) as const;
  /** Asks and deletes as the border does; gives whether main asked. */
  async function asked(n: number): Promise<boolean> {
    const question = must(await services.jobs().deleteQuestion(target(n)));
    must(await services.jobs().deleteOne(target(n), question));
    return question !== null;
  }

  test('need a yes to the eleventh and to each tenth after it', async () => {
    const all: boolean[] = [];
    for (let n = 0; n < 33; n += 1) all.push(await asked(n));
    expect(all.flatMap((is, n) => (is ? [n + 1] : []))).toEqual([11, 21, 31]);
  });

  test('let no more than ten through at once', async () => {
    const all = Array.from({ length: 14 }, (_, n) => services.jobs().deleteOne(target(n), null));
    expect(passed(await Promise.all(all))).toBe(10);
  });

  test('count although they were cancelled, and after a restart', async () => {
    for (let n = 0; n < 10; n += 1) await asked(n);
    const held = must(await services.jobs().list());
    must(await services.jobs().cancel({ jobId: held[0]?.id ?? '' }));
    expect(services.jobs().willAsk()).toBe(true);
    await services.kill();
    expect(services.jobs().willAsk()).toBe(true);
    services.around.clockSetMs = DAY;
    expect(services.jobs().willAsk()).toBe(true);
  });

  test('keep to the policy’s limit, whatever was answered', async () => {
    under.rule({ twoPersons: true });
    for (let n = 0; n < 10; n += 1) await asked(n);
    expect(await services.jobs().deleteQuestion(target(10))).toMatchObject({ error: { code: 'policy' } });
  });
});

describe('making many things at once', () => {
  test('counts names that came in pieces', async () => {
    const made = services.jobs().creates;
    const names = (count: number) => Array.from({ length: count }, (_, n) => `Person ${n}`);
    const { listId } = must(made.addNames({ names: names(60), earlier: null }));
    const list = { connectionId: CONNECTION, names: names(60), earlier: listId };
    const question = must(await made.namesQuestion('mint-links', list));
    expect(question?.message).toBe('Make 120 join links in “Acme boards”?');
    expect((await made.mintLinks({ ...list, identifier: 'p' }, question)).ok).toBe(true);
  });
});
