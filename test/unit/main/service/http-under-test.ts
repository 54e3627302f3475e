/** The HTTP client with a service that responds when the test says so. */
import { Readable } from 'node:stream';
import { createHttp } from '../../../../main/service/http.ts';
import { networkError } from '../../../../main/service/network-failures.ts';
import type { Transport, TransportRequest, TransportResult } from '../../../../main/service/transport.ts';
import { fakeClock } from './clock.ts';

export function setUp() {
  const clock = fakeClock();
  const requests: TransportRequest[] = [];
  const signals: AbortSignal[] = [];
  const replies: ((result: TransportResult) => void)[] = [];
  const transport: Pick<Transport, 'request'> = {
    request: (request, signal) => {
      requests.push(request);
      signals.push(signal);
      const { promise, resolve } = Promise.withResolvers<TransportResult>();
      replies.push(resolve);
      const aborted = (): void => resolve(fault('aborted', true));
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
  };
}

export function fault(name: 'aborted' | 'lost' | 'refused', sent: boolean): TransportResult {
  return { ok: false, error: networkError(name, name, { sent }) };
}

export function answer(status: number, pieces: readonly string[] = [], headers = {}): TransportResult {
  const body = Readable.from(pieces.map((piece) => Buffer.from(piece)));
  return { ok: true, value: { status, headers, body } };
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
