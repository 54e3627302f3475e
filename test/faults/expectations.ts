/** Expected result of each operation under a fault, derived from Easel's rules and not recorded from a run. */
import type { FailureCode } from '../../preload/contract/failure.ts';

export const OPERATIONS = [
  'list',
  'view',
  'create board',
  'create paper',
  'delete board',
  'delete paper',
  'mint',
] as const;
export type Operation = (typeof OPERATIONS)[number];

export type Outcome = 'ok' | FailureCode;
export type Expected = Readonly<Record<Operation, Outcome>>;
type Changes = Partial<Expected>;

/** Expects the same outcome of every operation, except the operations in `changes`. */
export function all(outcome: Outcome, changes: Changes = {}): Expected {
  return {
    list: outcome,
    view: outcome,
    'create board': outcome,
    'create paper': outcome,
    'delete board': outcome,
    'delete paper': outcome,
    mint: outcome,
    ...changes,
  };
}

/** Expects an unknown outcome of creates and tokens, because their request was sent and no response arrived. */
export function lost(outcome: Outcome, changes: Changes = {}): Expected {
  return all(outcome, {
    'create board': 'outcome-unknown',
    'create paper': 'outcome-unknown',
    'delete board': 'outcome-unknown',
    'delete paper': 'outcome-unknown',
    mint: 'outcome-unknown',
    ...changes,
  });
}

/** Expectations for a response that is neither a success nor a refusal: a create has an unknown outcome. */
export function open(outcome: Outcome, changes: Changes = {}): Expected {
  return all(outcome, { 'create board': 'outcome-unknown', 'create paper': 'outcome-unknown', ...changes });
}

/** Expectations for a 2xx response without a body: it confirms a delete, but a create gets no identifier. */
export function unread(outcome: Outcome, changes: Changes = {}): Expected {
  return all(outcome, {
    'create board': 'outcome-unknown',
    'create paper': 'outcome-unknown',
    'delete board': 'ok',
    'delete paper': 'ok',
    ...changes,
  });
}

/**
 * Expectations for a 2xx with an unreadable body, which may be a refusal: Easel looks the board up and finds it gone.
 */
export function unreadable(outcome: Outcome, changes: Changes = {}): Expected {
  return unread(outcome, { 'delete paper': 'outcome-unknown', ...changes });
}

/** Expectations for a truncated or badly compressed body. Like `unreadable`, but a token in the body may be valid. */
export function cutOff(outcome: Outcome): Expected {
  return unreadable(outcome, { mint: 'outcome-unknown' });
}

/** Expectations for a 2xx whose body denies success: the board is still listed, and a paper cannot be looked up. */
export function denied(outcome: Outcome): Expected {
  return open(outcome, { 'delete board': 'refused', 'delete paper': 'outcome-unknown' });
}

/** Expectations for 404 or 410 on an existing item: Easel looks the item up before it reports the item as gone. */
export const MISSED: Expected = all('not-found', { 'delete board': 'refused', 'delete paper': 'refused' });

/** Expectations for a fault that a retry overcomes. Reads and deletes succeed; creates fail, as they are not retried. */
export function passing(outcome: Outcome): Expected {
  const reads: Changes = { list: 'ok', view: 'ok', 'delete board': 'ok', 'delete paper': 'ok' };
  return outcome === 'too-many-requests' ? all(outcome, reads) : open(outcome, reads);
}
