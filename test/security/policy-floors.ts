/** Check S17: Easel obeys a policy's rules for deletes and the idle lock. Runs the whole main process. */
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_PREFERENCES } from '../../main/ipc/preferences/preferences.ts';
import type { Policy } from '../../main/ipc/policy/policy.ts';
import type { ArgsOf, CallName } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { startPracticeThread, type PracticeService } from '../practice/practice.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { must } from '../support/must.ts';
import { dose, some } from '../support/nightly.ts';
import { policyOf } from '../support/services.ts';
import { App, withClock, type MovedClock } from './scene.ts';

const DAY = 86_400;
const DAY_LONG = { holdSeconds: { single: DAY, bulk: DAY } } as const;

export async function check(): Promise<Finding> {
  const practice = await startPracticeThread({ boards: 60 });
  const cases: Case[] = [];
  try {
    await withClock(async (clock) => {
      for (const { name, rules, play } of some(STORIES, dose(1, 5))) {
        await practice.reset();
        await practice.clearRequests();
        const story = await Story.begin(practice, clock, rules);
        const broke = await play(story).then(
          () => [],
          (error: unknown) => [String(error)],
        );
        cases.push({ name, problems: [...broke, ...(await story.end())] });
      }
    });
  } finally {
    await practice.stop();
  }
  return {
    id: 'S17',
    what: 'policy floors: hold, bulk, two persons, reason, idle lock over start-now, restart, singles in a row',
    target: '0 passes, 0 deletes',
    ...tally(cases),
  };
}

class Story {
  readonly app: App;
  readonly clock: MovedClock;
  readonly #practice: PracticeService;
  readonly #problems: string[] = [];
  #boards: string[] = [];
  #due = 0;

  private constructor(app: App, practice: PracticeService, clock: MovedClock) {
    this.app = app;
    this.#practice = practice;
    this.clock = clock;
  }

  static async begin(practice: PracticeService, clock: MovedClock, rules: Partial<Policy>): Promise<Story> {
    const story = new Story(await App.start(clock, { policy: policyOf(rules) }), practice, clock);
    await story.#connect();
    story.#boards = [...(await practice.contents()).boards];
    return story;
  }

  async restart(rules: Partial<Policy>): Promise<void> {
    await this.app.restart(rules);
    await this.#connect();
  }

  async #connect(): Promise<void> {
    await this.app.connect(this.#practice.origin, this.#practice.apiKey);
    await this.app.list();
  }

  ask(count: number): Promise<Result<Job>> {
    const ids = this.#boards.splice(0, count);
    return count === 1 ? this.app.deleteOne(ids[0] ?? '') : this.app.deleteMany(ids);
  }

  async held(count: number): Promise<Job> {
    return must(await this.ask(count));
  }

  async begin(job: Job): Promise<void> {
    this.#due += job.counts.total;
    const stands = this.app.services.event('jobs.changed', (data) => {
      const { job: now } = data as unknown as { readonly job: Job };
      return now.id === job.id && now.state === 'done' && now.counts.sending === 0;
    });
    await this.app.must('jobs.startNow', { jobId: job.id });
    await stands;
  }

  async refused<C extends CallName>(name: C, args: ArgsOf<C>): Promise<void> {
    const replies = await Promise.all([this.app.call(name, args), this.app.call(name, args)]);
    for (const reply of replies) this.judge(name, reply);
  }

  judge(name: string, reply: Result<unknown>): void {
    const outcome = reply.ok ? 'ok' : reply.error.code;
    if (outcome !== 'policy') this.#problems.push(`${name} came to ${outcome}`);
  }

  async end(): Promise<readonly string[]> {
    await delay(100);
    await this.app.close();
    const sent = (await this.#practice.requests()).counts.deleteBoard;
    return sent <= this.#due
      ? this.#problems
      : [...this.#problems, `${sent} deletes were sent, due were ${this.#due}`];
  }
}

/** Queues two deletes, which the policy delays for a day. After `around`, Easel must still refuse an early start. */
const hold = (name: string, around: (story: Story) => Promise<unknown> | void) => ({
  name: `a hold of a day: ${name}`,
  rules: DAY_LONG,
  play: async (story: Story) => {
    const jobs = [await story.held(1), await story.held(5)];
    await around(story);
    for (const { id: jobId } of jobs) await story.refused('jobs.startNow', { jobId });
  },
});

/** Policy rules. Each prevents one person from deleting five boards immediately and without a reason. */
const STRICTER: readonly Partial<Policy>[] = [
  { maxBulk: 4 },
  { twoPersons: true },
  { requireReason: true },
  { allowDelete: false },
  DAY_LONG,
];

const STORIES = [
  hold('started', () => undefined),
  hold('the clock set forward', ({ clock }) => void (clock.ahead += 2 * DAY * 1000)),
  hold('restarted without a policy', (story) => story.restart({})),
  hold('the person prefers less', ({ app }) =>
    app.must('app.prefer', { ...DEFAULT_PREFERENCES, holdSeconds: { single: 5, bulk: 60 } }),
  ),
  ...STRICTER.map((rules) => ({
    name: `restarted with ${Object.keys(rules).join()}: what is held`,
    rules: {},
    play: async (story: Story) => {
      const held = await story.held(5);
      await story.restart(rules);
      await story.refused('jobs.startNow', { jobId: held.id });
      await story.app.must('jobs.cancel', { jobId: held.id });
    },
  })),
  {
    name: 'singles in a row: each put away, with a restart between',
    rules: { maxBulk: 3 },
    play: async (story: Story) => {
      for (let n = 0; n < 6; n += 1) {
        const made = await story.ask(1);
        if (n >= 3) story.judge(`delete ${n + 1} in a row`, made);
        else {
          const job = must(made);
          await story.begin(job);
          await story.app.must('jobs.dismiss', { jobId: job.id });
        }
        await story.restart({ maxBulk: 3 });
      }
    },
  },
  {
    name: 'a longer idle time than the policy’s',
    rules: {},
    play: async (story: Story) => {
      const passphrase = 'a horse and a battery';
      await story.app.must('lock.configure', { idleMinutes: 60, passphrase, currentPassphrase: null });
      await story.restart({ idleLockMinutes: 12 });
      for (const idleMinutes of [13, null]) {
        const wanted = { idleMinutes, passphrase: null, currentPassphrase: passphrase };
        const reply = await story.app.call('lock.configure', wanted);
        if (reply.ok) throw new Error(`${idleMinutes} minutes were accepted`);
        const { idleMinutes: inForce } = await story.app.must('lock.state', {});
        if (inForce !== 12) throw new Error(`Easel locks after ${inForce} minutes`);
      }
    },
  },
  {
    name: 'a hold of two seconds is over after it',
    rules: { holdSeconds: { single: 2, bulk: 2 } },
    play: async (story: Story) => {
      const job = await story.held(5);
      story.app.services.fallAsleep();
      await delay(2100);
      await story.begin(job);
    },
  },
];
