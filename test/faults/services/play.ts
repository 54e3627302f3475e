/** Tests the main process against one generated service: compares Easel's reports with the service's true data. */
import { setTimeout as delay } from 'node:timers/promises';
import { unknownLike } from '../../../main/boards/boards.ts';
import type { RowQuery, BoardRow, BoardsState, BoardView } from '../../../preload/contract/boards.ts';
import type { Failure, Result } from '../../../preload/contract/failure.ts';
import type { Job } from '../../../preload/contract/jobs.ts';
import { atRest, deleteNow } from '../../support/delete-now.ts';
import { draftFor, type TestServices } from '../../support/services.ts';
import { KEY } from '../secrets.ts';
import { DENIES_RESPONSE } from '../verdict.ts';
import type { Combination } from './dimensions.ts';
import { isProvable, UNNAMED } from './shapes.ts';
import { GeneratedService, LAG_MS, type Board } from './service.ts';

export const VERDICTS = ['held', 'unsure', 'wrong, said so', 'refused', 'false'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Judged {
  readonly step: string;
  readonly verdict: Verdict;
  readonly why: string;
}

export interface PlayedService {
  readonly combination: Combination;
  readonly steps: readonly Judged[];
  readonly verdict: Verdict;
}

const LONGEST_MS = 60_000;
export const LOOK_MS = 40;
/** If the service's list still contradicts a change after this time in ms, Easel marks the board. */
const MARKED_MS = 125_000;
const BY_ID: RowQuery = { find: '', filters: [], order: { by: 'id', descending: false } };
const NO_TEMPLATE = '0b7f4a0e-1111-4222-a333-444455556666';

export async function playService(
  services: TestServices,
  combination: Combination,
  seed: number,
): Promise<PlayedService> {
  const service = await GeneratedService.start(combination, KEY, seed);
  const play = new Play(services, service);
  try {
    await play.run();
  } catch (error) {
    play.judge('the play', 'false', `broke: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await play.leave().catch(() => undefined);
    await service.close();
  }
  const { steps } = play;
  const worst = Math.max(0, ...steps.map(({ verdict }) => VERDICTS.indexOf(verdict)));
  return { combination, steps, verdict: VERDICTS[worst] ?? 'held' };
}

class Play {
  readonly #services: TestServices;
  readonly #service: GeneratedService;
  readonly #about: Combination;
  readonly steps: Judged[] = [];
  #connectionId = '';
  /** True if the service has returned its board list at least once, which proves that its address is correct. */
  #everListed = false;
  readonly #deleted = new Set<Board>();
  /** Boards whose delete (`#doubted`) or create (`#unheard`) has an unknown outcome. */
  readonly #doubted = new Set<Board>();
  readonly #unheard = new Set<Board>();
  readonly #wishes = { board: 0, paper: 0, 'access-token': 0 };

  constructor(services: TestServices, service: GeneratedService) {
    this.#services = services;
    this.#service = service;
    this.#about = service.combination;
  }

  judge(step: string, verdict: Verdict, why = ''): void {
    this.steps.push({ step, verdict, why });
  }

  async run(): Promise<void> {
    const { boardApi, paperApi, locked, boards } = this.#service;
    const draft = draftFor(paperApi, KEY, { boardApi });
    this.#connectionId = (await this.#services.must('connections.save', draft)).id;
    const { moves, lag } = this.#about;
    let rows = await this.#list(moves === 'still' ? 'list' : 'list while it moves', moves !== 'still');
    this.#service.settle();
    if (moves !== 'still') rows = await this.#list('list again');
    const [viewed, doomed] = rows.flatMap(({ id }) => id ?? []);
    if (viewed !== undefined) await this.#view('view', viewed);
    if (doomed !== undefined) await this.#deletes(doomed);
    if (locked !== undefined && !this.#deleted.has(locked) && rows.some(({ id }) => id === locked.path))
      await this.#deleteOnce('delete of a locked board', locked);
    await this.#creates();
    await this.#papers();
    await this.#jobs();
    if (lag !== 'none') await pass(lag === 'deletes never show' ? MARKED_MS : LAG_MS);
    rows = await this.#list('list at last');
    const late = rows.find(({ id }) => boards.some(({ path, listedFrom }) => path === id && listedFrom > 0));
    const newest = late ?? rows.at(-1);
    if (newest?.id != null) await this.#view('view at last', newest.id);
    await this.#health();
    this.#requests();
  }

  async leave(): Promise<void> {
    await this.#services.call('boards.cancelList', { connectionId: this.#connectionId });
  }

  async #list(step: string, moves = false): Promise<readonly BoardRow[]> {
    const ofConnection = { connectionId: this.#connectionId };
    const begun = Date.now();
    await this.#services.must('boards.list', ofConnection);
    const end = performance.now() + LONGEST_MS;
    let state = await this.#services.must('boards.state', ofConnection);
    while (state.phase === 'loading' && performance.now() < end) {
      await delay(LOOK_MS);
      state = await this.#services.must('boards.state', ofConnection);
    }
    if (state.phase === 'loading') {
      this.judge(step, 'refused', `never ends: ${state.loaded} loaded`);
      await this.leave();
      return [];
    }
    const window = { ...ofConnection, from: 0, count: 1000, query: BY_ID, fields: [] };
    const { rows } = await this.#services.must('boards.window', window);
    const asks = moves ? 'wrong, said so' : 'refused';
    if (state.phase === 'failed') this.#failed(step, state.failure, asks);
    else this.#everListed = true;
    if (state.failure !== null) this.#sentences(step, state.failure);
    const problems = [...this.#falseRows(rows, begun), ...this.#falseState(step, state, rows, begun, moves)];
    if (problems.length > 0) this.judge(step, 'false', problems.join('; '));
    else if (state.phase === 'done') this.#judgeWhole(step, state, rows, begun, moves);
    return rows;
  }

  #falseRows(rows: readonly BoardRow[], begun: number): readonly string[] {
    const ids = rows.flatMap(({ id }) => id ?? []);
    const problems = new Set(ids).size < ids.length ? ['a board stands in the list twice'] : [];
    for (const { id, created, unconfirmed } of rows) {
      const board = this.#boardOf(id);
      if (board === undefined) {
        if (id !== null) problems.push(`the id ${id} is not the one that paths take`);
        continue;
      }
      const sent = created?.epochMs ?? null;
      if (sent !== null && sent !== board.created && !isOfCreate(board, sent))
        problems.push(`created ${sent} instead of ${String(board.created)} (${created?.raw ?? ''})`);
      // A board deleted before the listing may be shown only with the mark "unconfirmed".
      if (board.thereUntil < begun && unconfirmed === undefined && !this.#doubted.has(board))
        problems.push(`${board.path} is shown, and gone`);
    }
    return problems;
  }

  #falseState(
    step: string,
    state: BoardsState,
    rows: readonly BoardRow[],
    begun: number,
    moves: boolean,
  ): readonly string[] {
    const { boards } = this.#service;
    const isComplete = state.phase === 'done' && state.completeness === 'complete';
    const gone = boards.filter((each) => each.thereUntil < Infinity && !this.#deleted.has(each)).length;
    const problems = state.vanished > gone ? [`${state.vanished} vanished, where ${gone} did`] : [];
    if (!isComplete) return problems;
    const missed = this.#missed(rows, begun).length;
    if (missed > 0) problems.push(`complete, and ${missed} boards are not in it`);
    const listed = this.#listed(begun);
    if (!moves && state.total !== null && !listed.includes(state.total))
      problems.push(`${state.total} in all, where the service has ${listed.join(' or ')}`);
    const isTold = rows.some(({ unconfirmed }) => unconfirmed === 'still-listed');
    const isHidden = this.#about.lag === 'deletes never show' && this.#deleted.size > 0 && !isTold;
    if (isHidden && step === 'list at last')
      problems.push('the difference to the service’s list is not told');
    if (state.notUnderstood > 0) problems.push('complete, with items that couldn’t be read');
    return problems;
  }

  #judgeWhole(
    step: string,
    state: BoardsState,
    rows: readonly BoardRow[],
    begun: number,
    moves: boolean,
  ): void {
    const asks = moves ? 'wrong, said so' : 'refused';
    const unnamed = rows.filter(({ id }) => id === null).length;
    if (unnamed > 0) return this.judge(step, asks, `${unnamed} rows without an id`);
    const due = this.#due(begun).length;
    const missed = this.#missed(rows, begun).length;
    if (missed > 0) {
      const isSaid = moves || (missed < due && !isProvable(this.#about, due));
      return this.judge(step, isSaid ? 'wrong, said so' : 'refused', `${missed} of ${due} are not in it`);
    }
    const undated = rows.find(({ id, created }) => this.#isUndated(this.#boardOf(id), created));
    if (undated !== undefined)
      return this.judge(step, 'refused', `creation time not read: ${undated.created?.raw ?? 'not found'}`);
    const isSure = state.completeness === 'complete' || moves;
    const counts = [due, ...this.#listed(begun)];
    if (!isSure && counts.every((count) => isProvable(this.#about, count)))
      return this.judge(step, 'unsure', `all ${rows.length} are there, and it may be incomplete`);
    this.judge(step, 'held');
  }

  #due(begun: number): readonly Board[] {
    return this.#service.boards.filter(
      (board) =>
        board.since <= begun &&
        board.thereUntil > Date.now() &&
        !this.#deleted.has(board) &&
        // Excludes boards whose create had an unknown outcome, unless the service listed them before `begun`.
        !(this.#unheard.has(board) && board.listedFrom >= begun),
    );
  }

  #missed(rows: readonly BoardRow[], begun: number): readonly Board[] {
    const ids = new Set(rows.map(({ id }) => id));
    return this.#due(begun).filter(({ path }) => !ids.has(path));
  }

  #listed(begun: number): readonly number[] {
    return [begun, Date.now()].map(
      (at) => this.#service.boards.filter((each) => each.listedFrom <= at && at < each.listedUntil).length,
    );
  }

  #isUndated(board: Board | undefined, created: BoardRow['created']): boolean {
    return board !== undefined && board.created !== null && created?.epochMs == null;
  }

  #boardOf(id: string | null): Board | undefined {
    return this.#service.boards.find(({ path }) => path === id);
  }

  #isUnnamed(): boolean {
    return UNNAMED[this.#about.success] !== null;
  }

  async #view(step: string, id: string): Promise<void> {
    const args = { connectionId: this.#connectionId, boardId: id };
    const found = await this.#services.call('boards.view', args);
    const board = this.#boardOf(id);
    const now = Date.now();
    const isThere = board !== undefined && now < board.thereUntil && now >= board.viewedFrom;
    if (!found.ok) {
      if (isThere) this.#failed(step, found.error, 'refused');
      else this.#sentences(step, found.error, true);
      return;
    }
    if (!isThere) return this.judge(step, 'false', 'a board is shown that is not there');
    const wrong = wrongView(found.value, board);
    if (wrong !== '') return this.judge(step, 'false', wrong);
    const isUndated = this.#isUndated(board, found.value.created);
    this.judge(step, isUndated ? 'refused' : 'held', isUndated ? 'the view has no creation time' : '');
  }

  async #deletes(id: string): Promise<void> {
    const board = this.#boardOf(id);
    if (board === undefined || !(await this.#deleteOnce('delete', board))) return;
    this.#deleted.add(board);
    await this.#list('list after the delete');
    await this.#view('view after the delete', id);
    await this.#deleteOnce('delete again', board, true);
  }

  async #deleteOnce(step: string, board: Board, again = false): Promise<boolean> {
    const deletion = await this.#inTime(step, () =>
      deleteNow(this.#services, this.#connectionId, { kind: 'board', id: board.path }),
    );
    if (deletion === null) return false;
    if (!deletion.ok) {
      this.#failed(step, deletion.error, 'refused');
      return false;
    }
    const { job, item } = deletion.value;
    const { lag, miss, deleteEnd } = this.#about;
    const isTaken = board.listedUntil < Infinity;
    const outcome = `${item.state}${item.message === '' ? '' : `: ${item.message}`}`;
    if (job.failure !== null) this.#sentences(step, job.failure);
    if (job.state !== 'done') {
      await this.#services.call('jobs.stop', { jobId: job.id });
      this.judge(step, 'refused', `the job is ${job.state}: ${job.failure?.message ?? outcome}`);
      if (isTaken) this.#doubted.add(board);
      return false;
    }
    if (item.state === 'done' || item.state === 'already-gone') {
      const isLate = item.state === 'already-gone' && !again && deleteEnd === 'plain';
      if (!isTaken) this.judge(step, 'false', `${outcome}, and the board is there`);
      else if (isLate) this.judge(step, 'false', `${outcome}, and was deleted now`);
      else this.judge(step, 'held');
      return isTaken;
    }
    if (isTaken) {
      // True if the service's responses contradict the completed delete. Then a wrong report by Easel is excused.
      const saysSo = lag !== 'none' || (again && (miss === '400' || miss === 'success false'));
      const isUnsure = item.state === 'unknown' || /couldn’t check whether/u.test(item.message);
      // False if Easel can't prove the delete, because the service's data lags and its response was unclear.
      const isProven = lag === 'none' || (item.status !== 202 && deleteEnd === 'plain');
      const verdict = isUnsure && isProven ? 'unsure' : isUnsure || saysSo ? 'wrong, said so' : 'false';
      this.judge(step, verdict, `${outcome}, and it is gone`);
      if (item.state === 'unknown') this.#doubted.add(board);
      return item.state !== 'unknown';
    }
    if (board === this.#service.locked)
      this.judge(step, item.state === 'failed' ? 'held' : 'wrong, said so', outcome);
    else this.judge(step, item.state === 'unknown' ? 'unsure' : 'refused', outcome);
    return false;
  }

  async #creates(): Promise<void> {
    const { boards } = this.#service;
    const before = boards.length;
    this.#wishes.board += 1;
    const args = { connectionId: this.#connectionId };
    const created = await this.#patiently(() => this.#services.call('boards.create', args));
    const made = boards.slice(before);
    const [newest] = made;
    if (made.length > 1) this.judge('create', 'false', `${made.length} boards were made for one wish`);
    if (created.ok) {
      const wrong = newest === undefined ? 'nothing was made' : wrongView(created.value, newest);
      this.judge('create', wrong === '' ? 'held' : 'false', wrong);
    } else {
      this.#judgeUnmade('create', created.error, made.length);
      if (created.error.code === 'outcome-unknown') for (const board of made) this.#unheard.add(board);
    }
    if (made.length > 0) await this.#list('list after the create');
  }

  #judgeUnmade(step: string, error: Failure, made: number): void {
    if (made === 0) return this.#failed(step, error, 'refused');
    this.#sentences(step, error);
    if (error.code !== 'outcome-unknown') this.judge(step, 'false', `made, and said: ${error.message}`);
    else this.judge(step, this.#isUnnamed() ? 'held' : 'unsure', error.message);
  }

  async #papers(): Promise<void> {
    const { papers, template, tokens } = this.#service;
    const connectionId = this.#connectionId;
    const create = (name: string, templateId: string) => {
      this.#wishes.paper += 1;
      const args = { connectionId, name, templateId };
      return this.#patiently(() => this.#services.call('papers.create', args));
    };
    const before = papers.size;
    const made = await create('Lesson 5', template);
    if (papers.size > before + 1) this.judge('paper', 'false', 'made twice');
    if (made.ok) {
      const { identifier, template: reported } = made.value;
      const isRight = papers.get(identifier) === template && reported === 'confirmed';
      this.judge('paper', isRight ? 'held' : 'false', isRight ? '' : `${identifier}, template ${reported}`);
    } else this.#judgeUnmade('paper', made.error, papers.size - before);
    const strange = await create('Lesson 6', NO_TEMPLATE);
    if (strange.ok) this.judge('paper from nothing', 'false', 'nothing was made, and a paper is shown');
    else {
      const isSure = strange.error.code !== 'outcome-unknown';
      this.judge('paper from nothing', isSure ? 'held' : 'unsure', isSure ? '' : strange.error.message);
      this.#sentences('paper from nothing', strange.error, true);
    }
    this.#wishes['access-token'] += 1;
    const target = { kind: 'paper', id: template } as const;
    const wanted = { connectionId, target, displayName: 'Ann' };
    const link = await this.#patiently(() => this.#services.call('previews.copyLink', wanted));
    if (!link.ok) return this.#failed('token', link.error, 'refused');
    // Checks only the number of tokens, because tests that run at the same time share the clipboard.
    this.judge('token', tokens.length === 1 ? 'held' : 'false', `${tokens.length} tokens`);
  }

  async #jobs(): Promise<void> {
    const connectionId = this.#connectionId;
    const { boards, tokens, template } = this.#service;
    const before = boards.length;
    this.#wishes.board += 3;
    const wanted = { connectionId, count: 3, label: '', tags: [] };
    const creating = await this.#job(
      'job of creates',
      () => this.#services.call('jobs.createBoards', wanted),
      () => boards.length - before,
    );
    const made = boards.slice(before);
    if (creating?.counts.done === 0 && creating.counts.unknown === made.length)
      for (const board of made) this.#unheard.add(board);
    const had = tokens.length;
    this.#wishes['access-token'] += 2;
    const args = { connectionId, identifier: template, names: ['Bo', 'Cy'] };
    await this.#job(
      'job of links',
      () => this.#services.call('jobs.mintLinks', args),
      () => tokens.length - had,
    );
  }

  async #job(step: string, begin: () => Promise<Result<Job>>, madeSince: () => number): Promise<Job | null> {
    const begun = await begin();
    if (!begun.ok) {
      this.#failed(step, begun.error, 'refused');
      return null;
    }
    const job = await this.#inTime(step, () => atRest(this.#services, begun.value.id));
    if (job === null) return null;
    const { state, counts, failure, id } = job;
    const made = madeSince();
    if (failure !== null) this.#sentences(step, failure);
    if (state !== 'done') await this.#services.call('jobs.stop', { jobId: id });
    const sum = `${counts.done} done, ${counts.unknown} unknown, ${counts.failed} failed, and ${made} made`;
    // If Easel can't read the response, it counts the join link as failed, although the service has created it.
    const isLost = step === 'job of links' && made === counts.done + counts.failed;
    if (counts.done > made || (made > counts.done + counts.unknown && !isLost))
      this.judge(step, 'false', sum);
    else if (state !== 'done') this.judge(step, 'refused', `the job is ${state}: ${failure?.message ?? ''}`);
    else if (counts.done === counts.total) this.judge(step, 'held');
    else if (counts.unknown === counts.total && this.#isUnnamed()) this.judge(step, 'held');
    else this.judge(step, counts.failed > 0 ? 'refused' : 'unsure', sum);
    return job;
  }

  async #inTime<T>(step: string, work: () => Promise<T>): Promise<T | null> {
    const done = await Promise.race([work(), delay(LONGEST_MS, null, { ref: false })]);
    if (done === null) this.judge(step, 'refused', 'the job never rests');
    return done;
  }

  async #patiently<T>(ask: () => Promise<Result<T>>): Promise<Result<T>> {
    for (let tries = 1; ; tries += 1) {
      const result = await ask();
      const isPace = !result.ok && [429, 503].includes(result.error.status ?? 0);
      if (!isPace || tries > 3) return result;
      this.#sentences('pace', result.error, true);
      await pass((result.error.retryAfterSeconds ?? 2) * 1000);
    }
  }

  #failed(step: string, error: Failure | null, verdict: Verdict): void {
    if (error === null) return this.judge(step, 'false', 'failed without a word');
    this.judge(step, verdict, `${error.code}: ${error.message}`);
    this.#sentences(step, error);
  }

  /** Records false sentences in Easel's error message, such as "did not respond" after a response. */
  #sentences(step: string, error: Failure, nothingHappened = false): void {
    const text = `${error.message} ${error.nextStep}`;
    const isOfPapers = step.startsWith('paper') || step === 'token' || step === 'job of links';
    const { tokens, papers } = this.#service;
    const hasPapers = tokens.length > 0 || (papers.size > 1 && !this.#isUnnamed());
    const isKnown = this.#everListed && (this.#about.hosts === 'one' || !isOfPapers);
    if ((isKnown || (isOfPapers && hasPapers)) && /nothing at this address|check the address/iu.test(text))
      this.judge(step, 'false', `data came from this address: ${text}`);
    if (!nothingHappened && /nothing (?:was|has been|is) changed/iu.test(text))
      this.judge(step, 'false', `something was: ${text}`);
    if (DENIES_RESPONSE.test(text)) this.judge(step, 'false', `an answer came: ${text}`);
  }

  async #health(): Promise<void> {
    const state = await this.#services.must('health.state', { connectionId: this.#connectionId });
    for (const { name, state: how, failure } of state.parts) {
      if (how !== 'trouble') continue;
      const status = failure?.status ?? 0;
      if (status < 500 && status !== 429)
        this.judge('light', 'false', `${name} is in trouble: ${failure?.message ?? state.sentence}`);
      if (failure !== null) this.#sentences('light', failure, true);
    }
    if (DENIES_RESPONSE.test(state.sentence)) this.judge('light', 'false', state.sentence);
  }

  /** Checks that Easel repeats no POST, sends none during a requested pause, and puts no wrong id into a path. */
  #requests(): void {
    const { requests, papers, boards } = this.#service;
    const unknown = new Set(boards.map(({ path }) => unknownLike(path)));
    const posts = requests.filter(({ method }) => method === 'POST');
    const inPause = posts.filter((post) => post.inPause).length;
    if (inPause > 0) this.judge('pace', 'false', `${inPause} POSTs in a pause`);
    for (const thing of ['board', 'paper', 'access-token'] as const) {
      const taken = posts.filter(
        ({ path, status }) => path.startsWith(`/api/${thing}`) && status !== 429 && status !== 503,
      ).length;
      const wishes = this.#wishes[thing];
      if (taken > wishes) this.judge('pace', 'false', `${taken} POSTs of a ${thing} for ${wishes} wishes`);
    }
    const strange = requests.find(({ method, path }) => {
      const [, , thing, segment] = new URL(path, 'http://service').pathname.split('/');
      if (segment === undefined || method === 'POST') return false;
      const id = decodeURIComponent(segment);
      if (thing === 'paper') return !papers.has(id);
      return this.#boardOf(id) === undefined && !(method === 'GET' && unknown.has(id));
    });
    if (strange !== undefined)
      this.judge('ids', 'false', `a wrong id was sent: ${strange.method} ${strange.path}`);
  }
}

/** Longest time between a create's start and its response, in ms of the accelerated clock. */
const LONGEST_CREATE_MS = 10 * 60_000;

/** True if `shown` is the time of Easel's create, which Easel shows if the service sends no creation time. */
function isOfCreate({ created, since }: Board, shown: number): boolean {
  return created === null && Math.abs(shown - since) < LONGEST_CREATE_MS;
}

function wrongView({ id, created }: BoardView, board: Board): string {
  const sent = created?.epochMs ?? null;
  if (id !== board.path) return `another board: ${id}`;
  return sent !== null && sent !== board.created
    ? `created ${sent} instead of ${String(board.created)} (${created?.raw ?? ''})`
    : '';
}

/** Waits until the accelerated clock has advanced by `ms`. That clock is slower on a busy machine (fast-time.ts). */
async function pass(ms: number): Promise<void> {
  const end = Date.now() + ms;
  while (Date.now() <= end) await delay(LOOK_MS);
}
