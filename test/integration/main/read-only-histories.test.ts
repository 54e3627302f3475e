import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { type CallName, CALL_NAMES, CALLS } from '../../../preload/contract/contract.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import type { Job, JobState } from '../../../preload/contract/jobs.ts';
import { GOOD_ARGS } from '../../contract/examples.ts';
import { deleteNow } from '../../support/delete-now.ts';
import { dose } from '../../support/nightly.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

vi.mock('node:crypto', async (original) =>
  (await import('../../support/quick-scrypt.ts')).quickScrypt(await original()),
);

const NAME = 'Acme boards';
const PASSPHRASE = 'a passphrase of some length';
const LONG_MS = 120_000;
const OF_JOBS = CALL_NAMES.filter(
  (name) => name.startsWith('jobs.') && ['changes-service', 'deletes'].includes(CALLS[name].effect),
);
/** Those that act on what was made before: a job, or a review. */
const ON_JOBS = OF_JOBS.filter((channel) => !('connectionId' in GOOD_ARGS[channel]));

let practice: PracticeService;
let services: TestServices;
let connectionId: string;
/** No board is deleted by two jobs. */
let boards: string[];

beforeEach(async () => {
  // The clock alone: sockets and timers go on as they do.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21), shouldAdvanceTime: true });
  practice = await startPractice({ boards: 200 });
  boards = [...(await practice.contents()).boards];
  services = await startServices();
  const draft = draftFor(practice.origin, practice.apiKey, { name: NAME, readOnly: true });
  connectionId = (await services.must('connections.save', draft)).id;
  await services.must('boards.list', { connectionId });
  await services.event('boards.changed', ({ phase }) => phase === 'done');
});

afterEach(async () => {
  vi.useRealTimers();
  await services.close();
  await practice.stop();
});

/** Lets time go by, also for the border's limits of calls. */
function pass(minutes: number): void {
  vi.setSystemTime(Date.now() + minutes * 60_000);
}

async function unlocked<T>(work: () => Promise<T>): Promise<T> {
  await services.must('connections.unlockChanges', { connectionId, typedName: NAME });
  const done = await work();
  await services.must('connections.lockChanges', { connectionId });
  return done;
}

const nextBoard = () => ({ kind: 'board', id: boards.shift() ?? '' }) as const;

/** A job of one board in this state: paused by an outage, or ended with its item failed. */
async function jobThat(state: 'held' | 'paused' | 'done'): Promise<Job> {
  if (state === 'held') return services.must('jobs.deleteOne', { connectionId, target: nextBoard() });
  await practice.faults.set('deleteBoard', { kind: 'status', status: state === 'paused' ? 503 : 422 });
  const deleted = await deleteNow(services, connectionId, nextBoard());
  await practice.faults.clear('deleteBoard');
  if (!deleted.ok || deleted.value.job.state !== state) throw new Error(`no job is ${state}`);
  return deleted.value.job;
}

/** Makes, while changes are open, what each channel acts on; returns the call itself. A new channel needs an entry. */
const PREPARE: Readonly<Partial<Record<CallName, () => Promise<() => ReturnType<TestServices['call']>>>>> = {
  'jobs.startNow': async () => {
    const { id: jobId } = await jobThat('held');
    return () => services.call('jobs.startNow', { jobId });
  },
  'jobs.resume': async () => {
    const { id: jobId } = await jobThat('paused');
    return () => services.call('jobs.resume', { jobId });
  },
  'jobs.retryFailed': async () => {
    const { id: jobId } = await jobThat('done');
    return () => services.call('jobs.retryFailed', { jobId });
  },
  'jobs.deleteReviewed': () => {
    const { id } = nextBoard();
    // A review changes nothing, and does not outlive a lock: it is made at the last moment.
    return Promise.resolve(async () => {
      const selection = { kind: 'ids', ids: [id] } as const;
      const { reviewId } = await services.must('jobs.review', { connectionId, selection });
      return services.call('jobs.deleteReviewed', { reviewId, typed: '', reason: '' });
    });
  },
};

