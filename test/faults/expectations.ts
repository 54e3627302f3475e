/** Expected results of operations under faults. They are derived from Easel's rules, not recorded from a run. */
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

export function all(outcome: Outcome, changes: Changes = {}): Expected {
  const same = OPERATIONS.map((operation) => [operation, outcome]);
  return { ...(Object.fromEntries(same) as Expected), ...changes };
}

/** Expects an unknown outcome of every change and token request: it was sent, but no response arrived. */
export function lost(outcome: Outcome, changes: Changes = {}): Expected {
  return all('outcome-unknown', { list: outcome, view: outcome, ...changes });
}

/** Use for a response that is neither a success nor a refusal. The outcome of create requests is then unknown. */
export function open(outcome: Outcome, changes: Changes = {}): Expected {
  return all(outcome, { 'create board': 'outcome-unknown', 'create paper': 'outcome-unknown', ...changes });
}

/** Use for a 2xx response without a body. Deletes then succeed, but create requests get no identifier. */
export function unread(outcome: Outcome, changes: Changes = {}): Expected {
  return open(outcome, { 'delete board': 'ok', 'delete paper': 'ok', ...changes });
}

/** Use for a 2xx response with an unreadable body. Easel then checks whether the deleted board still exists. */
export function unreadable(outcome: Outcome, changes: Changes = {}): Expected {
  return unread(outcome, { 'delete paper': 'outcome-unknown', ...changes });
}

/** Use for a truncated or badly compressed body. Unlike for `unreadable`, the body may contain a valid token. */
export function cutOff(outcome: Outcome): Expected {
  return unreadable(outcome, { mint: 'outcome-unknown' });
}

/** Use for a 2xx response that reports a failure. Easel finds the board in the list, but can't look up a paper. */
export function denied(outcome: Outcome): Expected {
  return open(outcome, { 'delete board': 'refused', 'delete paper': 'outcome-unknown' });
}

/** Use for 404 or 410 on an existing item. Easel then looks the item up, finds it, and reports no delete. */
export const MISSED: Expected = all('not-found', { 'delete board': 'refused', 'delete paper': 'refused' });

/** Use for a fault of only one attempt. Reads and deletes are retried and succeed; creates are not retried. */
export function passing(outcome: Outcome): Expected {
  const reads: Changes = { list: 'ok', view: 'ok', 'delete board': 'ok', 'delete paper': 'ok' };
  return outcome === 'too-many-requests' ? all(outcome, reads) : open(outcome, reads);
}
