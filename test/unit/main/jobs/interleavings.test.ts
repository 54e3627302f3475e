/** Whatever happens in whatever order: what a job sends, what it never sends, and what its record says at the end. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { intentId } from '../../../../main/jobs/work.ts';
import { failure } from '../../../../main/service/failures.ts';
import type { Health, Job } from '../../../../preload/contract/domain.ts';
import { CONNECTION, jobsUnderTest, must, type JobsUnderTest } from './jobs-under-test.ts';
import { ENDINGS, type Ending, type Request } from './service.ts';

const BOARDS = Array.from({ length: 12 }, (_, n) => `b${n}`);
const RUNS = Number(process.env['EASEL_JOB_RUNS'] ?? 150);

type Act =
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
const acts: fc.Arbitrary<Act> = fc.oneof(
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

/** Who may go on by whose word, and what was sent for what. */
class Witness {
  readonly #house: JobsUnderTest;
  /** Jobs with a person's word since they last rested, and how many words are still being heard. */
  readonly #words = new Map<string, { open: number }>();
  readonly #clocks = new Map<string, number>();
  /** Requests by job and item. */
  readonly sent = new Map<string, Request[]>();
  readonly faults: string[] = [];
  hasNewBoards = false;
  readonly #looks: Promise<void>[] = [];

  constructor(house: JobsUnderTest) {
    this.#house = house;
    house.service.onSent = (request) => this.#onSent(request);
  }

  /** A person’s word; it holds until the job rests. */
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

  /** From now on no clock runs, and (unless only clocks had to stop) nothing does. */
  mustRest(only?: 'clocks'): void {
    const list = this.#house.jobs().list();
    this.#looks.push(
      list.then((found) => {
        for (const { state, holdUntil } of must(found)) {
          if (holdUntil !== null || (state === 'running' && only === undefined)) {
            this.faults.push(`a job is ${state} after all had to rest`);
          }
        }
      }),
    );
  }

  begins(job: Job): void {
    if (job.holdUntil !== null) this.#clocks.set(job.id, job.holdUntil);
    else if (job.state === 'running') this.#words.set(job.id, { open: 0 });
  }

  async look(): Promise<void> {
    await Promise.all(this.#looks.splice(0));
    for (const job of must(await this.#house.jobs().list())) {
      const { waiting, sending, done, alreadyGone, failed, unknown, skipped, untouched, total } = job.counts;
      const all = [waiting, sending, done, alreadyGone, failed, unknown, skipped, untouched];
      if (all.some((n) => n < 0) || all.reduce((a, b) => a + b) !== total) {
        this.faults.push(`counts of ${job.kind} do not sum up: ${all.join(' ')} of ${total}`);
      }
      if (job.pause !== null && this.#words.get(job.id)?.open === 0) this.#words.delete(job.id);
      if (job.pause !== null || job.state === 'cancelled') this.#clocks.delete(job.id);
    }
  }

  #onSent(request: Request): void {
    const { tables, clock, jobs } = this.#house;
    const kind = KIND_OF[request.call];
    const marked = tables.jobs
      .all()
      .filter(({ record }) => record.kind === kind)
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
    const key = intentId(one.jobId, one.index);
    const before = this.sent.get(key) ?? [];
    this.sent.set(key, [...before, request]);
    const isCreate = kind === 'create-boards' || kind === 'create-papers';
    if (isCreate && before.some(({ did, heard }) => did !== false || !heard)) {
      this.faults.push('a create was sent twice');
    }
    const note = tables.notes.ofBoards(CONNECTION, [request.about])[0];
    if (kind === 'delete-boards' && note?.protected === true) this.faults.push('a protected board');
    const due = this.#clocks.get(one.jobId);
    const hasWord = this.#words.has(one.jobId) || (due !== undefined && clock.now() >= due);
    // The list is made at once, and given out later.
    const list = jobs().list();
    this.#looks.push(
      list.then((found) => {
        const job = must(found).find(({ id }) => id === one.jobId);
        if (job?.state !== 'running')
          this.faults.push(`${request.call} of a job that is ${job?.state ?? 'gone'}`);
        if (!hasWord) this.faults.push(`${request.call} of a job that nobody has let go on`);
      }),
    );
  }
}

const KIND_OF = {
  deleteBoard: 'delete-boards',
  deletePaper: 'delete-papers',
  createBoard: 'create-boards',
  createPaper: 'create-papers',
  mintToken: 'mint-links',
} as const;

