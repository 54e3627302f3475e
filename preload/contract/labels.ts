/** Labels of states, in the page and in files. Not in facts.ts, because the first screen does not need them. */
import type { JobItemState, JobPause } from './jobs.ts';
import type { RehearsalCell } from './keys.ts';

export const KEY_RESULTS: Readonly<Record<RehearsalCell['state'], string>> = {
  good: 'passed',
  refused: 'refused',
  failed: 'failed',
  offline: 'not checked (offline)',
  'not-checkable': 'not checked',
  'no-key': 'not checked',
};

/** Labels of item states, in display order. For “done”, the page uses a word for the kind of job. */
export const ITEM_WORDS: Readonly<Record<JobItemState, string>> = {
  failed: 'Failed',
  unknown: 'Outcome unknown',
  accepted: 'Accepted, not confirmed',
  skipped: 'Skipped',
  'already-gone': 'Already gone',
  done: 'Done',
  untouched: 'Not done',
  sending: 'Sending',
  waiting: 'Waiting',
};

export const PAUSES: Readonly<Record<JobPause, string>> = {
  person: 'The user paused this job.',
  restart: 'Easel was closed.',
  network: 'This computer was offline.',
  outage: 'The service stopped responding.',
  sleep: 'The computer went to sleep.',
  lock: 'Easel was locked.',
  refused: 'A request in this job was rejected or blocked.',
  storage: 'Easel couldn’t save the job’s progress on this computer.',
  register: 'The team register couldn’t be reached.',
  colleague: 'A colleague asked to pause this job.',
};
