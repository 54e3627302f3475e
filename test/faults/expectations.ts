/** The result that each operation must have under a fault: written from the rules, never recorded from a run. */
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

/** The same for every operation, but for `changes`: what the service says plainly, or what was never sent. */
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

/** The request left and no answer was seen: what was asked for may have been done, and a link may exist that nobody has. */
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

/** An answer that is neither a success nor a refusal: a create may have been done. */
export function open(outcome: Outcome, changes: Changes = {}): Expected {
  return all(outcome, { 'create board': 'outcome-unknown', 'create paper': 'outcome-unknown', ...changes });
}

/** A 2xx without a body: a delete is confirmed, and a create was made under an unknown identifier. */
export function unread(outcome: Outcome, changes: Changes = {}): Expected {
  return all(outcome, {
    'create board': 'outcome-unknown',
    'create paper': 'outcome-unknown',
    'delete board': 'ok',
    'delete paper': 'ok',
    ...changes,
  });
}

/** A 2xx whose body can't be read, so that it may deny the delete: the board is looked for, and is gone. */
export function unreadable(outcome: Outcome, changes: Changes = {}): Expected {
  return unread(outcome, { 'delete paper': 'outcome-unknown', ...changes });
}

/** The same where the body was cut off or can't be unpacked: the token that it held may open a room. */
export function cutOff(outcome: Outcome): Expected {
  return unreadable(outcome, { mint: 'outcome-unknown' });
}

/** A 2xx whose body denies it. Nothing was done: the board is still shown, and a paper can't be looked for. */
export function denied(outcome: Outcome): Expected {
  return open(outcome, { 'delete board': 'refused', 'delete paper': 'outcome-unknown' });
}

/** 404 and 410 of what is there: it is looked for, so that nothing is called gone that isn't. */
export const MISSED: Expected = all('not-found', { 'delete board': 'refused', 'delete paper': 'refused' });

/** Reads get over it by themselves, and jobs of deletes; the rest meets it once. */
export function passing(outcome: Outcome): Expected {
  const reads: Changes = { list: 'ok', view: 'ok', 'delete board': 'ok', 'delete paper': 'ok' };
  return outcome === 'too-many-requests' ? all(outcome, reads) : open(outcome, reads);
}
