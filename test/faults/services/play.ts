/** Plays one generated service through the whole of main, as a person would go about it, and judges what Easel says. */
import { setTimeout as delay } from 'node:timers/promises';
import type { BoardQuery, BoardRow, BoardsState, BoardView } from '../../../preload/contract/boards.ts';
import type { Failure, Result } from '../../../preload/contract/failure.ts';
import type { Job } from '../../../preload/contract/jobs.ts';
import { atRest, deleteNow } from '../../support/delete-now.ts';
import { draftFor, type TestServices } from '../../support/services.ts';
import { value } from '../operations.ts';
import { KEY } from '../secrets.ts';
import type { Combination } from './dimensions.ts';
import { isProvable } from './shapes.ts';
import { LAG_MS, MOST_BOARDS, startGenerated, type Board, type GeneratedService } from './service.ts';

/** From the best to the worst. */
export const VERDICTS = ['held', 'unsure', 'wrong, said so', 'refused', 'false'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Judged {
  readonly step: string;
  readonly verdict: Verdict;
  /** Empty for one that held. */
  readonly why: string;
}

export interface PlayedService {
  readonly combination: Combination;
  readonly steps: readonly Judged[];
  readonly verdict: Verdict;
}

/** How long anything may take in real time, ms. */
const LONGEST_MS = 60_000;
/** After so long nothing is on its way any more, and a difference is told. */
const MARKED_MS = 125_000;
const BY_ID: BoardQuery = { find: '', filters: [], order: { by: 'id', descending: false } };

export async function playService(
  services: TestServices,
  combination: Combination,
  seed: number,
): Promise<PlayedService> {
  const service = await startGenerated(combination, KEY, seed);
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
  return { combination, steps, verdict: worstOf(steps) };
}

function worstOf(steps: readonly Judged[]): Verdict {
  return VERDICTS[Math.max(0, ...steps.map(({ verdict }) => VERDICTS.indexOf(verdict)))] ?? 'held';
}

class Play {
  readonly #services: TestServices;
  readonly #service: GeneratedService;
  readonly steps: Judged[] = [];
  #connectionId = '';
  /** A list was read from this address: it is the right one. */
  #everListed = false;
  /** Ids of boards that a delete was asked for. */
  readonly #deleted = new Set<string>();
  /** Boards of which Easel has said that they may or may not have been deleted. */
  readonly #doubted = new Set<Board>();
  /** Boards of which Easel has said that they may or may not have been made. */
  readonly #unheard = new Set<Board>();
  readonly #wishes = { board: 0, paper: 0, token: 0 };

  constructor(services: TestServices, service: GeneratedService) {
    this.#services = services;
    this.#service = service;
  }

  judge(step: string, verdict: Verdict, why = ''): void {
    this.steps.push({ step, verdict, why });
  }

  async run(): Promise<void> {
    const { boardApi, paperApi } = this.#service;
    const draft = draftFor(paperApi, KEY, { boardApi });
    this.#connectionId = value(await this.#services.call('connections.save', draft)).id;
    const { moves } = this.#service.combination;
    let rows = await this.#list(moves === 'still' ? 'list' : 'list while it moves', moves !== 'still');
    this.#service.settle();
    if (moves !== 'still') rows = await this.#list('list again');
    const [viewed] = usable(rows);
    if (viewed !== undefined) await this.#view('view', viewed);
    // The view may have shown that the paths take another id of each row.
    const [, doomed] = usable((await this.#shown()).rows);
    if (doomed !== undefined) await this.#deletes(doomed);
    await this.#deletesLocked();
    await this.#creates();
    await this.#papers();
    await this.#jobs();
    const { lag } = this.#service.combination;
    if (lag !== 'none') await pass(lag === 'deletes never show' ? MARKED_MS : LAG_MS);
    rows = await this.#list('list at last');
    const newest =
      rows.find(({ id }) =>
        this.#service.boards.some(({ path, listedFrom }) => path === id && listedFrom > 0),
      ) ?? rows.at(-1);
    if (newest?.id != null && !newest.id.includes('/')) await this.#view('view at last', newest.id);
    await this.#health();
    this.#requests();
  }

  async leave(): Promise<void> {
    const ofConnection = { connectionId: this.#connectionId };
    await this.#services.call('boards.cancelList', ofConnection);
  }

  /** Lists all boards, and holds every row against the truth. `moves`: boards come and go meanwhile. */
  async #list(step: string, moves = false): Promise<readonly BoardRow[]> {
    const ofConnection = { connectionId: this.#connectionId };
    const begun = Date.now();
    value(await this.#services.call('boards.list', ofConnection));
    const { state, rows } = await this.#shown();
    if (moves && this.#service.boards.length >= MOST_BOARDS)
      this.judge(step, 'refused', `reads on while the list grows: ${MOST_BOARDS} boards`);
    if (state.phase === 'loading') {
      this.judge(step, 'refused', `never ends: ${state.loaded} loaded`);
      await this.#services.call('boards.cancelList', ofConnection);
      return [];
    }
    const asks = moves ? 'wrong, said so' : 'refused';
    if (state.phase === 'failed') this.#failed(step, state.failure, asks);
    else this.#everListed = true;
    if (state.failure !== null) this.#sentences(step, state.failure);
    this.#judgeRows(step, state, rows, begun, asks);
    return rows;
  }

  /** What Easel shows of the list, once it is read. */
  async #shown(): Promise<{ readonly state: BoardsState; readonly rows: readonly BoardRow[] }> {
    const ofConnection = { connectionId: this.#connectionId };
    const end = performance.now() + LONGEST_MS;
    let state = value(await this.#services.call('boards.state', ofConnection));
    while (state.phase === 'loading' && performance.now() < end) {
      await delay(LOOK_MS);
      state = value(await this.#services.call('boards.state', ofConnection));
    }
    const window = { ...ofConnection, from: 0, count: 1000, query: BY_ID, fields: [] };
    return { state, rows: value(await this.#services.call('boards.window', window)).rows };
  }

  #judgeRows(
    step: string,
    state: BoardsState,
    rows: readonly BoardRow[],
    begun: number,
    asks: Verdict,
  ): void {
    const { boards } = this.#service;
    const ended = Date.now();
    const problems: string[] = [];
    const ids = rows.flatMap(({ id }) => id ?? []);
    if (new Set(ids).size < ids.length) problems.push('a board stands in the list twice');
    for (const row of rows) {
      const board = boards.find(({ path }) => path === row.id);
      if (board === undefined) {
        const other = boards.find(({ others }) => row.id !== null && others.includes(row.id));
        const isOwn = this.#service.combination.id === 'id in paths beside room_id';
        if (row.id !== null && !(other !== undefined && isOwn))
          problems.push(`the id ${row.id} is not the one that paths take`);
        continue;
      }
      const sent = row.created?.epochMs ?? null;
      if (sent !== null && sent !== board.created)
        problems.push(`created ${String(sent)} instead of ${String(board.created)} (${board.createdText})`);
      // Gone for good, and no delete is on its way to being shown.
      if (board.thereUntil < begun && row.onItsWay === undefined && !this.#doubted.has(board))
        problems.push(`${row.id ?? ''} is shown, and gone`);
    }
    // What the list must hold, and may hold, by what this account has.
    const due = boards.filter(
      (board) =>
        board.since <= begun &&
        board.thereUntil > ended &&
        !this.#isDeleted(board) &&
        // Easel has said that it may be there, and the service’s list does not have it yet.
        !(this.#unheard.has(board) && board.listedFrom >= begun),
    );
    const has = (board: Board): boolean => ids.some((id) => id === board.path || board.others.includes(id));
    const unnamed = rows.filter(({ id }) => id === null).length;
    const missing = due.filter((board) => !has(board) && !board.path.includes('/')).length;
    const missed = Math.max(0, missing - (this.#service.combination.id === 'one with a slash' ? 0 : unnamed));
    const isComplete = state.phase === 'done' && state.completeness === 'complete';
    if (isComplete && missed > 0)
      problems.push(`complete, and ${missed} of ${due.length} boards are not in it`);
    const { combination } = this.#service;
    const listed = [begun, ended].map(
      (at) => boards.filter(({ listedFrom, listedUntil }) => listedFrom <= at && at < listedUntil).length,
    );
    if (isComplete && !moves(asks) && state.total !== null && !listed.includes(state.total))
      problems.push(`${state.total} in all, where the service has ${listed.join(' or ')}`);
    const gone = boards.filter((board) => board.thereUntil < Infinity && !this.#isDeleted(board)).length;
    if (state.vanished > gone) problems.push(`${state.vanished} vanished, where ${gone} did`);
    if (combination.lag === 'deletes never show' && step === 'list at last' && this.#deleted.size > 0) {
      const hasRow = rows.some(({ onItsWay }) => onItsWay === 'still-listed');
      if (isComplete && !hasRow) problems.push('the difference to the service’s list is not told');
    }
    if (isComplete && state.notUnderstood > 0) problems.push('complete, with items not understood');
    if (problems.length > 0) return this.judge(step, 'false', problems.join('; '));
    if (state.phase !== 'done') return;
    const nameless = unnamed > 0 ? `${unnamed} rows without an id` : '';
    if (nameless !== '' && this.#service.combination.id !== 'one with a slash')
      return this.judge(step, asks, nameless);
    if (missed > 0) {
      const verdict =
        asks === 'refused' && missed < due.length && this.#isUnprovable(due.length) ? 'wrong, said so' : asks;
      return this.judge(step, verdict, `${missed} of ${due.length} boards are not in it`);
    }
    const undated = rows.filter((row) => {
      const board = boards.find(({ path }) => path === row.id);
      return board !== undefined && board.created !== null && row.created?.epochMs == null;
    });
    if (undated.length > 0) {
      const text = undated[0]?.created?.raw;
      return this.judge(
        step,
        'refused',
        `creation time ${text === undefined ? 'not found' : `not read: ${text}`}`,
      );
    }
    if (!isComplete && !moves(asks) && ![due.length, ...listed].some((count) => this.#isUnprovable(count)))
      return this.judge(step, 'unsure', `all ${rows.length} are there, and it may be incomplete`);
    this.judge(step, 'held');
  }

  #isDeleted({ path, others }: Board): boolean {
    return this.#deleted.has(path) || others.some((id) => this.#deleted.has(id));
  }

  #isUnprovable(count: number): boolean {
    return !isProvable(this.#service.combination, count);
  }

  /** Creates are answered without a word of what was made. */
  #isUnnamed(): boolean {
    const { success } = this.#service.combination;
    return success === '202 without a body' || success.endsWith('once it is made');
  }

  async #view(step: string, id: string): Promise<void> {
    const found = await this.#services.call('boards.view', {
      connectionId: this.#connectionId,
      boardId: id,
    });
    const board = this.#boardOf(id);
    const isThere = board !== undefined && Date.now() < board.thereUntil && Date.now() >= board.viewedFrom;
    if (!found.ok) {
      if (isThere) this.#failed(step, found.error, 'refused');
      else this.#sentences(step, found.error, true);
      return;
    }
    if (!isThere) return this.judge(step, 'false', 'a board is shown that is not there');
    const wrong = this.#wrongView(found.value, board);
    if (wrong !== '') return this.judge(step, 'false', wrong);
    if (board.created !== null && found.value.created?.epochMs == null)
      return this.judge(step, 'refused', 'the view has no creation time');
    this.judge(step, 'held');
  }

  #wrongView(view: BoardView, board: Board): string {
    const sent = view.created?.epochMs ?? null;
    if (view.id !== board.path && !board.others.includes(view.id)) return `another board: ${view.id}`;
    return sent !== null && sent !== board.created
      ? `created ${String(sent)} instead of ${String(board.created)} (${board.createdText})`
      : '';
  }

  #boardOf(id: string): Board | undefined {
    const { boards } = this.#service;
    return boards.find(({ path }) => path === id) ?? boards.find(({ others }) => others.includes(id));
  }

  async #deletes(id: string): Promise<void> {
    const board = this.#boardOf(id);
    if (board === undefined) return;
    const isGone = await this.#deleteOnce('delete', id, board);
    if (!isGone) return;
    this.#deleted.add(id);
    await this.#list('list after the delete');
    await this.#view('view after the delete', id);
    await this.#deleteOnce('delete again', id, board, true);
  }

  async #deletesLocked(): Promise<void> {
    const { locked } = this.#service;
    const { rows } = await this.#shown();
    const id = usable(rows).find((each) => this.#boardOf(each)?.path === locked);
    const board = id === undefined ? undefined : this.#boardOf(id);
    if (id === undefined || board === undefined || this.#deleted.has(id)) return;
    await this.#deleteOnce('delete of a locked board', id, board);
  }

  async #deleteOnce(step: string, id: string, board: Board, again = false): Promise<boolean> {
    const deletion = await this.#withJob(step, () =>
      deleteNow(this.#services, this.#connectionId, { kind: 'board', id }),
    );
    if (deletion === null) return false;
    if (!deletion.ok) {
      this.#failed(step, deletion.error, 'refused');
      return false;
    }
    const { job, item } = deletion.value;
    const isTaken = board.listedUntil < Infinity;
    const said = `${item.state}${item.message === '' ? '' : `: ${item.message}`}`;
    if (job.failure !== null) this.#sentences(step, job.failure);
    if (job.state !== 'done') {
      await this.#services.call('jobs.stop', { jobId: job.id });
      this.judge(step, 'refused', `the job is ${job.state}: ${job.failure?.message ?? said}`);
      if (isTaken) this.#doubted.add(board);
      return false;
    }
    if (item.state === 'done' || item.state === 'already-gone') {
      if (!isTaken) this.judge(step, 'false', `${said}, and the board is there`);
      else if (item.state === 'already-gone' && !again && this.#service.combination.deleteEnd === 'plain')
        this.judge(step, 'false', `${said}, and was deleted now`);
      else this.judge(step, 'held');
    } else if (isTaken) {
      // The list of a service that lags has it still, and so says Easel; and the words may be the service's own.
      const { lag, miss, deleteEnd } = this.#service.combination;
      const saysSo = lag !== 'none' || (again && (miss === '400' || miss === 'success false'));
      const isUnsure = item.state === 'unknown' || /couldn’t find out/u.test(item.message);
      // After such an answer nothing proves a delete that the list does not show yet.
      const isProvable = !((item.status === 202 || deleteEnd !== 'plain') && lag !== 'none');
      const verdict = isUnsure && isProvable ? 'unsure' : isUnsure || saysSo ? 'wrong, said so' : 'false';
      this.judge(step, verdict, `${said}, and it is gone`);
      if (item.state === 'unknown') {
        this.#doubted.add(board);
        return false;
      }
    } else if (step === 'delete of a locked board')
      this.judge(step, item.state === 'failed' ? 'held' : 'wrong, said so', said);
    else this.judge(step, item.state === 'unknown' ? 'unsure' : 'refused', said);
    return isTaken;
  }

  async #creates(): Promise<void> {
    const before = this.#service.boards.length;
    this.#wishes.board += 1;
    const created = await this.#patiently(() =>
      this.#services.call('boards.create', { connectionId: this.#connectionId }),
    );
    const made = this.#service.boards.length - before;
    if (made > 1) this.judge('create', 'false', `${made} boards were made for one wish`);
    const newest = this.#service.boards.at(-1);
    if (created.ok) {
      const wrong =
        newest === undefined || made === 0 ? 'nothing was made' : this.#wrongView(created.value, newest);
      this.judge('create', wrong === '' ? 'held' : 'false', wrong);
    } else this.#judgeMade('create', created.error, made);
    if (!created.ok && created.error.code === 'outcome-unknown') this.#isUnheard(made);
    if (made > 0) await this.#list('list after the create');
  }

  /** The last boards, of whose creates the outcome is unknown. */
  #isUnheard(made: number): void {
    const { boards } = this.#service;
    for (const board of boards.slice(boards.length - made)) this.#unheard.add(board);
  }

  #judgeMade(step: string, error: Failure, made: number): void {
    if (made > 0 && error.code !== 'outcome-unknown') {
      this.#sentences(step, error);
      return this.judge(step, 'false', `made, and said: ${error.message}`);
    }
    if (made > 0) {
      this.#sentences(step, error);
      return this.judge(step, this.#isUnnamed() ? 'held' : 'unsure', error.message);
    }
    this.#failed(step, error, 'refused');
  }

  async #papers(): Promise<void> {
    const { papers, template, tokens } = this.#service;
    const connectionId = this.#connectionId;
    const before = papers.size;
    this.#wishes.paper += 1;
    const made = await this.#patiently(() =>
      this.#services.call('papers.create', { connectionId, name: 'Lesson 5', templateId: template }),
    );
    if (papers.size > before + 1) this.judge('paper', 'false', 'made twice');
    if (made.ok) {
      const { identifier, template: said } = made.value;
      const isRight = papers.get(identifier)?.template === template && said === 'confirmed';
      this.judge('paper', isRight ? 'held' : 'false', isRight ? '' : `${identifier}, template ${said}`);
    } else this.#judgeMade('paper', made.error, papers.size - before);
    this.#wishes.paper += 1;
    const strange = await this.#patiently(() =>
      this.#services.call('papers.create', {
        connectionId,
        name: 'Lesson 6',
        templateId: '0b7f4a0e-1111-4222-a333-444455556666',
      }),
    );
    if (strange.ok) this.judge('paper from nothing', 'false', 'nothing was made, and a paper is shown');
    else {
      const isSure = strange.error.code !== 'outcome-unknown';
      this.judge('paper from nothing', isSure ? 'held' : 'unsure', isSure ? '' : strange.error.message);
      this.#sentences('paper from nothing', strange.error, true);
    }
    this.#wishes.token += 1;
    const link = await this.#patiently(() =>
      this.#services.call('previews.copyLink', { connectionId, identifier: template, displayName: 'Ann' }),
    );
    if (!link.ok) return this.#failed('token', link.error, 'refused');
    const token = tokens.at(-1) ?? 'none';
    // The clipboard is one for all plays of this main: another may have copied since.
    this.judge(
      'token',
      tokens.length === this.#wishes.token ? 'held' : 'false',
      `${tokens.length} tokens, ${token.length}`,
    );
  }

  async #jobs(): Promise<void> {
    const connectionId = this.#connectionId;
    const { boards, tokens, papers } = this.#service;
    const before = boards.length;
    this.#wishes.board += 3;
    const creating = await this.#withJob('job of creates', () =>
      this.#job(() =>
        this.#services.call('jobs.createBoards', { connectionId, count: 3, label: '', tags: [] }),
      ),
    );
    if (creating !== null) await this.#judgeJob('job of creates', creating, boards.length - before);
    const unknown =
      creating?.ok === true && creating.value.counts.done === 0 && creating.value.counts.unknown;
    if (unknown === boards.length - before) this.#isUnheard(unknown);
    const paper = [...papers.keys()].at(-1) ?? '';
    const had = tokens.length;
    this.#wishes.token += 2;
    const asked = { connectionId, identifier: paper, names: ['Bo', 'Cy'] };
    const minting = await this.#withJob('job of links', () =>
      this.#job(() => this.#services.call('jobs.mintLinks', asked)),
    );
    if (minting !== null) await this.#judgeJob('job of links', minting, tokens.length - had);
  }

  async #job(begin: () => Promise<Result<Job>>): Promise<Result<Job>> {
    const begun = await begin();
    return begun.ok ? { ok: true, value: await atRest(this.#services, begun.value.id) } : begun;
  }

  async #judgeJob(step: string, result: Result<Job>, made: number): Promise<void> {
    if (!result.ok) return this.#failed(step, result.error, 'refused');
    const { state, counts, failure, id } = result.value;
    if (failure !== null) this.#sentences(step, failure);
    if (state !== 'done') await this.#services.call('jobs.stop', { jobId: id });
    const sum = `${counts.done} done, ${counts.unknown} unknown, ${counts.failed} failed, and ${made} made`;
    // A link that nobody could read does nothing.
    const isLost = step === 'job of links' && made === counts.done + counts.failed;
    if (counts.done > made || (made > counts.done + counts.unknown && !isLost))
      this.judge(step, 'false', sum);
    else if (state !== 'done') this.judge(step, 'refused', `the job is ${state}: ${failure?.message ?? ''}`);
    else if (counts.done === counts.total) this.judge(step, 'held');
    else if (counts.unknown === counts.total && this.#isUnnamed()) this.judge(step, 'held');
    else this.judge(step, counts.failed > 0 ? 'refused' : 'unsure', sum);
  }

  async #withJob<T>(step: string, work: () => Promise<T>): Promise<T | null> {
    const watch = new AbortController();
    const late = delay(LONGEST_MS, null, { signal: watch.signal }).catch(() => null);
    const done = await Promise.race([work(), late]);
    watch.abort();
    if (done === null) this.judge(step, 'refused', 'the job never rests');
    return done;
  }

  /** A person who is asked to come later does so, up to three times. */
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

  /** Sentences that are not true of a service that has answered. */
  #sentences(step: string, error: Failure, nothingHappened = false): void {
    const text = `${error.message} ${error.nextStep}`;
    const isOfPapers = step.startsWith('paper') || step === 'token' || step === 'job of links';
    if (
      (isOfPapers ? this.#hasPapers() : this.#everListed) &&
      /nothing at this address|check the address/iu.test(text)
    )
      this.judge(step, 'false', `data came from this address: ${text}`);
    if (!nothingHappened && /nothing (?:was|has been|is) changed/iu.test(text))
      this.judge(step, 'false', `something was: ${text}`);
    if (/did not come|didn’t come|no answer|not answering/iu.test(text))
      this.judge(step, 'false', `an answer came: ${text}`);
  }

  /** Whether data came from the address of the papers. */
  #hasPapers(): boolean {
    const { combination, tokens } = this.#service;
    if (combination.hosts === 'one' && this.#everListed) return true;
    return tokens.length > 0 || (this.#service.papers.size > 1 && !this.#isUnnamed());
  }

  async #health(): Promise<void> {
    const state = value(await this.#services.call('health.state', { connectionId: this.#connectionId }));
    for (const { name, state: how, failure } of state.parts) {
      if (how !== 'trouble') continue;
      const status = failure?.status ?? 0;
      if (status < 500 && status !== 429)
        this.judge('light', 'false', `${name} is in trouble: ${failure?.message ?? state.sentence}`);
      if (failure !== null) this.#sentences('light', failure, true);
    }
    if (/not answering/iu.test(state.sentence)) this.judge('light', 'false', state.sentence);
  }

  #requests(): void {
    const { asked, boards, papers, combination, template } = this.#service;
    const posts = asked.filter(({ method }) => method === 'POST');
    const inPause = posts.filter((post) => post.inPause).length;
    if (inPause > 0) this.judge('pace', 'false', `${inPause} POSTs in a pause`);
    const taken = (path: string): number =>
      posts.filter((post) => post.path.startsWith(path) && post.status !== 429 && post.status !== 503).length;
    const sent = {
      board: taken('/api/board'),
      paper: taken('/api/paper'),
      token: taken('/api/access-token'),
    };
    for (const thing of ['board', 'paper', 'token'] as const) {
      if (sent[thing] > this.#wishes[thing])
        this.judge('pace', 'false', `${sent[thing]} POSTs of a ${thing} for ${this.#wishes[thing]} wishes`);
    }
    const known = new Set([...boards.map(({ path }) => path), ...papers.keys(), template]);
    // Another id of the same board may be tried on a view, and never on a delete but where it may well be the right one.
    const mayTry = (method: string): boolean =>
      method === 'GET' || combination.id === 'id in paths beside room_id';
    const strange = asked.filter(({ method, path }) => {
      const [, , thing, id] = new URL(path, 'http://service').pathname.split('/');
      if (id === undefined || thing === 'paper' || method === 'POST') return false;
      const decoded = decodeURIComponent(id);
      return (
        !known.has(decoded) && !(mayTry(method) && boards.some(({ others }) => others.includes(decoded)))
      );
    });
    if (strange.length > 0)
      this.judge(
        'ids',
        'false',
        `a wrong id was sent: ${strange[0]?.method ?? ''} ${strange[0]?.path ?? ''}`,
      );
    if (asked.some(({ path }) => path.includes('%2F')))
      this.judge('ids', 'false', 'an id with a slash was sent');
  }
}

/** Real time between two looks, ms. */
export const LOOK_MS = 40;

function usable(rows: readonly BoardRow[]): readonly string[] {
  return rows.flatMap(({ id }) => (id === null || id.includes('/') ? [] : [id]));
}

/** Waits by the clock of this thread, which runs slower where the machine is busy (see fast-time.ts). */
async function pass(ms: number): Promise<void> {
  const end = Date.now() + ms;
  while (Date.now() <= end) await delay(LOOK_MS);
}

function moves(asks: Verdict): boolean {
  return asks !== 'refused';
}
