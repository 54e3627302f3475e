import type { Log } from '../lib/log/log.ts';
import type { Signals } from '../lib/signals.ts';
import type { ApiKey } from './authorize.ts';
import { createServiceApi, type CreateApi } from './api.ts';
import type { AnswerReader } from './read-answer.ts';
import { createLimiter } from './limiter.ts';
import { createTransport, type TransportOptions } from './transport.ts';

export interface ServiceOptions extends Required<
  Pick<TransportOptions, 'resolveProxy' | 'proxies' | 'signIns'>
> {
  readonly log: Log;
  readonly signals: Signals;
  readonly reader: AnswerReader;
}

/** Easel warns once if the service's clock differs from this computer's by more than this number of ms. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

export type Service = ReturnType<typeof openService>;

export function openService({ log, signals, reader, resolveProxy, proxies, signIns }: ServiceOptions) {
  const transport = createTransport({ resolveProxy, proxies, signIns });
  const limiter = createLimiter();
  signals.onClose(() => transport.close());
  let isWarned = false;
  const onClock = (aheadMs: number): void => {
    if (isWarned || Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS) return;
    isWarned = true;
    void signals.clockIsOff.tell(aheadMs);
  };
  const shared = { onClock, transport, limiter, reader, log };
  return {
    transport,
    clients:
      (onKeyAnswer: (key: ApiKey, accepted: boolean) => void): CreateApi =>
      (addresses, authority, reports) =>
        createServiceApi({ addresses, authority, onKeyAnswer, ...reports, ...shared }),
  };
}
