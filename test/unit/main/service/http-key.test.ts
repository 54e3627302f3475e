import { describe, expect, test } from 'vitest';
import { failure } from '../../../../main/wording/failure.ts';
import type { Authorize } from '../../../../main/service/http.ts';
import { fail, ok, type Failure } from '../../../../preload/contract/failure.ts';
import { answer, fault, request, setUp } from './http-under-test.ts';

const KEYED = { headers: { authorization: 'Bearer k' }, whyNot: () => null };

describe('the key', () => {
  const locked = failure('locked');

  test('is requested when the request may start, and not while it waits', async () => {
    const { http, advance, reply, requests } = setUp();
    void http.send(request('GET'), undefined);
    await advance(0);
    reply(answer(429, [], { 'retry-after': '10' }));
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
    // The very first one, again.
    expect(requests.map(({ headers }) => headers['authorization'])).toEqual([undefined, undefined]);
  });

  test('goes with each attempt; without it for the second one, the first result stands', async () => {
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

  test('that arrives too late is not sent', async () => {
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
    ['it is locked', locked, { kind: 'withheld', failure: locked }],
    ['it is not wanted any more', null, { kind: 'stopped', stop: 'cancelled' }],
  ])('is not written when %s while connecting', async (_what, later, outcome) => {
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
});
