/** What one answer means for its item and for its job, as values. */
import type { JobItemState, JobKind, JobPause } from '../../preload/contract/jobs.ts';
import type { Failure, FailureCode, Result } from '../../preload/contract/failure.ts';
import { quote } from '../service/failures.ts';

/** What a request came to that went well. */
export interface Sent {
  readonly state: 'done' | 'already-gone';
  /** What it created; empty where that is known already. */
  readonly targetId: string;
  readonly status: number | null;
  readonly message: string;
}

/** What is written of an item that has ended. */
export interface End extends Omit<Sent, 'state'> {
  readonly state: Exclude<JobItemState, 'waiting' | 'sending'>;
}

export type Outcome =
  /** It has ended. `pause`: and its job must not go on by itself. */
  | { readonly kind: 'ended'; readonly end: End; readonly pause: JobPause | null; readonly lost: boolean }
  /** It did not happen, and nothing else would now. */
  | { readonly kind: 'pause'; readonly pause: JobPause }
  /** The service wants fewer requests: later, by itself. */
  | { readonly kind: 'later' }
  /** The way to the service failed. `end` is what it comes to when it is not tried again. */
  | { readonly kind: 'way'; readonly end: End }
  /** It was taken back before it was sent. */
  | { readonly kind: 'back' };

/** How long a job waits for the service by itself, seconds; beyond that a person decides. */
const LONGEST_WAIT_S = 60;

/** The way failed: for items that may be sent again, says nothing about them. */
const WAY: ReadonlySet<FailureCode> = new Set([
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

/** Creates can't be repeated unless it is certain that the service never saw them. */
export function isCreate(kind: JobKind): boolean {
  return kind === 'create-boards' || kind === 'create-papers';
}

/** `tookBack`: it was to be sent no more before it was. */
export function outcomeOf(kind: JobKind, result: Result<Sent>, tookBack: boolean): Outcome {
  if (result.ok) return { kind: 'ended', end: result.value, pause: null, lost: false };
  const { error } = result;
  const { code } = error;
  if (code === 'cancelled' && tookBack) return { kind: 'back' };
  if (code === 'key-refused') return { kind: 'pause', pause: 'refused' };
  if (code === 'not-allowed') return ended(error, 'failed', 'refused');
  if (code === 'storage') return { kind: 'pause', pause: 'storage' };
  if (OWN.has(code)) return { kind: 'pause', pause: 'refused' };
  if (code === 'too-many-requests') return refusedPace(kind, error);
  if (code === 'outcome-unknown') {
    // A delete says the same thing twice; a create would not.
    return isCreate(kind) ? ended(error, 'unknown', null) : { kind: 'way', end: endOf(error, 'unknown') };
  }
  if (code === 'cancelled') return { kind: 'way', end: endOf(error, 'failed') };
  if (!WAY.has(code)) return ended(error, 'failed', null);
  // An answer of 5xx to a create says that it failed, and is no leave to send it again by ourselves.
  if (isCreate(kind) && error.status !== undefined) return { ...ended(error, 'failed', null), lost: true };
  return { kind: 'way', end: endOf(error, 'failed') };
}

/** Why a job is paused after failures of the way. */
export function pauseFor({ code }: Failure): JobPause {
  if (code === 'offline') return 'network';
  return code === 'cancelled' ? 'refused' : 'outage';
}

function refusedPace(kind: JobKind, { retryAfterSeconds }: Failure): Outcome {
  const tooLong = retryAfterSeconds !== undefined && retryAfterSeconds > LONGEST_WAIT_S;
  if (isCreate(kind) || tooLong) return { kind: 'pause', pause: 'refused' };
  return { kind: 'later' };
}

function ended(error: Failure, state: 'failed' | 'unknown', pause: JobPause | null) {
  return { kind: 'ended', end: endOf(error, state), pause, lost: state === 'unknown' } as const;
}

/** The service's words where it had any, else ours. */
export function endOf(error: Failure, state: End['state']): End {
  const { status, serviceMessage, message } = error;
  return { state, targetId: '', status: status ?? null, message: quote(serviceMessage ?? message) };
}
