/** Sees all that jobs send, and holds it against what they may: who has let them go on, and what is protected. */
import { createId } from '../../../../main/jobs/unresolved.ts';
import type { Job } from '../../../../preload/contract/jobs.ts';
import { must } from '../../../support/must.ts';
import { CONNECTION, type JobsUnderTest } from './jobs-under-test.ts';
import type { Request } from './service.ts';

/** Who may go on by whose word, and what was sent for what. */
export class TruthCheck {
  readonly #services: JobsUnderTest;
  /** Jobs with a person's word since they last rested, and how many words are still being heard. */
  readonly #words = new Map<string, { open: number }>();
  readonly #clocks = new Map<string, number>();
  /** Requests by job and item. */
  readonly sent = new Map<string, Request[]>();
  readonly faults: string[] = [];
  hasNewBoards = false;
  readonly #looks: Promise<void>[] = [];

  constructor(services: JobsUnderTest) {
    this.#services = services;
    services.service.onSent = (request) => this.#onSent(request);
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
    const list = this.#services.jobs().list();
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
    for (const job of must(await this.#services.jobs().list())) {
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
    const { tables, clock, jobs } = this.#services;
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
    const key = createId(one.jobId, one.index);
    const before = this.sent.get(key) ?? [];
    this.sent.set(key, [...before, request]);
    const makes = kind !== 'delete-boards' && kind !== 'delete-papers';
    if (makes && before.some(({ did, heard }) => did !== false || !heard)) {
      this.faults.push(`${request.call} was sent twice`);
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
