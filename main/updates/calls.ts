/** The calls about updates. Nothing is logged. */
import { ok } from '../../preload/contract/failure.ts';
import { unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { Updates } from './updates.ts';

export function updateCalls(updates: Updates): CallsOf<'updates'> {
  return {
    state: { run: () => ok(updates.state) },
    check: { run: async () => ok(await updates.check()), log: unlogged },
    download: { run: () => ok(updates.download()), log: unlogged },
    install: { run: async () => ok(await updates.install()), log: unlogged },
  };
}
