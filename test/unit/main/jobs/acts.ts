/** What may happen to jobs, in any order, and how a test makes it happen. */
import * as fc from 'fast-check';
import { failure } from '../../../../main/wording/failure.ts';
import type { Job } from '../../../../preload/contract/jobs.ts';
import type { Health } from '../../../../preload/contract/service.ts';
import { CONNECTION, type JobsUnderTest } from './jobs-under-test.ts';
import { ENDINGS, type Ending } from './service.ts';
import type { TruthCheck } from './truth-check.ts';

export const BOARDS: readonly string[] = Array.from({ length: 12 }, (_, n) => `b${n}`);

export type Act =
  | { readonly act: 'delete'; readonly from: number; readonly count: number }
  | { readonly act: 'delete-one' | 'protect' | 'unprotect'; readonly board: number }
  | { readonly act: 'create-boards' | 'create-papers' | 'mint'; readonly count: number }
  | {
      readonly act: 'startNow' | 'cancel' | 'pause' | 'resume' | 'stop' | 'retryFailed';
      readonly job: number;
    }
  | { readonly act: 'answer'; readonly ending: Ending; readonly index: number }
  | { readonly act: 'time'; readonly ms: number }
  | { readonly act: 'turn'; readonly queries: number }
  | { readonly act: 'kill'; readonly mask: number }
  | { readonly act: 'lock' | 'sleep' | 'outage' | 'well' | 'no-key' | 'disk' };

const small = fc.nat({ max: 4 });
const count = fc.integer({ min: 1, max: 6 });
export const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ act: fc.constant('delete'), from: fc.nat({ max: 11 }), count }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constantFrom('delete-one', 'protect', 'unprotect'),
      board: fc.nat({ max: 11 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('create-boards', 'create-papers', 'mint'), count }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      act: fc.constantFrom(
        'startNow',
        'startNow',
        'cancel',
        'pause',
        'resume',
        'resume',
        'stop',
        'retryFailed',
      ),
      job: small,
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      act: fc.constant('answer'),
      ending: fc.constantFrom<Ending>('done', 'done', 'done', ...ENDINGS),
      index: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('time'), ms: fc.constantFrom(50, 100, 9999, 300_000) }),
  },
  { weight: 10, arbitrary: fc.record({ act: fc.constant('turn'), queries: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('kill'), mask: fc.nat({ max: 1 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('lock', 'sleep', 'outage', 'well', 'no-key', 'disk') }),
  },
);

/** Makes it happen. What it sets off is not waited for. */
export async function play(
  services: JobsUnderTest,
  truth: TruthCheck,
  act: Act,
  step: number,
): Promise<void> {
  const jobs = services.jobs();
  const ids = services.tables.jobs.all().map(({ record }) => record.id);
  const ignore = (): void => undefined;
  const began = (made: Promise<{ ok: boolean; value?: Job }>): void => {
    void made.then((result) => result.ok && result.value !== undefined && truth.begins(result.value), ignore);
  };
  switch (act.act) {
    case 'delete': {
      const ids = BOARDS.slice(act.from, act.from + act.count);
      return began(
        jobs.deleteReviewed({
          kind: 'delete-boards',
          connectionId: CONNECTION,
          ids,
          reason: '',
          draftedBy: null,
        }),
      );
    }
    case 'delete-one':
      return began(
        jobs.deleteOne({ connectionId: CONNECTION, target: { kind: 'board', id: BOARDS[act.board] ?? '' } }),
      );
    case 'protect':
    case 'unprotect':
      return services.protect(BOARDS[act.board] ?? '', act.act === 'protect');
    case 'create-boards':
      // New boards have no name: with two such jobs nobody could tell whose one is.
      if (truth.hasNewBoards) return;
      truth.hasNewBoards = true;
      return began(
        jobs.creates.createBoards({ connectionId: CONNECTION, count: act.count, label: '', tags: [] }),
      );
    case 'create-papers':
      return began(
        jobs.creates.createPapers({
          connectionId: CONNECTION,
          names: names(step, act.count),
          earlier: null,
          templateId: null,
        }),
      );
    case 'mint':
      return began(
        jobs.creates.mintLinks({
          connectionId: CONNECTION,
          identifier: 'p',
          names: names(step, act.count),
          earlier: null,
        }),
      );
    case 'startNow':
    case 'resume':
    case 'retryFailed': {
      const id = ids[act.job];
      if (id !== undefined) truth.word(id, jobs[act.act]({ jobId: id }).catch(ignore));
      return;
    }
    case 'cancel':
    case 'pause':
    case 'stop': {
      const id = ids[act.job];
      if (id !== undefined) void jobs[act.act]({ jobId: id }).catch(ignore);
      return;
    }
    case 'answer':
      return void services.service.answer(act.ending, act.index);
    case 'time':
      return services.clock.advance(act.ms);
    case 'turn':
      return services.turn(act.queries);
    case 'kill': {
      truth.rested();
      return services.kill((about) => about.length % 2 === act.mask);
    }
    case 'lock':
      jobs.lock();
      truth.mustRest();
      return truth.rested();
    case 'sleep':
      jobs.pauseAll(null, 'sleep');
      truth.mustRest();
      return truth.rested();
    case 'outage':
      services.around.trouble = 'outage';
      jobs.healthChanged(TROUBLE);
      return truth.mustRest('clocks');
    case 'no-key':
      services.around.closed = failure('no-key');
      return;
    case 'disk':
      services.around.broken = new Set(['jobs', 'creates', 'papers']);
      return;
    case 'well':
      Object.assign(services.around, { trouble: null, closed: null, broken: new Set() });
  }
}

const TROUBLE: Health = {
  connectionId: CONNECTION,
  sentence: '',
  parts: (['board-api', 'paper-api'] as const).map((name) => ({
    name,
    state: 'trouble',
    lastSuccess: null,
    lastFailure: 0,
    since: 0,
    failure: null,
    nextProbe: null,
    tookMs: null,
    watchedSince: null,
    downMs: 0,
  })),
};

function names(step: number, many: number): readonly string[] {
  return Array.from({ length: many }, (_, n) => `name ${step}.${n}`);
}
