import type { Failure, FailureCode, Result } from '../../preload/contract/failure.ts';
import type { JobKind, JobPause } from '../../preload/contract/jobs.ts';
import { NOT_REACHED } from '../health/health.ts';
import { isSuccess } from '../service/read-answer.ts';
import { LONGEST_SERVICE_MESSAGE, quote } from '../lib/wording/failure.ts';
import { isDelete } from './kinds.ts';
import type { ItemResult, Sent } from './work.ts';

export interface Outcome {
  /** Next step for an item. `ends`: no more requests. `again`: retry. `not-sent`: no effect yet, so send it later. */
  readonly item: 'ends' | 'again' | 'not-sent';
  /** Result of the job's item if its request is not retried. `unknown`: the service may have executed the request. */
  readonly result: ItemResult;
  readonly pause: JobPause | null;
  /** Problem that pauses the job if it repeats. `lost`: no valid response, such as a timeout. `pace`: status 429. */
  readonly trouble: 'lost' | 'pace' | null;
}

/** Longest Retry-After, in seconds, for which a job waits by timer. If the service asks for more, the job pauses. */
const LONGEST_WAIT_S = 60;

const UNREACHABLE: ReadonlySet<FailureCode> = new Set([...NOT_REACHED, 'cancelled']);

/** Failures that pause a job, such as a refused key, because all further items would fail for the same reason. */
const PAUSED_BY: Readonly<Partial<Record<FailureCode, JobPause>>> = {
  'key-refused': 'refused',
  storage: 'storage',
  'no-key': 'refused',
  'keychain-locked': 'refused',
  'keychain-absent': 'refused',
  'keychain-busy': 'refused',
  'keychain-error': 'refused',
  'read-only': 'refused',
  policy: 'refused',
  locked: 'refused',
};

/** Interprets the response to an item's request. `onlyLink`: the paper exists, and only its join link is missing. */
export function outcomeOf(kind: JobKind, onlyLink: boolean, isHalted: boolean, sent: Result<Sent>): Outcome {
  if (sent.ok) return { item: 'ends', result: sent.value, pause: null, trouble: null };
  const { error } = sent;
  const { code, status } = error;
  const isTooLong = (error.retryAfterSeconds ?? 0) > LONGEST_WAIT_S;
  const asked = !isTooLong ? null : status === 503 ? 'outage' : 'refused';
  const failed = { item: 'ends', result: resultOf(error, 'failed'), pause: asked, trouble: null } as const;
  const unknown = { ...failed, result: resultOf(error, 'unknown') };
  const pause = PAUSED_BY[code];
  // A request that was cancelled before sending, or refused with 429, had no effect. The item can be sent later.
  if ((code === 'cancelled' || code === 'too-many-requests') && isHalted)
    return { ...failed, item: 'not-sent' };
  if (code === 'not-allowed') return { ...failed, pause: 'refused' };
  if (pause !== undefined) return { ...failed, item: 'again', pause };
  if (code === 'too-many-requests') return { ...failed, item: 'again', trouble: 'pace' };
  if (code === 'outcome-unknown') {
    // No retry if the service answered 2xx but perhaps did not delete, because it would answer the same again.
    if (isDelete(kind) && status !== undefined && isSuccess({ status })) return unknown;
    // Repeats only deletes, because repeating a create could make a duplicate.
    if (isDelete(kind)) return { ...unknown, item: 'again', trouble: status === 429 ? 'pace' : 'lost' };
    return { ...(onlyLink ? failed : unknown), trouble: 'lost' };
  }
  if (!UNREACHABLE.has(code)) return failed;
  if (!isDelete(kind) && status !== undefined) return { ...failed, trouble: 'lost' };
  // A proxy may forward a delete and then fail. Only status 407 (proxy sign-in) proves that nothing was forwarded.
  const mayHaveArrived = status !== undefined && status !== 407 && !isStillThere(kind, error);
  return { ...(mayHaveArrived ? unknown : failed), item: 'again', trouble: 'lost' };
}

/** True if a look-up proved that the board exists. Without that proof, a status 500 has the code `outcome-unknown`. */
function isStillThere(kind: JobKind, { code, status }: Failure): boolean {
  return kind === 'delete-boards' && code === 'service-problem' && status === 500;
}

export function pauseFor({ code }: Failure): JobPause {
  if (code === 'offline') return 'network';
  return code === 'cancelled' ? 'refused' : 'outage';
}

/** Maximum length of an item's message in characters. Leaves space for Easel's sentence after the service's message. */
const LONGEST_MESSAGE = 2 * LONGEST_SERVICE_MESSAGE;

function resultOf(error: Failure, state: 'failed' | 'unknown'): ItemResult {
  const { status, serviceMessage, message } = error;
  return {
    state,
    targetId: '',
    status: status ?? null,
    message: quote(serviceMessage ?? message, LONGEST_MESSAGE),
  };
}
