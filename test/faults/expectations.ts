/** Expected outcomes of operations under faults. They come from Easel's rules, not from a recorded run. */
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

/** Expected outcomes if the request was sent but no response arrived: unknown for changes and token requests. */
export function lost(outcome: Outcome, changes: Changes = {}): Expected {
  return all('outcome-unknown', { list: outcome, view: outcome, ...changes });
}

/** Expected outcomes after a response that is neither success nor refusal, such as a 500 or a web page. */
export function open(outcome: Outcome, changes: Changes = {}): Expected {
  return all(outcome, { 'create board': 'outcome-unknown', 'create paper': 'outcome-unknown', ...changes });
}

/** Expected outcomes after a 2xx without a body: deletes succeed, but creates have an unknown outcome. */
export function unread(outcome: Outcome, changes: Changes = {}): Expected {
  return open(outcome, { 'delete board': 'ok', 'delete paper': 'ok', ...changes });
}

/** Expected outcomes after a 2xx with an unreadable body. Easel can check whether a board is gone, but not a paper. */
export function unreadable(outcome: Outcome, changes: Changes = {}): Expected {
  return unread(outcome, { 'delete paper': 'outcome-unknown', ...changes });
}

/** Expected outcomes after a truncated or corrupt body: unknown for token requests, because a token may be lost. */
export function cutOff(outcome: Outcome): Expected {
  return unreadable(outcome, { mint: 'outcome-unknown' });
}

/** Expected outcomes after a 2xx that reports a failure. Easel finds the board again, but can't look up a paper. */
export function denied(outcome: Outcome): Expected {
  return open(outcome, { 'delete board': 'refused', 'delete paper': 'outcome-unknown' });
}

/** Expected outcomes after 404 or 410 for an existing item. Easel does not report the item as deleted. */
export const MISSED: Expected = all('not-found', { 'delete board': 'refused', 'delete paper': 'refused' });

/** Expected outcomes if only the first attempt meets the fault. Easel retries reads and deletes, but not creates. */
export function passing(outcome: Outcome): Expected {
  const reads: Changes = { list: 'ok', view: 'ok', 'delete board': 'ok', 'delete paper': 'ok' };
  return outcome === 'too-many-requests' ? all(outcome, reads) : open(outcome, reads);
}
