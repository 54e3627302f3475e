/** R8: `kill -9` while boards are deleted and boards and papers are made in bulk; no record ever says what is not so. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPracticeThread, type PracticeService } from '../practice/practice.ts';
import { createRandom, type Random } from '../../main/practice/sample-data.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { dose } from '../support/nightly.ts';
import { Child } from './child.ts';
import type { Order, Saying } from './job-kill-child.ts';
import { readJobs, type ItemRow, type JobsOnDisk } from './job-kill-record.ts';
import { isInDoubt, judgeRecord } from './job-kill-verdict.ts';

const KILLS = dose(200, 2);
const LANES = 2;
/** How long a process may go on before it is killed all the same. */
const LONGEST_LIFE_MS = 120_000;
/** Items of a job of each kind; of the boards chosen some are protected before. */
const DELETES = 400;
const SHIELDED = 20;
const PROTECTED = 5;
const BOARDS = 60;
const PAPERS = 50;
const SIZES = new Set([DELETES, BOARDS, PAPERS]);
/** Boards for each kill: more are not deleted between two of them. */
const BOARDS_FOR_KILL = 250;
/** A kill comes when so many requests have arrived at most, and so many ms later at most. */
const MOST_REQUESTS = 250;
const MOST_MORE_MS = 12;
/** One kill of so many comes while the process starts. */
const WHILE_STARTING = 10;
/** The service takes so long for each request, so that many are on their way. */
const LATENCY_MS = 6;

/** Kills, looks, and goes on over the same folder and service, in two lanes. */
export async function check(): Promise<Finding> {
  const lanes = await Promise.all(
    Array.from({ length: LANES }, (_, lane) => new Lane(lane, KILLS / LANES).run()),
  );
  const cases = lanes.flatMap((lane) => lane.cases);
  const sum = (of: (lane: LaneResult) => number): number => lanes.reduce((all, lane) => all + of(lane), 0);
  const bad = cases.filter(({ problems }) => problems.length > 0).length;
  return {
    id: 'R8',
    what: 'kill -9 during bulk deletes and creates, the service in another process',
    figure: `${sum(({ killed }) => killed)} kills, ${sum(({ inMidst }) => inMidst)} of them with items on their way; ${sum(({ gone }) => gone)} boards deleted, ${sum(({ made }) => made)} things made, ${sum(({ doubtful }) => doubtful)} creates in doubt; ${bad} with a record that is not so`,
    target: `at least ${KILLS} kills; 0 records that are not so, 0 creates sent twice, 0 protected boards deleted`,
    ...tally(cases),
  };
}

type Up = Extract<Saying, { say: 'up' }>;
type Rested = Extract<Saying, { say: 'rested' }>;

interface LaneResult {
  readonly cases: readonly Case[];
  readonly killed: number;
  readonly inMidst: number;
  readonly gone: number;
  readonly made: number;
  readonly doubtful: number;
}

/** One folder and one service, and the processes that are killed over them. */
class Lane {
  readonly #number: number;
  readonly #times: number;
  readonly #random: Random;
  #practice: PracticeService | null = null;
  #folder = '';
  #connectionId: string | null = null;
  #first: ReadonlySet<string> = new Set();
  /** Boards that no job has named yet. */
  #free: string[] = [];
  #batch: { readonly shielded: readonly string[]; readonly deletes: readonly string[] } | null = null;
  #papersNamed = 0;
  readonly #kept = new Set<string>();
  /** Boards that Easel has said to be protected. */
  readonly #protected = new Set<string>();
  readonly #made = new Map<string, number>();
  #before: JobsOnDisk | null = null;
  #killed = 0;
  #inMidst = 0;

  constructor(number: number, times: number) {
    this.#number = number;
    this.#times = times;
    this.#random = createRandom(number + 1);
  }

