/** What may happen to jobs, in any order, and how a test makes it happen. */
import * as fc from 'fast-check';
import { failure } from '../../../../main/lib/wording/failure.ts';
import type { Job } from '../../../../preload/contract/jobs.ts';
import type { Health } from '../../../../preload/contract/service.ts';
import { CONNECTION, type JobsUnderTest } from './jobs-under-test.ts';
import { ENDINGS, type Ending } from './service.ts';
import type { TruthCheck } from './truth-check.ts';

export const BOARDS: readonly string[] = Array.from({ length: 12 }, (_, n) => `b${n}`);

type Name =
  | 'delete'
  | 'delete-one'
  | 'protect'
  | 'unprotect'
  | 'create-boards'
  | 'create-papers'
  | 'mint'
  | 'startNow'
  | 'cancel'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'retryFailed'
  | 'answer'
  | 'time'
  | 'turn'
  | 'kill'
  | 'lock'
  | 'sleep'
  | 'outage'
  | 'well'
  | 'no-key'
  | 'disk';

/** `n`: a board, a job, a request, a time or a count, as the act needs it. */
export interface Act {
  readonly act: Name;
  readonly n: number;
  readonly many: number;
  readonly ending: Ending;
}

const TIMES = [50, 100, 9999, 300_000];

const of = (weight: number, most: number, ...names: readonly Name[]) => ({
  weight,
  arbitrary: fc.record({
    act: fc.constantFrom(...names),
    n: fc.nat({ max: most }),
    many: fc.integer({ min: 1, max: 6 }),
    ending: fc.constantFrom<Ending>('done', 'done', 'done', ...ENDINGS),
  }),
});
export const acts: fc.Arbitrary<Act> = fc.oneof(
  of(2, 11, 'delete'),
  of(2, 11, 'delete-one', 'protect', 'unprotect'),
  of(2, 0, 'create-boards', 'create-papers', 'mint'),
  of(7, 4, 'startNow', 'startNow', 'cancel', 'pause', 'resume', 'resume', 'stop', 'retryFailed'),
  of(10, 2, 'answer'),
  of(3, 3, 'time'),
  of(10, 7, 'turn'),
  of(1, 1, 'kill'),
  of(2, 0, 'lock', 'sleep', 'outage', 'well', 'no-key', 'disk'),
);

/** Makes it happen. What it sets off is not waited for. */
export async function play(
  services: JobsUnderTest,
  truth: TruthCheck,
  { act, n, many, ending }: Act,
  step: number,
): Promise<void> {
  const jobs = services.jobs();
  const jobId = services.tables.jobs.all()[n]?.record.id;
  const board = BOARDS[n] ?? '';
  const names = Array.from({ length: many }, (_, index) => `name ${step}.${index}`);
  const ignore = (): void => undefined;
  const began = (made: Promise<{ ok: boolean; value?: Job }>): void => {
    void made.then((result) => result.ok && result.value !== undefined && truth.begins(result.value), ignore);
  };
  switch (act) {
    case 'delete':
      return began(services.deleteReviewed(BOARDS.slice(n, n + many)));
    case 'delete-one':
      return began(services.deleteOne(board));
    case 'protect':
    case 'unprotect':
      return services.protect(board, act === 'protect');
    case 'create-boards':
      // New boards have no name: of two at once nobody could tell whose one is.
      if (truth.hasNewBoards) return;
      truth.hasNewBoards = true;
      return began(services.createBoards(1));
    case 'create-papers':
      return began(services.createPapers(names));
    case 'mint':
      return began(services.mintLinks(names));
    case 'startNow':
    case 'resume':
    case 'retryFailed':
      if (jobId !== undefined) truth.word(jobId, jobs[act]({ jobId }).catch(ignore));
      return;
    case 'cancel':
    case 'pause':
    case 'stop':
      if (jobId !== undefined) void jobs[act]({ jobId }).catch(ignore);
      return;
    case 'answer':
      return void services.service.answer(ending, n);
    case 'time':
      return services.clock.advance(TIMES[n] ?? 0);
    case 'turn':
      return services.turn(n + 1);
    case 'kill': {
      truth.rested();
      return services.kill((about) => about.length % 2 === n);
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

/** As far as jobs read it. */
const TROUBLE = {
  connectionId: CONNECTION,
  parts: ['board-api', 'paper-api'].map((name) => ({ name, state: 'trouble' })),
} as unknown as Health;
