/** Checks how Easel handles a fault in an operation: error code, texts, sent requests, and the state afterwards. */
import type { Failure } from '../../preload/contract/failure.ts';
import type { Seen } from './door.ts';
import type { Operation } from './expectations.ts';
import type { Ran, Scene, Shown } from './operations.ts';
import type { Row } from './rows.ts';

/** Matches Easel's sentences about missing responses. They are false here, because every generated service responds. */
export const DENIES_RESPONSE =
  /didn’t respond|(?:is|are) not responding|no response|before (?:the|its) response|response was lost/iu;

export interface Played {
  readonly operation: Operation;
  readonly row: Row;
  readonly seconds: number;
  readonly scene: Scene;
  readonly ran: Ran;
  readonly seen: readonly Seen[];
  readonly before: Shown;
  readonly after: Shown;
  readonly boardsThere: readonly string[];
}

export function problemsOf(played: Played): readonly string[] {
  const { operation, row, ran, seen } = played;
  const expected = row.expected[operation];
  const { outcome } = ran;
  return [
    ...(outcome === expected ? [] : [`came to ${outcome}, not ${expected}: ${ran.failure?.message ?? ''}`]),
    ...(ran.failure === null ? [] : incomplete(ran.failure)),
    ...(row.nothingSent === true && seen.length > 0
      ? [`${seen.length} requests arrived, none should have`]
      : []),
    ...wrongDuration(played),
    ...sentTooOften(played),
    ...wrongState(played),
  ];
}

/** Number of failed attempts per item after which a job pauses (main/jobs/job.ts). */
const MOST_TRIES = 3;
/** Maximum number of DELETE requests to a service that sends 429: Easel tolerates 64 such responses. */
const MOST_REFUSED = 65;
/** Longest Retry-After in seconds that a job waits for. After a longer one, the user must resume the job. */
const LONGEST_WAIT_S = 60;

function mostDeletes({ outcome, failure }: Ran): number {
  switch (outcome) {
    case 'refused':
    case 'not-allowed':
    case 'key-refused':
      return 1;
    case 'too-many-requests':
      return (failure?.retryAfterSeconds ?? 0) > LONGEST_WAIT_S ? 1 : MOST_REFUSED;
    case 'outcome-unknown':
      // Easel repeats a delete once after a lost connection, so each attempt sends two requests.
      return 2 * MOST_TRIES;
    default:
      return MOST_TRIES;
  }
}

function wrongDuration({ row, seconds, ran }: Played): readonly string[] {
  if (row.seconds === undefined) return [];
  const due = row.seconds * (ran.deletion?.job.state === 'paused' ? MOST_TRIES : 1);
  const isRight = seconds > due * 0.9 && seconds < due * 1.8;
  return isRight ? [] : [`took ${seconds.toFixed(0)} s instead of ${due} s`];
}

function incomplete({ message, nextStep, details }: Failure): readonly string[] {
  return [
    ...(message.trim() === '' ? ['the failure has no message'] : []),
    ...(nextStep.trim() === '' ? ['the failure has no next step'] : []),
    ...(details.length === 0 ? ['the failure has no details to copy'] : []),
  ];
}

/** Reports a wrong number of POSTs, and too many DELETEs or board views. Ignores other GETs, which may be probes. */
function sentTooOften({ operation, row, ran, seen, scene }: Played): readonly string[] {
  const count = (accept: (request: Seen) => boolean): number => seen.filter(accept).length;
  const posts = count(({ method }) => method === 'POST');
  const deletes = count(({ method }) => method === 'DELETE');
  const views = count(({ method, path }) => method === 'GET' && path.endsWith(`/${scene.viewed}`));
  const isPost = operation === 'create board' || operation === 'create paper' || operation === 'mint';
  // Easel sends no POST during a requested pause that is too long to wait for.
  const isTooEarly = (ran.failure?.retryAfterSeconds ?? 0) > LONGEST_WAIT_S && posts === 0;
  const owed = isPost && row.nothingSent !== true && !isTooEarly ? 1 : 0;
  const most = operation === 'delete board' || operation === 'delete paper' ? mostDeletes(ran) : 0;
  return [
    ...(posts === owed ? [] : [`${posts} POSTs arrived instead of ${owed}`]),
    ...(deletes <= most ? [] : [`${deletes} DELETEs arrived, at most ${most} may`]),
    ...(views <= 3 ? [] : [`${views} GETs of one board arrived, at most 3 may`]),
    ...(seen.some(({ path }) => path.startsWith('/elsewhere')) ? ['a redirect was followed'] : []),
  ];
}