  async run(): Promise<LaneResult> {
    this.#folder = await mkdtemp(path.join(tmpdir(), 'easel-job-kills-'));
    const practice = await startPracticeThread({
      boards: this.#times * BOARDS_FOR_KILL + DELETES,
      papers: 0,
    });
    this.#practice = practice;
    const cases: Case[] = [];
    try {
      this.#free = [...(await practice.contents()).boards];
      this.#first = new Set(this.#free);
      await practice.faults.set('*', { kind: 'latency', ms: LATENCY_MS });
      while (this.#killed < this.#times) {
        const name = `kill ${this.#killed + 1} of lane ${this.#number + 1}`;
        cases.push({ name, problems: await this.#live(false) });
      }
      cases.push({ name: `the end of lane ${this.#number + 1}`, problems: await this.#live(true) });
      return { cases, ...this.#sums(), killed: this.#killed, inMidst: this.#inMidst };
    } finally {
      await practice.stop();
      await rm(this.#folder, { recursive: true, force: true });
    }
  }

  /** One process: what it finds is judged, then it goes on until it is killed, or (`toEnd`) until all has ended. */
  async #live(toEnd: boolean): Promise<readonly string[]> {
    const child = new Child<Saying>('job-kill-child.ts');
    try {
      const { origin, apiKey } = this.#service();
      child.tell({ do: 'start', folder: this.#folder, origin, apiKey, connectionId: this.#connectionId });
      if (!toEnd && this.#connectionId !== null && this.#random.next() * WHILE_STARTING < 1) {
        await delay(this.#random.between(0, 1500));
        await this.#kill(child);
        return [];
      }
      const { connectionId, jobs } = await child.hear((said): said is Up => said.say === 'up');
      this.#connectionId = connectionId;
      const problems = [...(await this.#judge(jobs))];
      await (toEnd ? this.#finish(child, problems) : this.#goAndKill(child));
      return problems;
    } finally {
      child.end();
    }
  }

  async #goAndKill(child: Child<Saying>): Promise<void> {
    const practice = this.#service();
    await practice.clearRequests();
    child.tell(this.#order());
    const enough = Math.floor(this.#random.between(0, MOST_REQUESTS));
    const late = performance.now() + LONGEST_LIFE_MS;
    while (!child.said.some(({ say }) => say === 'rested') && performance.now() < late) {
      const { deleteBoard, createBoard, createPaper } = (await practice.requests()).counts;
      if (deleteBoard + createBoard + createPaper >= enough) break;
      await delay(2);
    }
    await delay(this.#random.between(0, MOST_MORE_MS));
    await this.#kill(child);
  }

  async #kill(child: Child<Saying>): Promise<void> {
    await child.kill();
    this.#killed += 1;
    this.#take(child);
    const { items } = readJobs(this.#folder);
    if (items.some(({ state }) => state === 'sending')) this.#inMidst += 1;
  }

  /** After the last kill everything comes to its end, each item in exactly one. */
  async #finish(child: Child<Saying>, problems: string[]): Promise<void> {
    child.tell(this.#order());
    const { jobs } = await child.hear((said): said is Rested => said.say === 'rested');
    this.#take(child);
    for (const { state } of jobs) if (state !== 'done') problems.push(`at the end a job is ${state}`);
    problems.push(...(await this.#judge(jobs)));
    const { items } = readJobs(this.#folder);
    const open = items.filter(({ state }) => state === 'waiting' || state === 'sending').length;
    if (open > 0) problems.push(`at the end ${open} items have not ended`);
    if (items.some(({ state }) => state === 'failed' || state === 'untouched')) {
      problems.push('an item has failed or was left, though the service took all that came');
    }
  }

  /** What is unfinished goes on; of each kind that has nothing unfinished a new job begins. */
  #order(): Order {
    const { jobs, items } = readJobs(this.#folder);
    const isOpen = (kind: string): boolean =>
      jobs.some((job) => job.kind === kind && ['held', 'running', 'paused'].includes(job.state));
    const named = new Set(items.map(({ targetId }) => targetId));
    if (this.#batch?.deletes.some((id) => named.has(id)) === true) this.#batch = null;
    if (!isOpen('delete-boards')) this.#batch ??= this.#nextBatch();
    const { shielded, deletes } = this.#batch ?? { shielded: [], deletes: [] };
    const open = items.flatMap((item) =>
      item.state === 'waiting' && item.targetId !== '' ? [item.targetId] : [],
    );
    const candidates = deletes.length > 0 ? deletes.slice(-100) : open;
    const protects = Array.from({ length: Math.min(PROTECTED, candidates.length) }, () => {
      return candidates[Math.floor(this.#random.next() * candidates.length)] ?? '';
    });
    return {
      do: 'go',
      deletes,
      shielded,
      protects: [...new Set(protects)],
      boards: isOpen('create-boards') ? 0 : BOARDS,
      papers: isOpen('create-papers') ? [] : Array.from({ length: PAPERS }, () => this.#nextName()),
    };
  }

  #nextBatch(): { readonly shielded: readonly string[]; readonly deletes: readonly string[] } | null {
    if (this.#free.length < DELETES + SHIELDED) return null;
    const shielded = this.#free.splice(0, SHIELDED);
    for (const id of shielded) this.#kept.add(id);
    return { shielded, deletes: this.#free.splice(0, DELETES) };
  }

  #nextName(): string {
    this.#papersNamed += 1;
    return `Paper ${this.#papersNamed}`;
  }

  /** What the process has said before it was killed. */
  #take(child: Child<Saying>): void {
    for (const saying of child.said) {
      if (saying.say === 'made') this.#made.set(saying.jobId, saying.items);
      if (saying.say === 'protected') for (const id of saying.ids) this.#protected.add(id);
    }
  }

  async #judge(jobs: Up['jobs']): Promise<readonly string[]> {
    const disk = readJobs(this.#folder);
    // Protected, and certainly not sent by now: from here on nothing may delete it.
    for (const item of disk.items) if (this.#isSafe(item)) this.#kept.add(item.targetId);
    const there = await this.#service().contents();
    const known = {
      first: this.#first,
      kept: this.#kept,
      made: this.#made,
      sizes: SIZES,
      before: this.#before,
    };
    this.#before = disk;
    return judgeRecord({ disk, there, jobs }, known);
  }

  #isSafe(item: ItemRow): boolean {
    const isLeft = item.state === 'waiting' || item.state === 'skipped';
    return isLeft && !isInDoubt(item) && this.#protected.has(item.targetId);
  }

  #sums(): Omit<LaneResult, 'cases' | 'killed' | 'inMidst'> {
    const { jobs, items } = readJobs(this.#folder);
    const deletes = new Set(jobs.flatMap(({ id, kind }) => (kind === 'delete-boards' ? [id] : [])));
    const done = items.filter(({ state }) => state === 'done' || state === 'already-gone');
    const gone = done.filter(({ jobId }) => deletes.has(jobId)).length;
    const doubtful = items.filter(({ jobId, state }) => state === 'unknown' && !deletes.has(jobId)).length;
    return { gone, made: done.length - gone, doubtful };
  }

  #service(): PracticeService {
    if (this.#practice === null) throw new Error('the service was not started');
    return this.#practice;
  }
}
