/** The calls about updates; what became of a file is logged by the use case. */
import { unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { Updates } from './updates.ts';

export function updateCalls(updates: Updates): CallsOf<'updates'> {
  return {
    state: { run: () => updates.state() },
    check: { run: () => updates.check(), log: unlogged },
    download: { run: () => updates.download(), log: unlogged },
    cancel: { run: () => updates.cancel(), log: unlogged },
    show: { run: () => updates.show(), log: unlogged },
    install: { run: () => updates.install(), log: unlogged },
    openPage: { run: () => updates.openPage(), log: unlogged },
  };
}
