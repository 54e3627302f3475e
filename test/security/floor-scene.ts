/** One app under a policy, for S17: what is asked of it, what of that must be refused, and what came to the service. */
import { writePlan, type Plan } from '../../main/jobs/plan-file.ts';
import type { Question } from '../../main/ipc/implementation.ts';
import type { Policy } from '../../main/ipc/policy/policy.ts';
import type { PracticeService } from '../practice/practice.ts';
import type { ArgsOf, CallName, ValueOf } from '../../preload/contract/contract.ts';
import type { Job, JobState } from '../../preload/contract/jobs.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import { draftFor, fileOf, policyOf, startServices, type TestServices } from '../support/services.ts';
import type { MovedClock } from './scene.ts';

const DAY = 86_400_000;

/** An app under a policy, a list of boards to delete, and what came of it. */
export class FloorScene {
  services!: TestServices;
  connectionId = '';
  tries = 0;
  passes = 0;
  sentTooMany = 0;
  /** What main has asked; a person says yes to all of it. */
  readonly asked: Question[] = [];
  readonly #practice: PracticeService;
  readonly #clock: MovedClock;
  readonly #problems: string[] = [];
  #boards: string[] = [];
  /** How many requests to delete may have come to the service. */
  #due = 0;
  #plan = '';

  constructor(practice: PracticeService, clock: MovedClock) {
    this.#practice = practice;
    this.#clock = clock;
  }

  async start(rules: Partial<Policy>, folder?: string): Promise<void> {
    const choose = () => Promise.resolve(ok(fileOf(this.#plan, 'plan.easelplan.json')));
    const confirm = (question: Question): Promise<boolean> => {
      this.asked.push(question);
      return Promise.resolve(true);
    };
    this.services = await startServices(folder, { policy: policyOf(rules), files: { choose }, confirm });
    this.connectionId = await this.connect(this.connectionId === '' ? null : this.connectionId);
    const listed = this.services.event('boards.changed', ({ phase }) => phase === 'done');
    await this.must('boards.list', { connectionId: this.connectionId });
    await listed;
    if (folder === undefined) this.#boards = [...(await this.#practice.contents()).boards];
  }

  /** Ends Easel, sets the clock, and starts it over the same folder under these rules. */
  async restart(rules: Partial<Policy>, clockMs = 0): Promise<void> {
    const { folder } = this.services;
    await this.services.release();
    this.setClock(clockMs);
    await this.start(rules, folder);
  }

  /** Keeps a connection to the service, with its key; the id of a new one for null. */
  async connect(id: string | null): Promise<string> {
    const { origin, apiKey } = this.#practice;
    return (await this.must('connections.save', draftFor(origin, apiKey, { id }))).id;
  }

  /** By how much the clock is set. */
  setClock(ms: number): void {
    this.#clock.ahead = ms;
  }

  /** No call is refused because of its pace: there is time between them. */
  async ask<C extends CallName>(channel: C, args: ArgsOf<C>): Promise<Result<ValueOf<C>>> {
    this.#clock.ahead += 1000;
    const reply = await this.services.call(channel, args);
    if (!reply.ok && reply.error.code === 'too-many-requests')
      this.#problems.push(`${channel} came too fast`);
    return reply;
  }

  async must<C extends CallName>(channel: C, args: ArgsOf<C>): Promise<ValueOf<C>> {
    const reply = await this.ask(channel, args);
    if (!reply.ok) throw new Error(`${channel}: ${reply.error.code} ${reply.error.message}`);
    return reply.value;
  }

  /** Must be refused by the policy. */
  async refused<C extends CallName>(channel: C, args: ArgsOf<C>): Promise<void> {
    this.#refused(channel, await this.ask(channel, args));
  }

  #refused(what: string, reply: Result<unknown>): void {
    this.tries += 1;
    if (reply.ok) this.passes += 1;
    const outcome = reply.ok ? 'ok' : reply.error.code;
    if (outcome !== 'policy') this.#problems.push(`${what} came to ${outcome}`);
  }

  nextBoard(): string {
    return this.#boards.shift() ?? '';
  }

  /** The delete of one board, as it is asked for from its row. */
  deleteOne(connectionId = this.connectionId): Promise<Result<Job>> {
    return this.ask('jobs.deleteOne', { connectionId, target: { kind: 'board', id: this.nextBoard() } });
  }

  /** The delete of so many boards that were reviewed together. */
  async deleteMany(count: number, reason = ''): Promise<Result<Job>> {
    const ids = Array.from({ length: count }, () => this.nextBoard());
    const selection = { kind: 'ids', ids } as const;
    const review = await this.must('jobs.review', { connectionId: this.connectionId, selection });
    return this.ask('jobs.deleteReviewed', { reviewId: review.reviewId, typed: String(count), reason });
  }

  /** The delete of so many boards by a plan that this person, or another one, has drafted. */
  async deleteByPlan(count: number, author: Plan['author']): Promise<Result<Job>> {
    const ids = Array.from({ length: count }, () => this.nextBoard());
    const { origin } = this.#practice;
    const now = Date.now();
    this.#plan = writePlan({
      connection: { name: 'Acme boards', boardApi: origin },
      query: null,
      note: 'T-7',
      author,
      createdAt: new Date(now - 1000).toISOString(),
      expiresAt: new Date(now + DAY).toISOString(),
      ids,
    }).text;
    const review = await this.must('plans.open', { connectionId: this.connectionId });
    if (review === null) throw new Error('no plan was opened');
    return this.ask('jobs.deleteReviewed', {
      reviewId: review.reviewId,
      typed: String(count),
      reason: 'T-7',
    });
  }

