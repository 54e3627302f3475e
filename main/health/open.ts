/** Opens the health watch. */
import type { Core } from '../ipc/core.ts';
import type { CallsOf } from '../lib/implementation.ts';
import { systemHasNetwork } from '../service/api.ts';
import { healthCalls, HealthWatch } from './health.ts';

export interface HealthModule {
  readonly health: HealthWatch;
  readonly calls: CallsOf<'health'>;
}

export function openHealth({ signals, publish, now, after }: Core): HealthModule {
  const health = new HealthWatch({
    onChange: (state) => {
      publish('health.changed', state);
      void signals.healthChanged.tell(state);
    },
    hasNetwork: systemHasNetwork,
    now,
    after,
  });
  signals.clockIsOff.on((aheadMs) => publish('health.clockIsOff', { aheadMs }));
  signals.connectionGone.on(health.forget.bind(health));
  signals.connectionHalted.on(health.forget.bind(health));
  signals.onClose(() => health.stop());
  return {
    health,
    calls: healthCalls(health),
  };
}
