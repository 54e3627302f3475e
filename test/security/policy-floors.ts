/** S17: what a policy says of deletes, through the whole of main. The table of ways around it: unit/main/jobs/{floors,limits}. */
import { DEFAULT_PREFERENCES } from '../../main/app/preferences/preferences.ts';
import os from 'node:os';
import { startPracticeThread } from '../practice/practice.ts';
import type { Policy } from '../../main/ipc/policy/policy.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { dose, some } from '../support/nightly.ts';
import { FloorScene as Scene } from './floor-scene.ts';
import { withClock } from './scene.ts';

const DAY = 86_400;
const DAY_LONG = { holdSeconds: { single: DAY, bulk: DAY } } as const;
const LIMIT = 3;

export async function check(): Promise<Finding> {
  const practice = await startPracticeThread({ boards: 60 });
  const cases: Case[] = [];
  const sum = { tries: 0, passes: 0, sent: 0 };
  try {
    await withClock(async (clock) => {
      for (const one of some(SCENES, dose(1, 8))) {
        clock.ahead = 0;
        await practice.reset();
        await practice.clearRequests();
        const scene = new Scene(practice, clock);
        cases.push(await playIn(scene, one));
        sum.tries += scene.tries;
        sum.passes += scene.passes;
        sum.sent += scene.sentTooMany;
      }
    });
  } finally {
    await practice.stop();
  }
  return {
    id: 'S17',
    what: 'policy floors: hold, bulk, two persons, reason over start-now, restart, singles in a row',
    figure: `${sum.passes} of ${sum.tries} tries pass in ${cases.length} cases, and ${sum.sent} deletes too many are sent`,
    target: '0 passes, 0 deletes',
    ...tally(cases),
  };
}

async function playIn(scene: Scene, { name, rules = {}, play }: Play): Promise<Case> {
  try {
    await scene.start(rules);
    const broke = await play(scene).then(
      () => [],
      (error: unknown) => [String(error)],
    );
    return { name, problems: [...broke, ...(await scene.judge())] };
  } finally {
    await scene.services.close();
  }
}

interface Play {
  readonly name: string;
  readonly rules?: Partial<Policy>;
  readonly play: (scene: Scene) => Promise<void>;
}

async function startTwice(scene: Scene, { id: jobId }: Job): Promise<void> {
  await Promise.all([scene.refused('jobs.startNow', { jobId }), scene.refused('jobs.startNow', { jobId })]);
}

/** A board and five boards, each held for a day. */
const hold = (name: string, around: (scene: Scene, jobs: readonly Job[]) => Promise<void> | void): Play => ({
  name: `a hold of a day: ${name}`,
  rules: DAY_LONG,
  play: async (scene) => {
    const jobs = [await scene.held(1), await scene.held(5)];
    await around(scene, jobs);
    for (const job of jobs) await startTwice(scene, job);
  },
});

const HOLDS: readonly Play[] = [
  hold('started', () => undefined),
  hold('the clock set forward', (scene) => scene.setClock(2 * DAY * 1000)),
  hold('restarted without a policy', (scene) => scene.restart({})),
  {
    name: 'a hold of a day: the person prefers less',
    rules: DAY_LONG,
    play: async (scene) => {
      await scene.must('app.prefer', { ...DEFAULT_PREFERENCES, holdSeconds: { single: 5, bulk: 60 } });
      for (const count of [1, 5]) await startTwice(scene, await scene.held(count));
    },
  },
  {
    name: 'a hold of a day: for what an earlier policy held for less, or has begun',
    play: async (scene) => {
      const held = [await scene.held(1), await scene.held(5)];
      const begun = [await scene.begun(1, 'paused'), await scene.begun(5, 'paused')];
      await scene.restart(DAY_LONG);
      for (const job of held) await startTwice(scene, job);
      for (const { id: jobId } of begun) await scene.refused('jobs.resume', { jobId });
    },
  },
];

/** Rules that five boards, chosen by one person without a reason, do not keep. */
const STRICTER: readonly Partial<Policy>[] = [
  { maxBulk: 4 },
  { twoPersons: true },
  { requireReason: true },
  { allowDelete: false },
];

const RESTARTS: readonly Play[] = STRICTER.flatMap((rules) => {
  const name = `restarted with ${Object.keys(rules).join()}`;
  return [
    {
      name: `${name}: what is held`,
      play: async (scene: Scene) => {
        const job = await scene.held(5);
        await scene.restart(rules);
        await startTwice(scene, job);
        await scene.must('jobs.cancel', { jobId: job.id });
      },
    },
    {
      name: `${name}: what is paused`,
      play: async (scene: Scene) => {
        const { id: jobId } = await scene.begun(5, 'paused');
        await scene.restart(rules);
        await Promise.all([1, 2].map(() => scene.refused('jobs.resume', { jobId })));
        await scene.must('jobs.stop', { jobId });
      },
    },
    {
      name: `under ${Object.keys(rules).join()}: asked for anew`,
      rules,
      play: async (scene: Scene) => {
        const made = await scene.deleteMany(5);
        // A missing reason is said beside its field.
        if (rules.requireReason !== true || made.ok) await scene.row(1, 0, () => Promise.resolve(made));
      },
    },
  ];
});

const ROWS: readonly Play[] = [
  {
    name: 'two persons: one’s own plan, of five boards and of one after ten others',
    rules: { twoPersons: true },
    play: async (scene) => {
      const author = { user: os.userInfo().username, computer: os.hostname(), installation: 'another' };
      await scene.row(1, 0, () => scene.deleteByPlan(5, author));
      await scene.row(11, 10, (n) => (n < 10 ? scene.deleteOne() : scene.deleteByPlan(1, author)));
    },
  },
  {
    name: 'singles in a row: one after another',
    rules: { maxBulk: LIMIT },
    play: (scene) => scene.row(8, LIMIT, () => scene.deleteOne()),
  },
  {
    name: 'singles in a row: each put away, with a restart between, and the clock set forward',
    rules: { maxBulk: LIMIT },
    play: (scene) =>
      scene.row(6, LIMIT, async () => {
        for (const { id: jobId, state } of await scene.must('jobs.list', {})) {
          if (state === 'done') await scene.must('jobs.dismiss', { jobId });
        }
        await scene.restart({ maxBulk: LIMIT });
        scene.setClock(2 * DAY * 1000);
        const made = await scene.deleteOne();
        scene.setClock(0);
        return made;
      }),
  },
];

/** What a policy allows goes on: a floor that nothing ever passes would prove nothing. */
const ALLOWED: readonly Play[] = [
  {
    name: 'a hold of a second is over after it',
    rules: { holdSeconds: { single: 2, bulk: 2 } },
    play: async (scene) => {
      const job = await scene.held(5);
      scene.services.fallAsleep();
      await startTwice(scene, job);
      await new Promise((resolve) => setTimeout(resolve, 2100));
      await scene.begin(job, 'done');
    },
  },
  {
    name: 'a plan of another person goes on after a restart, and one’s own does not',
    play: async (scene) => {
      const own = await scene.deleteMany(5, 'T-7');
      const others = await scene.deleteByPlan(5, { user: 'ines', computer: 'ines-1', installation: 'hers' });
      if (!own.ok || !others.ok) throw new Error('no delete is held');
      await scene.restart({ twoPersons: true, requireReason: true, maxBulk: 5 });
      await startTwice(scene, own.value);
      await scene.begin(others.value, 'done');
    },
  },
];

const SCENES: readonly Play[] = [...HOLDS, ...RESTARTS, ...ROWS, ...ALLOWED];
