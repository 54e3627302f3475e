/** How the service stands, as a page asks for it. */
import { ok } from '../../preload/contract/failure.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { HealthWatch } from './health.ts';

export function healthCalls(health: HealthWatch): CallsOf<'health'> {
  return {
    state: { run: ({ connectionId }) => ok(health.state(connectionId)) },
    tryNow: { run: async ({ connectionId }) => ok(await health.tryNow(connectionId)) },
  };
}
