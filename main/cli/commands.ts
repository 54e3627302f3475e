/** What each command does, by the calls that the window makes too. */
import type { BoardSelection, BoardsState } from '../../preload/contract/boards.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import type { Job, JobReview } from '../../preload/contract/jobs.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { LARGEST_BYTES } from '../files/files.ts';
import { failure } from '../wording/failure.ts';
import { counted, formatNumber, quoted } from '../wording/format.ts';
import { EXIT, type Command } from './arguments.ts';
import { INTERRUPTED, told, type Session } from './session.ts';

/** Does it, and gives the exit code. */
export async function runCommand(session: Session, command: Command): Promise<number> {
  const { terminal } = session;
  const done = await DOES[command.name](session, command);
  if (done.ok) return done.value;
  // Whatever fails then fails because of that, and who can’t write any more says why in the end.
  if (terminal.lost() !== null) return EXIT.interrupted;
  return told(terminal, terminal.signal.aborted ? INTERRUPTED : done.error);
}

type Does = (session: Session, command: Command) => Promise<Result<number>>;

const DOES: Readonly<Record<Command['name'], Does>> = {
  'connections list': listConnections,
  'boards list': listBoards,
  'boards delete': (session, command) => deleteMany(session, command, 'plans.openIds', command.options.from),
  'plan run': (session, command) => deleteMany(session, command, 'plans.open', command.file),
  'papers create': createPapers,
  links: makeLinks,
};

async function listConnections({ call, terminal }: Session, { flags }: Command): Promise<Result<number>> {
  const known = await call('connections.list', {});
  if (!known.ok) return known;
  for (const { id, name, environment, readOnly } of known.value.connections) {
    const line = flags.has('json')
      ? JSON.stringify({ id, name, environment, readOnly: readOnly.on })
      : `${id}\t${shown(name)}\t${environment}`;
    await terminal.write(`${line}\n`);
  }
  return ok(EXIT.done);
}

/** The one that is named, or the only one there is. */
async function connectionOf({ call }: Session, { options }: Command): Promise<Result<Connection>> {
  const known = await call('connections.list', {});
  if (!known.ok) return known;
  const { connections } = known.value;
  const wanted = options.connection;
  const found = connections.filter(
    ({ id, name }) => wanted === undefined || id === wanted || name === wanted,
  );
  const [one, other] = found;
  if (one !== undefined && other === undefined) return ok(one);
  const message =
    wanted === undefined
      ? `There ${connections.length === 0 ? 'is no connection' : `are ${formatNumber(connections.length)} connections`} on this computer.`
      : one === undefined
        ? `There is no connection ${quoted(wanted)} on this computer.`
        : `More than one connection is called ${quoted(wanted)}.`;
  const nextStep =
    connections.length === 0
      ? 'Add one in Easel’s window.'
      : 'Name one with --connection; “easel connections list” shows them.';
  return fail(failure('not-found', { message, nextStep }));
}

async function listBoards(session: Session, command: Command): Promise<Result<number>> {
  const { call, terminal } = session;
  const { flags, options } = command;
  const found = await connectionOf(session, command);
  if (!found.ok) return found;
  const connectionId = found.value.id;
  const listed = flags.has('stored')
    ? await call('boards.state', { connectionId })
    : await refreshed(session, connectionId);
  if (!listed.ok) return listed;
  const lacks = lacksOf(listed.value);
  if (lacks !== '') terminal.say(lacks);
  const order = { by: 'created', descending: true } as const;
  const query = { find: options.find ?? '', filters: [], order };
  const selection: BoardSelection = { kind: 'all', query, except: [] };
  const format = flags.has('csv') ? 'csv' : 'lines';
  const exported = await session.until(
    'boards.exporting',
    ({ state }) => state !== 'running',
    () => begun(call('boards.export', { connectionId, selection, format, fields: [] })),
  );
  if (!exported.ok) return exported;
  const { failure: failed } = exported.value;
  if (failed !== null) return fail(failed);
  return ok(lacks === '' ? EXIT.done : EXIT.incomplete);
}

