/** What one answer means for its item and for its job, as values. */
import type { Failure, FailureCode, Result } from '../../preload/contract/failure.ts';
import type { JobKind, JobPause } from '../../preload/contract/jobs.ts';
import { isSuccess } from '../service/read-answer.ts';
import { LONGEST_SERVICE_MESSAGE, quote } from '../lib/wording/failure.ts';
import { isDelete } from './kinds.ts';
import type { ItemResult, Sent } from './work.ts';

export interface Outcome {
  /** `ends`: it is not sent again. `taken-back`: it was not sent, as its job was halted before. */
  readonly item: 'ends' | 'again' | 'taken-back';
  /** The item's result; of one that may be sent again, its result if it is not. */
  readonly result: ItemResult;
  /** Why its job must not continue by itself. */
  readonly pause: JobPause | null;
  /** `lost`: the service was not reached or its answer not seen. `pace`: the service wants fewer requests. */
  readonly trouble: 'lost' | 'pace' | null;
}

/** How long a job waits for the service automatically, seconds; beyond that a person decides. */
const LONGEST_WAIT_S = 60;

/** The service was not reached: for items that may be sent again, this says nothing about them. */
const UNREACHABLE: ReadonlySet<FailureCode> = new Set([
  'cancelled',
  'offline',
  'cannot-reach',
  'timeout',
  'service-problem',
  'certificate',
  'proxy-sign-in',
  'web-page',
  'redirected',
]);

/** A refused key, and reasons of our own: nothing was sent, and nothing will be until a person has seen to it. */
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

/** `onlyLink`: the paper exists, only its join link is missing. `tookBack`: the job was halted in the meantime. */
export function outcomeOf(
  {
    kind,
    onlyLink,
    tookBack,
  }: { readonly kind: JobKind; readonly onlyLink: boolean; readonly tookBack: boolean },
  sent: Result<Sent>,
): Outcome {
  if (sent.ok) return { item: 'ends', result: sent.value, pause: null, trouble: null };
  const { error } = sent;
  const { code, status } = error;
  const failed = { item: 'ends', result: resultOf(error, 'failed'), pause: null, trouble: null } as const;
  const unknown = { ...failed, result: resultOf(error, 'unknown') };
  const pause = PAUSED_BY[code];
  // What was refused for its pace was not done.
  if ((code === 'cancelled' || code === 'too-many-requests') && tookBack)
    return { ...failed, item: 'taken-back' };
  if (code === 'not-allowed') return { ...failed, pause: 'refused' };
  if (pause !== undefined) return { ...failed, item: 'again', pause };
  if (code === 'too-many-requests') {
    const isTooLong = (error.retryAfterSeconds ?? 0) > LONGEST_WAIT_S;
    return { ...failed, item: 'again', ...(isTooLong ? { pause: 'refused' } : { trouble: 'pace' }) };
  }
  if (code === 'outcome-unknown') {
    // A success that was denied is no passing fault: a repetition would say the same.
    if (isDelete(kind) && status !== undefined && isSuccess({ status })) return unknown;
    // A delete says the same thing twice; a create would not.
    if (isDelete(kind)) return { ...unknown, item: 'again', trouble: 'lost' };
    // A lost link is no link: a retry makes another one.
    return { ...(onlyLink ? failed : unknown), trouble: 'lost' };
  }
  if (!UNREACHABLE.has(code)) return failed;
  // A 5xx to a POST is a failure, and never retried automatically.
  if (!isDelete(kind) && status !== undefined) return { ...failed, trouble: 'lost' };
  // A proxy may have passed the delete on before it failed.
  const mayHaveArrived = status !== undefined && status !== 407 && !isStillThere(kind, error);
  return { ...(mayHaveArrived ? unknown : failed), item: 'again', trouble: 'lost' };
}

/** Whether a look-up found the board after the service had failed (see work.ts). */
function isStillThere(kind: JobKind, { code, status }: Failure): boolean {
  return kind === 'delete-boards' && code === 'service-problem' && status === 500;
}

/** Why a job is paused after failures to reach the service. */
export function pauseFor({ code }: Failure): JobPause {
  if (code === 'offline') return 'network';
  return code === 'cancelled' ? 'refused' : 'outage';
}

/** What the service said, and what Easel makes of it. */
const LONGEST_MESSAGE = 2 * LONGEST_SERVICE_MESSAGE;

/** The service's words if it sent any, else ours. */
function resultOf(error: Failure, state: 'failed' | 'unknown'): ItemResult {
  const { status, serviceMessage, message } = error;
  return {
    state,
    targetId: '',
    status: status ?? null,
    message: quote(serviceMessage ?? message, LONGEST_MESSAGE),
  };
}
