/** Check R8: after a `kill -9` during bulk deletes and creates, Easel's saved jobs agree with the service's data. */
import { setTimeout as delay } from 'node:timers/promises';
import { startPracticeThread, type PracticeService } from '../practice/practice.ts';
import type { Job, JobKind } from '../../preload/contract/jobs.ts';
import { createRandom, type Random } from '../../main/practice/sample-data.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { dose, isNightly } from '../support/nightly.ts';
import { processFolder } from '../support/process-folder.ts';
import { Child } from './child.ts';
import type { Go, Saying } from './job-kill-child.ts';
import { judgeRecord, readJobs, type JobsOnDisk } from './job-kill-verdict.ts';

const KINDS: readonly JobKind[] = ['delete-boards', 'create-boards', 'create-papers'];
const LANES = dose(2, 1);
const KILLS = dose(200, 1);
const LONGEST_LIFE_MS = 120_000;
const DELETES = dose(400, 100);
const BOARDS = 60;
const PAPERS = 50;
/** Number of boards that the test creates per kill. Easel deletes fewer between two kills, so boards always remain. */
const BOARDS_FOR_KILL = 250;
/** Upper limits of the random wait before a kill: a number of requests, and then a time in ms. */
const MOST_REQUESTS = dose(250, 100);
const MOST_MORE_MS = 12;
/** One in this many kills happens while Easel starts. */
const WHILE_STARTING = 10;
/** Latency of the practice service in ms, so that many requests are in flight at the same time. */
const LATENCY_MS = 6;

export async function check(): Promise<Finding> {
  const lanes = Array.from({ length: LANES }, (_, at) => new Lane(at + 1, KILLS / LANES));
  const cases = (await Promise.all(lanes.map((lane) => lane.run()))).flat();
  const bad = cases.filter(({ problems }) => problems.length > 0).length;
  const midst = lanes.flatMap((lane) => lane.midst);
  const inMidst = midst.filter((kinds) => kinds.size > 0).length;
  const missed = KINDS.filter((kind) => isNightly && !midst.some((kinds) => kinds.has(kind)));
  const problems = missed.map((kind) => `none of ${kind}`);
  return {
    id: 'R8',
    what: 'kill -9 during bulk deletes and creates, the service in another process',
    figure: `${KILLS} kills, ${inMidst} of them with items on their way; ${bad} with a record that is not so`,
    target: `at least ${KILLS} kills, some in the middle of each kind of job; 0 records that are not so, 0 creates sent twice`,
    ...tally([...cases, { name: 'kills in the middle of each kind of job', problems }]),
  };
}

type Up = Extract<Saying, { say: 'up' }>;
type Rested = Extract<Saying, { say: 'rested' }>;

class Lane {
  /** Kinds of jobs that had a request in flight, for each kill. */
  readonly midst: ReadonlySet<JobKind>[] = [];
  readonly #number: number;
  readonly #times: number;
  readonly #random: Random;
  #practice!: PracticeService;
  readonly #folder = processFolder();
  #connectionId: string | null = null;
  #first: ReadonlySet<string> = new Set();
  #papersNamed = 0;
  readonly #made = new Map<string, number>();
  #before: JobsOnDisk | null = null;

  constructor(number: number, times: number) {
    this.#number = number;
    this.#times = times;
    this.#random = createRandom(number);
  }

  async run(): Promise<readonly Case[]> {
    const boards = this.#times * BOARDS_FOR_KILL + DELETES;
    this.#practice = await startPracticeThread({ boards, papers: 0 });
    const cases: Case[] = [];
    try {
      this.#first = new Set((await this.#practice.contents()).boards);
      await this.#practice.faults.set('*', { kind: 'latency', ms: LATENCY_MS });
      for (let kill = 1; kill <= this.#times; kill += 1)
        cases.push({ name: `kill ${kill} of lane ${this.#number}`, problems: await this.#live(false) });
      cases.push({ name: `the end of lane ${this.#number}`, problems: await this.#live(true) });
      return cases;
    } finally {
      await this.#practice.stop();
    }
  }

  async #live(toEnd: boolean): Promise<readonly string[]> {
    const child = new Child<Saying>('job-kill-child.ts');
    try {
      const { origin, apiKey } = this.#practice;
      child.send({ folder: this.#folder, origin, apiKey, connectionId: this.#connectionId });
      if (!toEnd && this.#connectionId !== null && this.#random.next() * WHILE_STARTING < 1) {
        await delay(this.#random.next() * 1500);
        await this.#kill(child);
        return [];
      }
      const { connectionId, jobs } = await child.receive((message): message is Up => message.say === 'up');
      this.#connectionId = connectionId;
      const problems = await this.#judge(jobs);
      await this.#practice.clearRequests();
      child.send(this.#order());
      if (toEnd) return [...problems, ...(await this.#end(child))];
      await this.#killIn(child);
      return problems;
    } finally {
      child.end();
    }
  }

  async #killIn(child: Child<Saying>): Promise<void> {
    const enough = Math.floor(this.#random.next() * MOST_REQUESTS);
    const late = performance.now() + LONGEST_LIFE_MS;
    while (!child.messages.some(({ say }) => say === 'rested') && performance.now() < late) {
      const { deleteBoard, createBoard, createPaper } = (await this.#practice.requests()).counts;
      if (deleteBoard + createBoard + createPaper >= enough) break;
      await delay(2);
    }
    await delay(this.#random.next() * MOST_MORE_MS);
    await this.#kill(child);
    const sending = readJobs(this.#folder).items.filter(({ state }) => state === 'sending');
    this.midst.push(new Set(sending.map(({ kind }) => kind)));
  }

  async #kill(child: Child<Saying>): Promise<void> {
    await child.kill();
    this.#take(child);
  }

  async #end(child: Child<Saying>): Promise<readonly string[]> {
    const { jobs } = await child.receive((message): message is Rested => message.say === 'rested');
    this.#take(child);
    const problems = [...(await this.#judge(jobs))];
    for (const { state } of jobs) if (state !== 'done') problems.push(`at the end a job is ${state}`);
    const ends = ['done', 'already-gone', 'unknown'];
    const open = readJobs(this.#folder).items.find(({ state }) => !ends.includes(state));
    if (open !== undefined) problems.push(`at the end an item is ${open.state}, though the service took all`);
    return problems;
  }

  #order(): Go {
    const { jobs, items } = readJobs(this.#folder);
    const isOpen = (kind: JobKind): boolean =>
      jobs.some((job) => job.kind === kind && ['held', 'running', 'paused'].includes(job.state));
    const named = new Set(items.map(({ targetId }) => targetId));
    const free = [...this.#first].filter((id) => !named.has(id)).slice(0, DELETES);
    return {
      deletes: isOpen('delete-boards') ? [] : free,
      boards: isOpen('create-boards') ? 0 : BOARDS,
      papers: isOpen('create-papers') ? [] : Array.from({ length: PAPERS }, () => this.#nextName()),
    };
  }

  #nextName(): string {
    this.#papersNamed += 1;
    return `Paper ${this.#papersNamed}`;
  }

  #take({ messages }: Child<Saying>): void {
    for (const saying of messages) if (saying.say === 'made') this.#made.set(saying.jobId, saying.items);
  }

  async #judge(jobs: readonly Job[]): Promise<readonly string[]> {
    const disk = readJobs(this.#folder);
    const there = await this.#practice.contents();
    const [first, made, before] = [this.#first, this.#made, this.#before];
    this.#before = disk;
    return judgeRecord({ disk, there, jobs, first, made, before });
  }
}
