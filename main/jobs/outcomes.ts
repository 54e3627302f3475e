/** What one answer means for its item and for its job, as values. */
import type { JobItemState, JobKind, JobPause } from '../../preload/contract/jobs.ts';
import type { Failure, FailureCode, Result } from '../../preload/contract/failure.ts';
import { LONGEST_SERVICE_MESSAGE, quote } from '../wording/failure.ts';
import { isDelete } from './kinds.ts';

/** The result of a successful request. */
export interface Sent {
  readonly state: 'done' | 'already-gone';
  /** The id of what it created; empty when that is known already. */
  readonly targetId: string;
  readonly status: number | null;
  readonly message: string;
}

/** The recorded result of a finished item. */
export interface ItemResult extends Omit<Sent, 'state'> {
  readonly state: Exclude<JobItemState, 'waiting' | 'sending'>;
}

export type Outcome =
  /** The item is finished. `pause`: and its job must not continue by itself. */
  | {
      readonly kind: 'finished';
      readonly result: ItemResult;
      readonly pause: JobPause | null;
      readonly lost: boolean;
    }
  /** It was not done, and a retry would not help. */
  | { readonly kind: 'pause'; readonly pause: JobPause }
  /** The service wants fewer requests: retry later, automatically. */
  | { readonly kind: 'later' }
  /** The service was not reached. `result` is what it comes to when it is not tried again. */
  | { readonly kind: 'unreachable'; readonly result: ItemResult }
  /** It was taken back before it was sent. */
  | { readonly kind: 'taken-back' };

/** How long a job waits for the service automatically, seconds; beyond that a person decides. */
const LONGEST_WAIT_S = 60;

/** The service was not reached: for items that may be sent again, this says nothing about them. */
const UNREACHABLE: ReadonlySet<FailureCode> = new Set([
  'offline',
  'cannot-reach',
  'timeout',
  'service-problem',
  'certificate',
  'proxy-sign-in',
  'web-page',
  'redirected',
]);

/** Reasons of our own: nothing was sent, and nothing will be until a person has seen to it. */
const OWN: ReadonlySet<FailureCode> = new Set([
  'no-key',
  'keychain-locked',
  'keychain-absent',
  'keychain-busy',
  'keychain-error',
  'read-only',
  'policy',
  'locked',
]);

/** `tookBack`: it was to be sent no more before it was. */
export function outcomeOf(kind: JobKind, result: Result<Sent>, tookBack: boolean): Outcome {
  if (result.ok) return { kind: 'finished', result: result.value, pause: null, lost: false };
  const { error } = result;
  const { code } = error;
  // A refusal of the pace is no more than a wait, and there is nobody to wait any more.
  if ((code === 'cancelled' || code === 'too-many-requests') && tookBack) return { kind: 'taken-back' };
  if (code === 'key-refused') return { kind: 'pause', pause: 'refused' };
  if (code === 'not-allowed') return finished(error, 'failed', 'refused');
  if (code === 'storage') return { kind: 'pause', pause: 'storage' };
  if (OWN.has(code)) return { kind: 'pause', pause: 'refused' };
  if (code === 'too-many-requests') return refusedPace(kind, error);
  if (code === 'outcome-unknown') {
    // A delete says the same thing twice; a create would not, nor would a link.
    return isDelete(kind)
      ? { kind: 'unreachable', result: resultOf(error, 'unknown') }
      : finished(error, 'unknown', null);
  }
  if (code === 'cancelled') return { kind: 'unreachable', result: resultOf(error, 'failed') };
  if (!UNREACHABLE.has(code)) return finished(error, 'failed', null);
  // An answer of 5xx to a POST says that it failed, and is no leave to send it again by ourselves.
  if (!isDelete(kind) && error.status !== undefined)
    return { ...finished(error, 'failed', null), lost: true };
  return { kind: 'unreachable', result: resultOf(error, 'failed') };
}

/** Why a job is paused after failures to reach the service. */
export function pauseFor({ code }: Failure): JobPause {
  if (code === 'offline') return 'network';
  return code === 'cancelled' ? 'refused' : 'outage';
}

/** A POST has been sent as often by then as a read would be. */
function refusedPace(kind: JobKind, { retryAfterSeconds }: Failure): Outcome {
  const tooLong = retryAfterSeconds !== undefined && retryAfterSeconds > LONGEST_WAIT_S;
  if (!isDelete(kind) || tooLong) return { kind: 'pause', pause: 'refused' };
  return { kind: 'later' };
}

function finished(error: Failure, state: 'failed' | 'unknown', pause: JobPause | null) {
  return { kind: 'finished', result: resultOf(error, state), pause, lost: state === 'unknown' } as const;
}

/** What the service said, and what Easel makes of it. */
const LONGEST_MESSAGE = 2 * LONGEST_SERVICE_MESSAGE;

/** The service's words if it sent any, else ours. */
export function resultOf(error: Failure, state: ItemResult['state']): ItemResult {
  const { status, serviceMessage, message } = error;
  return {
    state,
    targetId: '',
    status: status ?? null,
    message: quote(serviceMessage ?? message, LONGEST_MESSAGE),
  };
}
