import type { ActivityEntry } from '../../../preload/contract/activity.ts';

export function entryOf(change: Partial<ActivityEntry> = {}): ActivityEntry {
  return {
    number: 1,
    at: 1,
    user: 'ada',
    connectionId: 'c-1',
    connectionName: 'Acme',
    action: 'board-deleted',
    target: 'b-7',
    outcome: 'done',
    status: 200,
    detail: '',
    reason: '',
    job: '',
    ...change,
  };
}
