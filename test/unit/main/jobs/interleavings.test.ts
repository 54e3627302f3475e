/** Property test of the job queue: user actions, responses, crashes and disk errors in random order. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createId } from '../../../../main/jobs/unresolved.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import type { Job, JobKind } from '../../../../preload/contract/jobs.ts';
import type { Health } from '../../../../preload/contract/service.ts';
import { dose } from '../../../support/nightly.ts';
import { CONNECTION, jobsUnderTest, type JobsUnderTest } from './jobs-under-test.ts';
import { ENDINGS, type Ending, type Request } from './service.ts';

const BOARDS: readonly string[] = Array.from({ length: 12 }, (_, n) => `b${n}`);

const TIMES = [50, 100, 9999, 300_000];

const of = <Name extends string>(weight: number, most: number, ...names: readonly Name[]) => ({
  weight,
  arbitrary: fc.record({
    act: fc.constantFrom(...names),
    n: fc.nat({ max: most }),
    many: fc.integer({ min: 1, max: 6 }),
    ending: fc.constantFrom<Ending>('done', 'done', 'done', ...ENDINGS),
  }),
});
const acts = fc.oneof(
  of(2, 11, 'delete'),
  of(2, 11, 'delete-one', 'protect', 'unprotect'),
  of(2, 0, 'create-boards', 'create-papers', 'create-pack', 'mint'),
  of(7, 4, 'startNow', 'startNow', 'cancel', 'pause', 'resume', 'resume', 'stop', 'retryFailed'),
  of(10, 2, 'answer'),
  of(3, 3, 'time'),
  of(10, 7, 'turn'),
  of(1, 1, 'kill'),
  of(2, 0, 'lock', 'sleep', 'outage', 'well', 'no-key', 'disk'),
);
type Act = typeof acts extends fc.Arbitrary<infer One> ? One : never;

async function play(
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
      // Creates at most one board, because the test can't tell requests for two new boards apart.
      if (truth.hasNewBoards) return;
      truth.hasNewBoards = true;
      return began(services.createBoards(1));
    case 'create-papers':
      return began(services.createPapers(names));
    case 'create-pack': {
      const pack = { connectionId: CONNECTION, names, shared: false, pattern: '{name}', templateId: null };
      return began(jobs.creates.createPack(pack));
    }
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
    case 'kill':
      truth.rested();
      return services.kill((about) => about.length % 2 === n);
    case 'lock':
      jobs.lock();
      return truth.mustRest();
    case 'sleep':
      jobs.pauseAll(null, 'sleep');
      return truth.mustRest();
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

const TROUBLE = {
  connectionId: CONNECTION,
  parts: ['board-api', 'paper-api'].map((name) => ({ name, state: 'trouble' })),
} as unknown as Health;

class TruthCheck {
  readonly #services: JobsUnderTest;
  /** Jobs that the user started and that have not paused since. `open`: start calls without a reply so far. */
  readonly #words = new Map<string, { open: number }>();
  readonly #clocks = new Map<string, number>();
  readonly sent = new Map<string, Request[]>();
  readonly faults: string[] = [];
  hasNewBoards = false;

  constructor(services: JobsUnderTest) {
    this.#services = services;
    services.service.onSent = (request) => this.#onSent(request);
  }

  word(jobId: string, said: Promise<unknown>): void {
    const word = this.#words.get(jobId) ?? { open: 0 };
    word.open += 1;
    this.#words.set(jobId, word);
    void said.finally(() => (word.open -= 1));
  }

  rested(): void {
    this.#words.clear();
    this.#clocks.clear();
  }

  /** Adds a fault for each job with a countdown to its start. Without `only`, also adds one for each running job. */
  mustRest(only?: 'clocks'): void {
    for (const { state, holdUntil } of this.#services.jobs().list()) {
      if (holdUntil !== null || (state === 'running' && only === undefined)) {
        this.faults.push(`a job is ${state} after all jobs had to pause`);
      }
    }
    if (only === undefined) this.rested();
  }

  begins(job: Job): void {
    if (job.holdUntil !== null) this.#clocks.set(job.id, job.holdUntil);
    else if (job.state === 'running') this.#words.set(job.id, { open: 0 });
  }

  look(): void {
    for (const job of this.#services.jobs().list()) {
      const { total, ...counts } = job.counts;
      const all = Object.values(counts);
      if (all.some((n) => n < 0) || all.reduce((a, b) => a + b) !== total) {
        this.faults.push(`counts of ${job.kind} do not sum up: ${all.join(' ')} of ${total}`);
      }
      if (job.pause !== null && this.#words.get(job.id)?.open === 0) this.#words.delete(job.id);
      if (job.pause !== null || job.state === 'cancelled') this.#clocks.delete(job.id);
    }
  }

  #onSent(request: Request): void {
    const { tables, clock, jobs } = this.#services;
    const kinds: readonly JobKind[] = KINDS_OF[request.call];
    const marked = tables.jobs
      .all()
      .filter(({ record }) => kinds.includes(record.kind))
      .flatMap(({ record }) =>
        tables.jobs
          .items(record.id, 0, 100, 'sending')
          .items.filter(({ targetId, name }) => request.about === targetId || request.about === name)
          .map(({ index }) => ({ jobId: record.id, index })),
      );
    const [one] = marked;
    if (one === undefined || marked.length > 1) {
      this.faults.push(`${request.call} was sent, and is marked on disk ${marked.length} times`);
      return;
    }
    const key = createId(one.jobId, one.index);
    const before = this.sent.get(key) ?? [];
    this.sent.set(key, [...before, request]);
    const earlier = before.filter(({ call }) => call === request.call && call.startsWith('create'));
    if (earlier.some(({ did, received }) => did !== false || !received)) {
      this.faults.push(`${request.call} was sent twice`);
    }
    const note = tables.notes.ofBoards(CONNECTION, [request.about])[0];
    if (request.call === 'deleteBoard' && note?.protected === true) this.faults.push('a protected board');
    // A new paper's join link is requested even if the job has paused since the paper was created.
    if (request.call === 'mintToken' && before.at(-1)?.call === 'createPaper') return;
    const due = this.#clocks.get(one.jobId);
    const hasWord = this.#words.has(one.jobId) || (due !== undefined && clock.now() >= due);
    const job = jobs()
      .list()
      .find(({ id }) => id === one.jobId);
    if (job?.state !== 'running')
      this.faults.push(`${request.call} of a job that is ${job?.state ?? 'gone'}`);
    if (!hasWord) this.faults.push(`${request.call} of a job that the user did not start`);
  }
}

