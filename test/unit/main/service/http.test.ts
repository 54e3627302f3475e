import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { type Attempt, type Authorize, createHttp, systemHasNetwork } from '../../../../main/service/http.ts';
import { fail, type Failure, ok } from '../../../../preload/contract/failure.ts';
import { networkError } from '../../../../main/service/network-failures.ts';
import type { Transport, TransportRequest, TransportResult } from '../../../../main/service/transport.ts';
import { fakeClock } from './clock.ts';

function setUp() {
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
  const send = createHttp({ transport, clock, random: () => 1 });
  return {
    http: {
      send: (
        request: TransportRequest,
        signal: AbortSignal | undefined,
        beforeSending?: AbortSignal,
        authorize: Authorize = () => Promise.resolve(ok({ headers: {}, whyNot: () => null })),
        onAttempt: (attempt: Attempt) => void = () => undefined,
      ) => send(request, signal, beforeSending, authorize, onAttempt),
    },
    advance: (ms: number) => clock.advance(ms),
    requests,
    signals,
    reply: (result: TransportResult) => replies.shift()?.(result),
    /** Simulates received bytes. If the request is aborted after that, its result is an incomplete response. */
    receive: () => {
      cut = { ok: true, value: { status: 200, headers: {}, bytes: new Uint8Array(0), end: 'lost' } };
      requests.at(-1)?.onBytes?.();
    },
  };
}

function fault(name: 'aborted' | 'lost' | 'refused', sent: boolean): TransportResult {
  return { ok: false, error: networkError(name, name, { sent }) };
}

function answer(status: number, headers = {}): TransportResult {
  return { ok: true, value: { status, headers, bytes: new Uint8Array(0), end: 'whole' } };
}

const request = (method: TransportRequest['method']): TransportRequest => ({
  method,
  url: new URL('https://boards.example/api/board'),
  headers: {},
  body: null,
});

test('a request that gets no response ends after 30 s', async () => {
  const { http, advance, requests } = setUp();
  const attempts: Attempt[] = [];
  const sent = http.send(request('GET'), undefined, undefined, undefined, (each) => attempts.push(each));
  await advance(4999);
  expect(attempts).toEqual([]);
  await advance(25_000);
  expect(attempts).toEqual([{ tookMs: null, busyMs: null, waitingSince: expect.any(Number) }]);
  expect(requests).toHaveLength(1);
  await advance(1);
  expect(await sent).toMatchObject({
    outcome: { kind: 'stopped', stop: 'no-answer' },
    attempts: 1,
    sent: true,
  });
});

test('a request ends if no part of its response body arrives for 30 s', async () => {
  const { http, advance, receive, signals } = setUp();
  const sent = http.send(request('DELETE'), undefined);
  await advance(20_000);
  receive();
  await advance(29_999);
  expect(signals[0]?.aborted).toBe(false);
  await advance(1);
  expect(await sent).toMatchObject({
    outcome: { kind: 'answer', answer: { status: 200, bytes: new Uint8Array(0), end: 'stalled' } },
  });
});

test('a request that is cancelled before it starts is not sent', async () => {
  const { http, requests } = setUp();
  const result = await http.send(request('GET'), AbortSignal.abort());
  expect(result).toMatchObject({ outcome: { kind: 'stopped', stop: 'cancelled' }, sent: false });
  expect(requests).toHaveLength(0);
});

test('a request that is cancelled during the delay before its retry is not sent again', async () => {
  const { http, advance, reply, requests } = setUp();
  const caller = new AbortController();
  const sent = http.send(request('GET'), caller.signal);
  await advance(0);
  reply(fault('refused', false));
  await advance(10);
  caller.abort();
  expect(await sent).toMatchObject({ outcome: { kind: 'stopped', stop: 'cancelled' } });
  await advance(60_000);
  expect(requests).toHaveLength(1);
});

test.each([true, false])(
  'a retried request counts as sent if its first attempt was sent: %s',
  async (first) => {
    const { http, advance, reply } = setUp();
    const sent = http.send(request('DELETE'), undefined);
    await advance(0);
    reply(fault('lost', first));
    await advance(1000);
    reply(fault('refused', false));
    expect(await sent).toMatchObject({
      outcome: { kind: 'network', error: { fault: 'refused' } },
      sent: first,
      repeated: first,
      attempts: 2,
    });
  },
);

