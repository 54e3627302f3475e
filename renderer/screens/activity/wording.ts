/** The log's words for people. */
import type { ActivityAction, ActivityEntry, ActivityOutcome } from '../../../preload/contract/activity.ts';

/** What was done, in words. */
export const ACTION_WORDS: Readonly<Record<ActivityAction, string>> = {
  'board-created': 'Board created',
  'board-deleted': 'Board deleted',
  'paper-created': 'Paper created',
  'paper-deleted': 'Paper deleted',
  'links-made': 'Join link made',
  'visit-begun': 'Visit started',
  'visit-ended': 'Visit ended',
  'job-queued': 'Job queued',
  'job-started': 'Job started',
  'job-paused': 'Job paused',
  'job-ended': 'Job ended',
  'connection-added': 'Connection added',
  'connection-changed': 'Connection changed',
  'connection-removed': 'Connection removed',
  'changes-unlocked': 'Changes unlocked',
  'key-added': 'API key added',
  'key-switched': 'API key switched',
  'key-removed': 'API key removed',
  'paper-added': 'Paper added',
  'paper-forgotten': 'Paper forgotten',
  'unknown-settled': 'Unknown outcome settled',
  'notes-changed': 'Notes changed',
  'settings-changed': 'Settings changed',
  'connections-exported': 'Connections exported',
  'connections-imported': 'Connections imported',
  'log-mended': 'Log repaired',
  'log-cut': 'Log entries missing',
};

export const OUTCOME_WORDS: Readonly<Record<ActivityOutcome, string>> = {
  done: 'Done',
  'already-gone': 'Already gone',
  failed: 'Failed',
  unknown: 'Outcome unknown',
  skipped: 'Skipped',
  cancelled: 'Cancelled',
};

/** How it ended, with the service's status. */
export function outcomeSentence({ outcome, status }: Pick<ActivityEntry, 'outcome' | 'status'>): string {
  return status === null ? OUTCOME_WORDS[outcome] : `${OUTCOME_WORDS[outcome]} (${status})`;
}

/** Every action, in the order of the list above. */
export const ACTIONS = Object.keys(ACTION_WORDS) as readonly ActivityAction[];