const KINDS_OF = {
  deleteBoard: ['delete-boards'],
  deletePaper: ['delete-papers'],
  createBoard: ['create-boards'],
  createPaper: ['create-papers', 'create-pack'],
  mintToken: ['mint-links', 'create-pack'],
} as const satisfies Record<Request['call'], readonly JobKind[]>;

const RUNS = dose(1000, 60);

async function finish(services: JobsUnderTest, truth: TruthCheck): Promise<void> {
  Object.assign(services.around, { trouble: null, closed: null, broken: new Set() });
  services.setFree(true);
  for (let rounds = 0; rounds < 200; rounds += 1) {
    await services.turn();
    await services.clock.advance(2500);
    while (services.service.answer('done')) await services.turn();
    truth.look();
    const left = services
      .jobs()
      .list()
      .filter(({ state }) => !ENDED.has(state));
    if (left.length === 0) return;
    for (const { id, state, kind } of left) {
      if (state === 'held') truth.word(id, services.jobs().startNow({ jobId: id }));
      // Stops each paused class pack, because random actions rarely stop a pack between creating a paper and its link.
      if (state === 'paused' && kind === 'create-pack') void services.jobs().stop({ jobId: id });
      else if (state === 'paused') truth.word(id, services.jobs().resume({ jobId: id }));
    }
  }
  throw new Error('some jobs never end');
}

const ENDED: ReadonlySet<string> = new Set(['done', 'stopped', 'cancelled']);

function judge(services: JobsUnderTest, truth: TruthCheck, job: Job): readonly string[] {
  const faults: string[] = [];
  const unresolved = services.tables.creates.unknown(CONNECTION).map(({ id }) => id);
  for (const { index, state, targetId } of services.items(job.id)) {
    const key = createId(job.id, index);
    const sent = truth.sent.get(key) ?? [];
    const took = sent.filter(({ did }) => did !== false);
    const did = took.length > 0;
    const where = `${job.kind}, ${job.state}, item ${index} is ${state}`;
    if (['waiting', 'sending'].includes(state)) faults.push(`${where} in the end`);
    // An item without its join link counts as failed, because a retry can safely request another link.
    const isOfLink = (request: Request): boolean =>
      request.call === 'mintToken' || (job.kind === 'create-pack' && request.received);
    const isLinkMissing = state === 'failed' && took.every(isOfLink);
    if (['failed', 'untouched', 'skipped'].includes(state) && did && !isLinkMissing) {
      faults.push(`${where}, and it was done`);
    }
    if (['done', 'already-gone'].includes(state) && !did) faults.push(`${where}, and it was not done`);
    if (state === 'done' && job.kind.startsWith('create-pa') && !services.service.papers.has(targetId)) {
      faults.push(`${where}, and there is no such paper`);
    }
    const isCreate = job.kind.startsWith('create');
    if (isCreate && (state === 'unknown') !== unresolved.includes(key)) {
      faults.push(`${where}, and the journal ${unresolved.includes(key) ? 'has' : 'does not have'} it`);
    }
  }
  return faults;
}

test('random actions, responses and crashes make no job send a forbidden request or record a false result', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 10, maxLength: 60 }), async (script) => {
      const services = await jobsUnderTest(BOARDS);
      const truth = new TruthCheck(services);
      services.setFree(false);
      for (const [step, act] of script.entries()) {
        await play(services, truth, act, step);
        truth.look();
      }
      await finish(services, truth);
      const before = services.jobs().list();
      // Restarts Easel, because only then it corrects results that it could not save while the disk was full.
      await services.kill();
      const jobs = services.jobs().list();
      expect(jobs.map(({ state, counts }) => ({ state, counts }))).toEqual(
        before.map(({ state, counts }) => ({ state, counts })),
      );
      const faults = [...truth.faults, ...jobs.flatMap((job) => judge(services, truth, job))];
      expect(faults).toEqual([]);
    }),
    { numRuns: RUNS },
  );
}, 600_000);
