/** The calls about the health of the service. */
import { ok } from '../../preload/contract/failure.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { HealthWatch } from './health.ts';

export function healthCalls(health: HealthWatch): CallsOf<'health'> {
  return {
    state: { run: (args) => ok(health.state(args)) },
    tryNow: { run: async (args) => ok(await health.tryNow(args)) },
  };
}