/** What goes on after its call: its end comes as an event. */
async function begun(call: Promise<Result<unknown>>): Promise<Result<null>> {
  const done = await call;
  return done.ok ? ok(null) : done;
}

/** Lists anew and waits for the end. */
async function refreshed(session: Session, connectionId: string): Promise<Result<BoardsState>> {
  const { call, terminal } = session;
  const ended = await session.until(
    'boards.changed',
    (state) => state.connectionId === connectionId && state.phase !== 'loading',
    () => begun(call('boards.list', { connectionId })),
  );
  if (terminal.signal.aborted) await call('boards.cancelList', { connectionId });
  if (!ended.ok) return ended;
  return ended.value.phase === 'done' ? ended : fail(ended.value.failure ?? failure('cancelled'));
}

/** The sentence that is to be said of a list, mostly empty. */
function lacksOf({ completeness, rows, notUnderstood }: BoardsState): string {
  return [
    completeness === 'complete' ? '' : `${counted(rows, 'board')}; there may be more.`,
    notUnderstood === 0 ? '' : `${counted(notUnderstood, 'item')} of the list could not be understood.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

async function deleteMany(
  session: Session,
  command: Command,
  open: 'plans.open' | 'plans.openIds',
  file: string | undefined,
): Promise<Result<number>> {
  const { call, terminal } = session;
  if (file === undefined) return fail(missing('--from FILE'));
  const found = await connectionOf(session, command);
  if (!found.ok) return found;
  const { id: connectionId } = found.value;
  const listed = await refreshed(session, connectionId);
  if (!listed.ok) return listed;
  session.choose = file;
  const opened = await call(open, { connectionId });
  if (!opened.ok) return opened;
  const review = opened.value;
  if (review === null) return fail(failure('cancelled'));
  for (const line of [...reviewLines(found.value, review), lacksOf(listed.value)])
    if (line !== '') terminal.say(line);
  const { reviewId } = review;
  if (command.flags.has('dry-run')) {
    const saved = await call('jobs.saveReview', { reviewId });
    await call('jobs.closeReview', { reviewId });
    if (!saved.ok) return saved;
    return review.refusal === null ? ok(EXIT.done) : fail(review.refusal);
  }
  if (review.refusal !== null) return fail(review.refusal);
  const consent = await consented(session, command, found.value, {
    count: review.boards,
    what: 'board',
    isDelete: true,
  });
  if (!consent.ok) return consent;
  const reason = command.options.reason ?? '';
  const job = await call('jobs.deleteReviewed', { reviewId, typed: String(review.boards), reason });
  return job.ok ? followed(session, command, job.value) : job;
}

function reviewLines(
  { name, environment }: Connection,
  { boards, skipped, notListed, plan, asOf, completeness }: JobReview,
): readonly string[] {
  const left = skipped.map(({ why, boards: some }) => `${formatNumber(some)} ${WHY[why]}`).join(', ');
  return [
    plan === null ? '' : `Plan ${plan.code} by ${plan.author}: ${shown(plan.filter)}. ${shown(plan.note)}`,
    `${counted(boards, 'board')} of ${quoted(name)} (${environment}) would be deleted.`,
    left === '' ? '' : `Left out: ${left}.`,
    notListed === 0 ? '' : `${counted(notListed, 'id is', 'ids are')} not in the list of boards.`,
    asOf === null || completeness !== 'complete' ? 'The list of boards may be incomplete.' : '',
  ];
}

const WHY = {
  protected: 'protected',
  vanished: 'vanished',
  undated: 'without a readable date',
  'without-id': 'without an id',
  queued: 'about to be deleted by another job',
} as const;

/** The consent of whoever typed the command. */
async function consented(
  { terminal, host }: Session,
  { options }: Command,
  { name, environment, readOnly }: Connection,
  { count, what, isDelete }: { readonly count: number; readonly what: string; readonly isDelete: boolean },
): Promise<Result<null>> {
  const isProduction = environment === 'production';
  if (terminal.isTerminal) {
    if (!isDelete && !isProduction) return ok(null);
    const deed = `${isDelete ? 'delete' : 'make'} ${counted(count, what)} ${isDelete ? 'from' : 'in'}`;
    const typed = await terminal.ask(`Type ${count} to ${deed} ${quoted(name)} (${environment}): `);
    return typed.trim() === String(count) ? ok(null) : fail(notTyped);
  }
  if ((isProduction || readOnly.on) && !host.allowsUnattended) return fail(needsTerminal(name));
  if (!isDelete || options.expect === String(count)) return ok(null);
  return fail(notExpected(count));
}

const notTyped = failure('refused', { message: 'That was not the number. Nothing was done.', nextStep: '' });

function needsTerminal(name: string): Failure {
  return failure('policy', {
    message: `${quoted(name)} is only changed from a terminal, where a person confirms it.`,
    nextStep: 'Run the command in a terminal, or ask your organisation for the policy “allowUnattended”.',
  });
}

function notExpected(count: number): Failure {
  return failure('refused', {
    message: `These are ${formatNumber(count)}. Nobody is here to confirm it, so nothing was done.`,
    nextStep: `Say --expect ${count} if that is what you mean.`,
  });
}

/** Waits until a job is at rest, or leaves it to a running Easel. Ctrl+C cancels it, or stops it where it has begun. */
async function followed(session: Session, { flags }: Command, begun: Job): Promise<Result<number>> {
  const { call, terminal, host } = session;
  const { id: jobId, holdUntil } = begun;
  if (flags.has('detach') && host.staysOpen) {
    await terminal.write(`${jobId}\n`);
    return ok(EXIT.done);
  }
  const held = holdUntil === null ? 0 : Math.round((holdUntil - begun.createdAt) / 1000);
  const startsNow = held > 0 && flags.has('start-now');
  if (held > 0 && !startsNow)
    terminal.say(`Nothing is sent for ${counted(held, 'second')}; Ctrl+C cancels it.`);
  const ended = await session.until(
    'jobs.changed',
    ({ job }) => job.id === jobId && isAtRest(job),
    async () => {
      const started = startsNow ? await call('jobs.startNow', { jobId }) : ok(null);
      if (!started.ok) return started;
      const all = await call('jobs.list', {});
      // It may have ended before anybody listened.
      const job = all.ok ? all.value.find(({ id }) => id === jobId) : undefined;
      return ok(job !== undefined && isAtRest(job) ? { job, dismissed: false } : null);
    },
  );
  if (!ended.ok) {
    const cancelled = await call('jobs.cancel', { jobId });
    const stopped = cancelled.ok ? cancelled : await call('jobs.stop', { jobId });
    if (stopped.ok) terminal.say(summary(stopped.value));
    return ended;
  }
  const { job } = ended.value;
  if (flags.has('json') || job.kind === 'create-papers') await writeItems(session, job, flags.has('json'));
  terminal.say(summary(job));
  return job.state === 'paused' || job.state === 'held' ? fail(whyPaused(job)) : ok(exitOf(job));
}

/** It goes no further, or not without a person. */
function isAtRest({ state, pause, counts }: Job): boolean {
  return (
    state === 'paused' || (state === 'held' ? pause !== null : state !== 'running' && counts.sending === 0)
  );
}

function exitOf({ state, counts }: Job): number {
  const isWhole = counts.failed + counts.unknown + counts.untouched === 0;
  return state === 'done' && isWhole ? EXIT.done : EXIT.incomplete;
}

function whyPaused({ failure: why, pause }: Job): Failure {
  const nextStep = 'The rest waits in Easel’s window, under Jobs.';
  if (why !== null) return { ...why, nextStep: `${why.nextStep} ${nextStep}` };
  const isFar = pause === 'network' || pause === 'outage';
  return failure(isFar ? 'cannot-reach' : pause === 'storage' ? 'storage' : 'refused', {
    message: isFar ? 'The service can’t be reached, so the job has paused.' : 'The job has paused.',
    nextStep,
  });
}

/** "500 boards: 498 deleted, 1 already gone, 1 failed." */
function summary({ counts, wording }: Job): string {
  const parts: readonly (readonly [number, string])[] = [
    [counts.done, wording.past],
    [counts.alreadyGone, 'already gone'],
    [counts.failed, 'failed'],
    [counts.unknown, 'with an unknown outcome'],
    [counts.skipped, 'skipped'],
    [counts.waiting + counts.sending, 'waiting'],
    [counts.untouched, 'untouched'],
  ];
  const said = parts.flatMap(([some, how]) => (some === 0 ? [] : [`${formatNumber(some)} ${how}`]));
  return `${counted(counts.total, wording.one, wording.many)}: ${said.join(', ')}.`;
}

const ITEMS_AT_A_TIME = 1000;

async function writeItems({ call, terminal }: Session, { id: jobId }: Job, asJson: boolean): Promise<void> {
  for (let from = 0, matching = 1; from < matching; from += ITEMS_AT_A_TIME) {
    const page = await call('jobs.items', { jobId, from, count: ITEMS_AT_A_TIME, state: null });
    if (!page.ok) return terminal.say(page.error.message);
    ({ matching } = page.value);
    const lines = page.value.items.map(({ targetId, name, state, status, message }) =>
      asJson
        ? JSON.stringify({ id: targetId, name, state, status, message })
        : `${targetId}\t${shown(name)}\t${state}`,
    );
    await terminal.write(lines.map((line) => `${line}\n`).join(''));
  }
}

async function createPapers(session: Session, command: Command): Promise<Result<number>> {
  const { call } = session;
  const { options } = command;
  const names = await namesOf(session, command, async (pattern) => {
    const { count = '1' } = options;
    if (!/^(?:[1-9]\d{0,2}|1000)$/u.test(count)) return fail(missing('--count from 1 to 1000'));
    return call('jobs.paperNames', { pattern, count: Number(count) });
  });
  if (!names.ok) return names;
  const found = await connectionOf(session, command);
  if (!found.ok) return found;
  const deed = { count: names.value.length, what: 'paper', isDelete: false };
  const consent = await consented(session, command, found.value, deed);
  if (!consent.ok) return consent;
  const { id: connectionId } = found.value;
  const templateId = options.template ?? null;
  const job = await call('jobs.createPapers', {
    connectionId,
    names: names.value,
    earlier: null,
    templateId,
  });
  return job.ok ? followed(session, command, job.value) : job;
}

async function makeLinks(session: Session, command: Command): Promise<Result<number>> {
  const { call, terminal } = session;
  const { paper: identifier } = command.options;
  if (identifier === undefined) return fail(missing('--paper ID'));
  const names = await namesOf(session, command, (name) => Promise.resolve(ok([name])));
  if (!names.ok) return names;
  const found = await connectionOf(session, command);
  if (!found.ok) return found;
  const deed = { count: names.value.length, what: 'join link', isDelete: false };
  const consent = await consented(session, command, found.value, deed);
  if (!consent.ok) return consent;
  const job = await call('jobs.mintLinks', {
    connectionId: found.value.id,
    identifier,
    names: names.value,
    earlier: null,
  });
  if (!job.ok) return job;
  const code = await followed(session, { ...command, flags: new Set() }, job.value);
  const saved = await call('jobs.saveLinks', { jobId: job.value.id });
  if (!saved.ok && code.ok) terminal.say(saved.error.message);
  return code;
}

/** From the file, a line each, or of the one that was typed. */
async function namesOf(
  { terminal }: Session,
  { options }: Command,
  ofOne: (typed: string) => Promise<Result<readonly string[]>>,
): Promise<Result<readonly string[]>> {
  if (options.name !== undefined) return ofOne(options.name);
  if (options.names === undefined) return fail(missing('--name or --names FILE'));
  const read = await terminal.read(options.names, LARGEST_BYTES.key);
  if (!read.ok) return fail(failure('invalid-input', { message: read.error, nextStep: '' }));
  const names = read.value.split(/\r?\n/u).filter((name) => name.trim() !== '');
  return names.length > 0 ? ok(names) : fail(missing('at least one name in the file'));
}

function missing(what: string): Failure {
  return failure('invalid-input', { message: `It needs ${what}.`, nextStep: '“easel help” shows how.' });
}

/** On one line, without what a terminal would obey. */
function shown(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
