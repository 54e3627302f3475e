/** The calls about how requests leave this computer. Changes of trust are logged by the use case. */
import { unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { Network } from './network.ts';

export function networkCalls(network: Network): CallsOf<'network'> {
  return {
    settings: { run: (args) => network.settings(args) },
    chooseCa: { run: (args) => network.chooseCa(args), log: unlogged },
    removeCas: { run: (args) => network.removeCas(args), log: unlogged },
    signIn: { run: (args) => network.signIn(args), log: unlogged },
  };
}
