/** How requests leave this computer, as a page asks for it. Trust that changes tells the log by itself. */
import { unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { Network } from './network.ts';

export function networkCalls(network: Network): CallsOf<'network'> {
  return {
    settings: { run: ({ connectionId }) => network.settings(connectionId) },
    chooseCa: { run: ({ connectionId }) => network.chooseCa(connectionId), log: unlogged },
    removeCas: { run: ({ connectionId }) => network.removeCas(connectionId), log: unlogged },
    signIn: { run: ({ proxy, user, password }) => network.signIn(proxy, user, password), log: unlogged },
  };
}