function wrongState(played: Played): readonly string[] {
  const { operation, ran, scene, before, after, boardsThere } = played;
  const isDone = ran.outcome === 'ok';
  const idsBefore = idsOf(before);
  const boards = operation === 'list' && isDone ? null : changed(idsBefore, idsOf(after));
  const papers = changed(before.papers, after.papers);
  const made = isDone && ran.made !== null ? [ran.made] : [];
  const isUnknown = ran.failure?.code === 'outcome-unknown';
  const unknownKind = operation === 'create board' ? 'board' : operation === 'create paper' ? 'paper' : null;
  return [
    ...(boards === null
      ? wrongList(after, boardsThere)
      : differs('the boards list', boards, {
          added: operation === 'create board' ? made : [],
          removed: operation === 'delete board' && isDone ? [scene.doomed] : [],
        })),
    ...differs('the register of papers', papers, {
      added: operation === 'create paper' ? made : [],
      // Status 404 or 410 proves that the paper is gone, so Easel marks the paper as deleted.
      removed: operation === 'delete paper' && (isDone || isMissed(ran)) ? [scene.doomedPaper] : [],
    }),
    ...differs('the journal of unknown creates', changed(before.unresolved, after.unresolved), {
      added: isUnknown && unknownKind !== null ? [unknownKind] : [],
      removed: [],
    }),
    ...wrongClipboard(operation === 'mint' && isDone, before.clipboard, after.clipboard),
  ];
}

function isMissed({ deletion }: Ran): boolean {
  return deletion !== null && [404, 410].includes(deletion.item.status ?? 0);
}

/** Checks that Easel's list shows each board once. Ignores unreadable rows, because Easel counts them separately. */
function wrongList(after: Shown, there: readonly string[]): readonly string[] {
  const ids = idsOf(after).filter((id) => id !== UNREADABLE);
  const strangers = ids.filter((id) => !there.includes(id));
  return [
    ...(new Set(ids).size === ids.length ? [] : ['the list names a board twice']),
    ...(strangers.length === 0 ? [] : [`the list names ${strangers.length} boards that do not exist`]),
    ...(after.boards.length >= there.length ? [] : [`the list misses boards: ${after.boards.length}`]),
  ];
}

function wrongClipboard(isMinted: boolean, before: string, after: string): readonly string[] {
  if (!isMinted) return before === after ? [] : ['the clipboard changed'];
  return after !== before && after.includes('/room/') ? [] : ['no join link is on the clipboard'];
}

const UNREADABLE = '(no identifier)';

function idsOf({ boards }: Shown): readonly string[] {
  return boards.map(({ id }) => id ?? UNREADABLE);
}

interface Change {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

function changed(before: readonly string[], after: readonly string[]): Change {
  return { added: without(after, before), removed: without(before, after) };
}

function without(all: readonly string[], some: readonly string[]): readonly string[] {
  const left = [...some];
  return all.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function differs(what: string, is: Change, due: Change): readonly string[] {
  const isSame = is.added.join() === due.added.join() && is.removed.join() === due.removed.join();
  const sum = ({ added, removed }: Change): string => `+${added.length} -${removed.length}`;
  return isSame ? [] : [`${what} changed by ${sum(is)} instead of ${sum(due)}`];
}
