/** Setup of security checks: an adjustable clock, a user who can choose one file, and the main process. */
import type { Question } from '../../main/lib/implementation.ts';
import type { Policy } from '../../main/ipc/policy/policy.ts';
import type { ConnectionDraft } from '../../preload/contract/connections.ts';
import type { ArgsOf, CallName, ValueOf } from '../../preload/contract/contract.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { must } from '../support/must.ts';
import {
  draftFor,
  fileOf,
  policyOf,
  startServices,
  type ServicesOptions,
  type TestServices,
} from '../support/services.ts';

export interface MovedClock {
  ahead: number;
}

/** Replaces `Date.now` until `work` ends. No other code may run in this process meanwhile. */
export async function withClock<T>(work: (clock: MovedClock) => Promise<T>): Promise<T> {
  const real = Date.now;
  const clock = { ahead: 0 };
  Date.now = () => real() + clock.ahead;
  try {
    return await work(clock);
  } finally {
    Date.now = real;
  }
}

/** Simulated time between two calls in ms, so long that no rate limit refuses the second call. */
export const BETWEEN_CALLS_MS = 2000;

export class App {
  /** `yes`: answer to the next confirmation dialog. `meanwhile`: an action while that dialog is open. */
  yes = true;
  meanwhile: () => Promise<unknown> = () => Promise.resolve();
  readonly questions: Question[] = [];
  /** Content of the file that the user chooses in a dialog. A save dialog stores the saved content here. */
  file = '';
  connectionId = '';
  services!: TestServices;
  readonly #clock: MovedClock;
  readonly #options: ServicesOptions;

  private constructor(clock: MovedClock, options: ServicesOptions) {
    this.#clock = clock;
    this.#options = {
      confirm: async (question) => {
        this.questions.push(question);
        await this.meanwhile();
        return this.yes;
      },
      ...options,
      files: {
        choose: () => Promise.resolve(ok(fileOf(this.file, 'chosen.json'))),
        save: (_purpose, name, text) => {
          this.file = text;
          return Promise.resolve(ok(name));
        },
        ...options.files,
      },
    };
  }

  static async start(clock: MovedClock, options: ServicesOptions = {}): Promise<App> {
    const app = new App(clock, options);
    app.services = await startServices(undefined, app.#options);
    return app;
  }

  async restart(rules: Partial<Policy> = {}): Promise<void> {
    await this.services.release();
    this.services = await startServices(this.services.folder, { ...this.#options, policy: policyOf(rules) });
  }

  call<C extends CallName>(name: C, args: ArgsOf<C>): Promise<Result<ValueOf<C>>> {
    this.#clock.ahead += BETWEEN_CALLS_MS;
    return this.services.call(name, args);
  }

  async must<C extends CallName>(name: C, args: ArgsOf<C>): Promise<ValueOf<C>> {
    return must(await this.call(name, args));
  }

  async connect(origin: string, apiKey: string, change: Partial<ConnectionDraft> = {}): Promise<void> {
    const id = this.connectionId === '' ? null : this.connectionId;
    const draft = draftFor(origin, apiKey, { id, ...change });
    this.connectionId = (await this.must('connections.save', draft)).id;
  }

  async list(): Promise<void> {
    const done = this.services.event('boards.changed', ({ phase }) => phase === 'done');
    await this.must('boards.list', { connectionId: this.connectionId });
    await done;
  }

  async review(ids: readonly string[]): Promise<string> {
    const selection = { kind: 'ids', ids } as const;
    return (await this.must('jobs.review', { connectionId: this.connectionId, selection })).reviewId;
  }

  deleteOne(id: string): Promise<Result<Job>> {
    const target = { kind: 'board', id } as const;
    return this.call('jobs.deleteOne', { connectionId: this.connectionId, target });
  }

  async deleteMany(ids: readonly string[]): Promise<Result<Job>> {
    const reviewId = await this.review(ids);
    return this.call('jobs.deleteReviewed', { reviewId, typed: String(ids.length), reason: '' });
  }

  close(): Promise<void> {
    return this.services.close();
  }
}
