/** The client's HTTP with a service that responds only on command. */
import { createHttp } from '../../../../main/service/http.ts';
import { networkError } from '../../../../main/service/network-failures.ts';
import type { Transport, TransportRequest, TransportResult } from '../../../../main/service/transport.ts';
import { fakeClock } from './clock.ts';

export function setUp() {
  const clock = fakeClock();
  const requests: TransportRequest[] = [];
  const signals: AbortSignal[] = [];
  const replies: ((result: TransportResult) => void)[] = [];
  let cut: TransportResult = fault('aborted', true);
  const transport: Pick<Transport, 'request'> = {
    request: (request, signal) => {
      requests.push(request);
      signals.push(signal);
      const { promise, resolve } = Promise.withResolvers<TransportResult>();
      replies.push(resolve);
      const aborted = (): void => resolve(cut);
      if (signal.aborted) aborted();
      else signal.addEventListener('abort', aborted, { once: true });
      return promise;
    },
  };
  const http = createHttp({ transport, clock, random: () => 1 });
  return {
    http,
    advance: (ms: number) => clock.advance(ms),
    requests,
    signals,
    timers: clock.timers,
    reply: (result: TransportResult) => replies.shift()?.(result),
    /** Delivers a head or a part of the body. After it, an abort cuts off the body. */
    receive: () => {
      cut = { ok: true, value: { status: 200, headers: {}, bytes: new Uint8Array(0), end: 'lost' } };
      requests.at(-1)?.onBytes?.();
    },
  };
}

export function fault(name: 'aborted' | 'lost' | 'refused', sent: boolean): TransportResult {
  return { ok: false, error: networkError(name, name, { sent }) };
}

export function answer(status: number, pieces: readonly string[] = [], headers = {}): TransportResult {
  return { ok: true, value: { status, headers, bytes: Buffer.from(pieces.join('')), end: 'whole' } };
}

export const request = (
  method: TransportRequest['method'],
  body: string | null = null,
): TransportRequest => ({
  method,
  url: new URL('https://boards.example/api/board'),
  headers: {},
  body,
});