async function prepared(channel: CallName): Promise<() => ReturnType<TestServices['call']>> {
  const prepare = PREPARE[channel];
  if (prepare === undefined) throw new Error(`nobody knows what ${channel} acts on`);
  return prepare();
}

async function comesTo(jobId: string, states: readonly JobState[]): Promise<Job> {
  for (;;) {
    const { value } = (await services.call('jobs.list', {})) as { readonly value: readonly Job[] };
    const job = value.find(({ id }) => id === jobId);
    if (job !== undefined && states.includes(job.state)) return job;
    pass(1 / 600);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What comes of a call, to the end of its job: `sent`, or the code of the refusal, at once or of the paused job. */
async function outcomeOf(call: () => Promise<Result<unknown>>): Promise<string> {
  await practice.clearRequests();
  const reply = await call();
  let refusal = reply.ok ? null : reply.error.code;
  if (reply.ok) {
    const { id, state } = reply.value as Job;
    // What is held is begun by another call, which is asked about by itself.
    const begun = state === 'held' ? await services.call('jobs.startNow', { jobId: id }) : reply;
    const job = await comesTo(id, ['paused', 'done']);
    refusal = begun.ok ? (job.failure?.code ?? null) : begun.error.code;
  }
  const { log } = await practice.requests();
  const sent = log.filter(({ method }) => method !== 'GET').length;
  return `${refusal ?? 'done'}, ${sent} sent`;
}

/** What may have happened to a connection and to Easel; none of it leaves it open to changes. */
const HISTORIES = {
  'nothing happened': () => Promise.resolve(),
  'its time unlocked ran out': async () => {
    await services.must('connections.unlockChanges', { connectionId, typedName: NAME });
    pass(10);
  },
  'the computer slept': async () => {
    services.goAway();
    await services.must('lock.unlock', { passphrase: PASSPHRASE });
  },
  'the service is down': () => practice.faults.set('deleteBoard', { kind: 'status', status: 503 }),
  'Easel was started anew': async () => {
    services = await services.restart();
    await services.must('lock.unlock', { passphrase: PASSPHRASE });
  },
} as const satisfies Record<string, () => Promise<void>>;

describe('on a connection that is read-only again', () => {
  test.each(ON_JOBS)(
    'an action prepared while it was unlocked is refused by %s, whatever happened since',
    async (channel) => {
      const draft = { idleMinutes: 60, passphrase: PASSPHRASE, currentPassphrase: null };
      await services.must('lock.configure', draft);
      const names = Object.keys(HISTORIES) as (keyof typeof HISTORIES)[];
      await fc.assert(
        fc.asyncProperty(fc.array(fc.constantFrom(...names), { maxLength: 3 }), async (histories) => {
          pass(60);
          await practice.faults.clear();
          // Session keys are gone after a lock; a new one opens nothing.
          const key = draftFor(practice.origin, practice.apiKey, {
            id: connectionId,
            name: NAME,
            readOnly: true,
          });
          await services.must('connections.save', key);
          const call = await unlocked(() => prepared(channel));
          pass(1);
          for (const history of histories) await HISTORIES[history]();
          pass(1);
          await services.must('connections.save', key);
          expect(await outcomeOf(call)).toBe('read-only, 0 sent');
        }),
        { numRuns: dose(5, 2) },
      );
    },
    LONG_MS,
  );

  test('a review made while it was unlocked deletes nothing', async () => {
    const { reviewId } = await unlocked(() =>
      services.must('jobs.review', { connectionId, selection: { kind: 'ids', ids: [nextBoard().id] } }),
    );
    const call = () => services.call('jobs.deleteReviewed', { reviewId, typed: '', reason: '' });
    expect(await outcomeOf(call)).toBe('read-only, 0 sent');
  });
});
