/** The activity log, as a page asks for it. */
import type { CallsOf } from '../ipc/implementation.ts';
import type { Activity } from './activity.ts';
import { unlogged } from './entries.ts';

export function activityCalls(activity: Activity): CallsOf<'activity'> {
  return {
    page: { run: (args) => activity.page(args) },
    check: { run: () => activity.check() },
    export: { run: (args) => activity.export(args), log: unlogged },
  };
}
