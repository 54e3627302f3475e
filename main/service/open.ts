/** The way to the service that all connections share. */
import type { Log } from '../lib/log/log.ts';
import type { Signals } from '../lib/signals.ts';
import { createAnswerReader } from './answer-reader.ts';
import type { ApiKey } from './api-key.ts';
import { createServiceApi, type CreateApi } from './api.ts';
import { createLimiter } from './limiter.ts';
import { createTransport, type Transport } from './transport.ts';

export interface ServiceOptions {
  readonly log: Log;
  readonly signals: Signals;
  readonly resolveProxy: (address: string) => Promise<string>;
  readonly answerWorker: URL;
}

export interface Service {
  readonly transport: Transport;
  /** `onKeyAnswer` is told of each answer that shows whether the service takes the key. */
  readonly clients: (onKeyAnswer: (key: ApiKey, accepted: boolean) => void) => CreateApi;
}

export function openService({ log, signals, resolveProxy, answerWorker }: ServiceOptions): Service {
  const transport = createTransport({ resolveProxy });
  const limiter = createLimiter();
  const reader = createAnswerReader(answerWorker);
  signals.locked.on(() => reader.drop());
  signals.onClose(() => Promise.allSettled([transport.close(), reader.drop()]));
  return {
    transport,
    clients: (onKeyAnswer) => (addresses, authority, onToken) =>
      createServiceApi({
        addresses,
        authority,
        onKeyAnswer,
        ...(onToken && { onToken }),
        transport,
        limiter,
        reader,
        log,
      }),
  };
}