  /** Starts it, and waits until it stands like that; `sent`: how many requests that may come to. */
  async begin(job: Job, state: JobState, sent = job.counts.total): Promise<void> {
    this.#due += sent;
    const stands = this.services.event('jobs.changed', (data) => {
      const { job: now } = data as unknown as { readonly job: Job };
      return now.id === job.id && now.state === state && now.counts.sending === 0;
    });
    await this.must('jobs.startNow', { jobId: job.id });
    await stands;
  }

  /** A held delete of so many boards. */
  async held(count: number): Promise<Job> {
    const made = count === 1 ? await this.deleteOne() : await this.deleteMany(count);
    if (!made.ok) throw new Error(`a delete came to ${made.error.code}`);
    return made.value;
  }

  /** One that was begun: paused by an outage, or ended with its items failed. */
  async begun(count: number, state: 'paused' | 'done'): Promise<Job> {
    const job = await this.held(count);
    await this.#practice.faults.set('deleteBoard', {
      kind: 'status',
      status: state === 'paused' ? 500 : 422,
      times: 1000,
    });
    // An outage is noticed after some tries.
    await this.begin(job, state, state === 'paused' ? 40 : count);
    await this.#practice.faults.clear('deleteBoard');
    await this.#practice.clearRequests();
    this.#due = 0;
    return job;
  }

  /** Asks for many deletes of one board in a row, each begun at once; of these, `due` may pass. */
  async row(count: number, due: number, make: (n: number) => Promise<Result<Job>>): Promise<void> {
    let passed = 0;
    for (let n = 0; n < count; n += 1) {
      const made = await make(n);
      const may = passed < due;
      if (made.ok) passed += 1;
      if (!may) this.#refused(`delete ${n + 1} in a row`, made);
      else if (!made.ok) this.#problems.push(`delete ${n + 1} in a row came to ${made.error.code}`);
      if (made.ok) await this.begin(made.value, 'done');
    }
  }

  /** What is wrong, once whatever was begun had the time to come to the service. */
  async judge(): Promise<readonly string[]> {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { deleteBoard, deletePaper } = (await this.#practice.requests()).counts;
    const sent = deleteBoard + deletePaper;
    if (sent <= this.#due) return this.#problems;
    this.sentTooMany = sent - this.#due;
    return [...this.#problems, `${sent} deletes were sent, due were ${this.#due}`];
  }
}