async function play(house: JobsUnderTest, witness: Witness, act: Act, step: number): Promise<void> {
  const jobs = house.jobs();
  const ids = house.tables.jobs.all().map(({ record }) => record.id);
  const ignore = (): void => undefined;
  const began = (made: Promise<{ ok: boolean; value?: Job }>): void => {
    void made.then(
      (result) => result.ok && result.value !== undefined && witness.begins(result.value),
      ignore,
    );
  };
  switch (act.act) {
    case 'delete': {
      const boardIds = BOARDS.slice(act.from, act.from + act.count);
      return began(jobs.deleteReviewed({ connectionId: CONNECTION, boardIds, reason: '' }));
    }
    case 'delete-one':
      return began(jobs.deleteOne(CONNECTION, { kind: 'board', id: BOARDS[act.board] ?? '' }));
    case 'protect':
    case 'unprotect':
      return house.protect(BOARDS[act.board] ?? '', act.act === 'protect');
    case 'create-boards':
      // New boards have no name: with two such jobs nobody could tell whose one is.
      if (witness.hasNewBoards) return;
      witness.hasNewBoards = true;
      return began(jobs.createBoards(CONNECTION, act.count));
    case 'create-papers':
      return began(jobs.createPapers(CONNECTION, names(step, act.count), null));
    case 'mint':
      return began(jobs.mintLinks(CONNECTION, 'p', names(step, act.count)));
    case 'startNow':
    case 'resume':
    case 'retryFailed': {
      const id = ids[act.job];
      if (id !== undefined) witness.word(id, jobs[act.act](id).catch(ignore));
      return;
    }
    case 'cancel':
    case 'pause':
    case 'stop': {
      const id = ids[act.job];
      if (id !== undefined) void jobs[act.act](id).catch(ignore);
      return;
    }
    case 'answer':
      return void house.service.answer(act.ending, act.index);
    case 'time':
      return house.clock.advance(act.ms);
    case 'turn':
      return house.turn(act.queries);
    case 'kill': {
      witness.rested();
      return house.kill((about) => about.length % 2 === act.mask);
    }
    case 'lock':
      jobs.lock();
      witness.mustRest();
      return witness.rested();
    case 'sleep':
      jobs.pauseAll(null, 'sleep');
      witness.mustRest();
      return witness.rested();
    case 'outage':
      house.around.trouble = 'outage';
      jobs.healthChanged(TROUBLE);
      return witness.mustRest('clocks');
    case 'no-key':
      house.around.closed = failure('no-key');
      return;
    case 'disk':
      house.around.broken = new Set(['jobs', 'creates', 'papers']);
      return;
    case 'well':
      Object.assign(house.around, { trouble: null, closed: null, broken: new Set() });
  }
}

const TROUBLE: Health = {
  connectionId: CONNECTION,
  sentence: '',
  lights: (['board-api', 'paper-api'] as const).map((name) => ({
    name,
    state: 'trouble',
    lastSuccess: null,
    lastFailure: 0,
    since: 0,
    failure: null,
    nextProbe: null,
  })),
};

function names(step: number, many: number): readonly string[] {
  return Array.from({ length: many }, (_, n) => `name ${step}.${n}`);
}

/** A person sees to everything, until nothing is left to be done. */
async function finish(house: JobsUnderTest, witness: Witness): Promise<void> {
  Object.assign(house.around, { trouble: null, closed: null, broken: new Set() });
  house.setFree(true);
  for (let rounds = 0; rounds < 200; rounds += 1) {
    await house.turn();
    await house.clock.advance(2500);
    while (house.service.answer('done')) await house.turn();
    await witness.look();
    const left = must(await house.jobs().list()).filter(({ state }) => !ENDED.has(state));
    if (left.length === 0) return;
    for (const { id, state } of left) {
      if (state === 'held') witness.word(id, house.jobs().startNow(id));
      if (state === 'paused') witness.word(id, house.jobs().resume(id));
    }
  }
  throw new Error('the jobs come to no end');
}

const ENDED: ReadonlySet<string> = new Set(['done', 'stopped', 'cancelled']);

/** What the record says, held against what the service knows. */
function judge(house: JobsUnderTest, witness: Witness, job: Job): readonly string[] {
  const faults: string[] = [];
  const items = house.items(job.id);
  const found = { ...house.tables.jobs.all().find(({ record }) => record.id === job.id)?.counts };
  const said = { ...job.counts, 'already-gone': job.counts.alreadyGone } as Record<string, number>;
  for (const [state, many] of Object.entries(found)) {
    if (said[state] !== many)
      faults.push(`${job.kind}: ${many} are ${state} on disk, and ${said[state]} are said`);
  }
  if (items.length !== job.counts.total) faults.push('items are missing');
  const unknowns = house.tables.creates.unknown(CONNECTION).map(({ id }) => id);
  for (const { index, state, targetId } of items) {
    const key = intentId(job.id, index);
    const sent = witness.sent.get(key) ?? [];
    const did = sent.some((request) => request.did !== false);
    const where = `${job.kind}, ${job.state}, item ${index} is ${state}`;
    if (['waiting', 'sending'].includes(state)) faults.push(`${where} in the end`);
    if (['failed', 'untouched', 'skipped'].includes(state) && did && job.kind !== 'mint-links') {
      faults.push(`${where}, and it was done`);
    }
    if (['done', 'already-gone'].includes(state) && !did) faults.push(`${where}, and it was not done`);
    if (state === 'done' && job.kind === 'create-papers' && !house.service.papers.has(targetId)) {
      faults.push(`${where}, and there is no such paper`);
    }
    const isCreate = job.kind.startsWith('create');
    if (isCreate && (state === 'unknown') !== unknowns.includes(key)) {
      faults.push(`${where}, and the ledger ${unknowns.includes(key) ? 'has' : 'does not have'} it`);
    }
  }
  return faults;
}

test('no order of events sends what it must not, and every item ends once, as it is at the service', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 10, maxLength: 60 }), async (script) => {
      const house = await jobsUnderTest(BOARDS);
      const witness = new Witness(house);
      house.setFree(false);
      for (const [step, act] of script.entries()) {
        await play(house, witness, act, step);
        await witness.look();
      }
      await finish(house, witness);
      const before = must(await house.jobs().list());
      // What a full disk kept from being written is put right by the next start.
      await house.kill();
      const jobs = must(await house.jobs().list());
      expect(jobs.map(({ state, counts }) => ({ state, counts }))).toEqual(
        before.map(({ state, counts }) => ({ state, counts })),
      );
      const faults = [...witness.faults, ...jobs.flatMap((job) => judge(house, witness, job))];
      expect(faults).toEqual([]);
    }),
    { numRuns: RUNS },
  );
}, 600_000);
