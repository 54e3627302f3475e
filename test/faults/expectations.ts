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

/** Expected outcomes after a response that is neither a success nor a refusal, such as a 502 or a web page. */
export function open(outcome: Outcome, changes: Changes = {}): Expected {
  return all(outcome, { 'create board': 'outcome-unknown', 'create paper': 'outcome-unknown', ...changes });
}

/** Outcomes after a 2xx response without a body. Deletes succeed; created items stay unknown, because no id arrived. */
export function unread(outcome: Outcome, changes: Changes = {}): Expected {
  return open(outcome, { 'delete board': 'ok', 'delete paper': 'ok', ...changes });
}

/** Outcomes after a 2xx response with an unreadable body. Easel can look up a deleted board, but not a paper. */
export function unreadable(outcome: Outcome, changes: Changes = {}): Expected {
  return unread(outcome, { 'delete paper': 'outcome-unknown', ...changes });
}

/** Outcomes after a truncated or corrupt body. Token requests have an unknown outcome: the body may hold a token. */
export function cutOff(outcome: Outcome): Expected {
  return unreadable(outcome, { mint: 'outcome-unknown' });
}

/** Outcomes after a 2xx response that reports a failure. Easel finds the board again, but can't look up papers. */
export function denied(outcome: Outcome): Expected {
  return open(outcome, { 'delete board': 'refused', 'delete paper': 'outcome-unknown' });
}

/** Outcomes after 404 or 410 for an existing item. Easel does not count the item as deleted. */
export const MISSED: Expected = all('not-found', { 'delete board': 'refused', 'delete paper': 'refused' });

/** Outcomes if only the first attempt meets the fault. Easel retries reads and deletes, but not create requests. */
export function passing(outcome: Outcome): Expected {
  const reads: Changes = { list: 'ok', view: 'ok', 'delete board': 'ok', 'delete paper': 'ok' };
  return outcome === 'too-many-requests' ? all(outcome, reads) : open(outcome, reads);
}