test.each([429, 503])('a Retry-After header with status %i delays all later requests', async (status) => {
  const { http, advance, reply, requests } = setUp();
  void http.send(request('GET'), undefined);
  await advance(0);
  reply(answer(status, { 'retry-after': '10' }));
  await advance(0);
  void http.send(request('GET'), undefined);
  void http.send(request('DELETE'), undefined);
  void http.send(request('POST'), undefined);
  await advance(9999);
  expect(requests.map(({ method }) => method)).toEqual(['GET']);
  await advance(1000);
  reply(answer(200));
  await advance(1000);
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST', 'DELETE']);
});

test('the retry of a DELETE request is not sent if its job is cancelled during the delay', async () => {
  const { http, advance, reply, requests } = setUp();
  const job = new AbortController();
  const sent = http.send(request('DELETE'), undefined, job.signal);
  await advance(0);
  reply(fault('lost', true));
  await advance(10);
  job.abort();
  expect(await sent).toMatchObject({ outcome: { error: { fault: 'lost' } }, attempts: 1, sent: true });
  await advance(60_000);
  expect(requests).toHaveLength(1);
});

const KEYED = { headers: { authorization: 'Bearer k' }, whyNot: () => null };

const locked = failure('locked');

test('Easel reads the API key of a delayed request only when the request is sent', async () => {
  const { http, advance, reply, requests } = setUp();
  void http.send(request('GET'), undefined);
  await advance(0);
  reply(answer(429, { 'retry-after': '10' }));
  await advance(0);
  let isLocked = false;
  let asked = 0;
  const authorize: Authorize = () => {
    asked += 1;
    return Promise.resolve(isLocked ? fail(locked) : ok(KEYED));
  };
  const [read, deleted] = [
    http.send(request('GET'), undefined, undefined, authorize),
    http.send(request('DELETE'), undefined, undefined, authorize),
  ];
  await advance(9000);
  expect(asked).toBe(0);
  isLocked = true;
  await advance(30_000);
  expect([await read, await deleted]).toMatchObject([
    { outcome: { kind: 'withheld', failure: locked }, sent: false, attempts: 1 },
    { outcome: { kind: 'withheld', failure: locked }, sent: false },
  ]);
  // The service has received only the two requests sent before the lock.
  expect(requests.map(({ headers }) => headers['authorization'])).toEqual([undefined, undefined]);
});

test('a request is not retried if its API key is no longer available', async () => {
  const { http, advance, reply, requests } = setUp();
  const keys = [ok(KEYED), fail(locked)];
  const sent = http.send(request('DELETE'), undefined, undefined, () =>
    Promise.resolve(keys.shift() ?? fail(locked)),
  );
  await advance(0);
  expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer k' });
  reply(fault('lost', true));
  await advance(2000);
  expect(await sent).toMatchObject({
    outcome: { kind: 'network', error: { fault: 'lost' } },
    sent: true,
    attempts: 1,
  });
  expect(requests).toHaveLength(1);
});

test('a request is not sent if it is cancelled while its API key is read', async () => {
  const { http, advance, requests } = setUp();
  const key = Promise.withResolvers<Awaited<ReturnType<Authorize>>>();
  const taken = new AbortController();
  const sent = http.send(request('DELETE'), undefined, taken.signal, () => key.promise);
  await advance(0);
  taken.abort();
  key.resolve(ok(KEYED));
  expect(await sent).toMatchObject({ outcome: { kind: 'stopped', stop: 'cancelled' }, sent: false });
  expect(requests).toEqual([]);
});

test.each([
  ['Easel is locked', locked, { kind: 'withheld', failure: locked }],
  ['the request is cancelled', null, { kind: 'stopped', stop: 'cancelled' }],
])('a request is not sent if %s while its TCP connection opens', async (_what, later, outcome) => {
  const { http, advance, reply, requests } = setUp();
  const taken = new AbortController();
  let why: Failure | null = null;
  const sent = http.send(request('DELETE'), undefined, taken.signal, () =>
    Promise.resolve(ok({ headers: {}, whyNot: () => why })),
  );
  await advance(0);
  expect(requests[0]?.mayBegin?.()).toBe(true);
  why = later;
  taken.abort();
  expect(requests[0]?.mayBegin?.()).toBe(false);
  reply(fault('aborted', false));
  expect(await sent).toMatchObject({ outcome, sent: false });
  expect(requests).toHaveLength(1);
});

test.each([
  ['192.168.1.7', true],
  ['2001:db8::1', true],
  ['fe80::1c2f', false],
  ['169.254.10.3', false],
])('a computer whose only address is %s has a network: %s', (address, expected) => {
  const found = [{ address, internal: false }] as NetworkInterfaceInfo[];
  expect(systemHasNetwork({ en0: found })).toBe(expected);
});
