/** Expected results of operations under faults, derived from Easel's rules instead of recorded from a run. */
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

/** Expects the same outcome of every operation, except those in `changes`. */
export function all(outcome: Outcome, changes: Changes = {}): Expected {
  const same = OPERATIONS.map((operation) => [operation, outcome]);
  return { ...(Object.fromEntries(same) as Expected), ...changes };
}

/** Expects unknown outcomes of all changes and of tokens: the request was sent, and no response arrived. */
export function lost(outcome: Outcome, changes: Changes = {}): Expected {
  return all('outcome-unknown', { list: outcome, view: outcome, ...changes });
}

/** For a response that is neither a success nor a refusal: creates have an unknown outcome. */
export function open(outcome: Outcome, changes: Changes = {}): Expected {
  return all(outcome, { 'create board': 'outcome-unknown', 'create paper': 'outcome-unknown', ...changes });
}

/** For a 2xx response without a body: deletes succeed, but creates get no identifier. */
export function unread(outcome: Outcome, changes: Changes = {}): Expected {
  return open(outcome, { 'delete board': 'ok', 'delete paper': 'ok', ...changes });
}

/** For a 2xx response with an unreadable body: Easel checks whether the deleted board is gone. */
export function unreadable(outcome: Outcome, changes: Changes = {}): Expected {
  return unread(outcome, { 'delete paper': 'outcome-unknown', ...changes });
}

/** For a truncated or badly compressed body. Like `unreadable`, but a token in the body may be valid. */
export function cutOff(outcome: Outcome): Expected {
  return unreadable(outcome, { mint: 'outcome-unknown' });
}

/** For a 2xx response that reports a failure: the board is still listed, and a paper cannot be looked up. */
export function denied(outcome: Outcome): Expected {
  return open(outcome, { 'delete board': 'refused', 'delete paper': 'outcome-unknown' });
}

/** For 404 or 410 on an existing item: Easel looks the item up before it reports the item as deleted. */
export const MISSED: Expected = all('not-found', { 'delete board': 'refused', 'delete paper': 'refused' });

/** For a fault that ends after one attempt: reads and deletes are retried and succeed; creates fail. */
export function passing(outcome: Outcome): Expected {
  const reads: Changes = { list: 'ok', view: 'ok', 'delete board': 'ok', 'delete paper': 'ok' };
  return outcome === 'too-many-requests' ? all(outcome, reads) : open(outcome, reads);
}
