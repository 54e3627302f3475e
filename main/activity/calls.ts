/** The activity log, as a page asks for it. */
import type { CallsOf } from '../ipc/implementation.ts';
import type { Activity } from './activity.ts';
import { unlogged } from './entries.ts';

export function activityCalls(activity: Activity): CallsOf<'activity'> {
  return {
    page: { run: ({ from, count, ...filter }) => activity.page(filter, from, count) },
    check: { run: () => activity.check() },
    export: { run: ({ format, ...filter }) => activity.export(filter, format), log: unlogged },
  };
}
