import { describe, expect, test } from 'vitest';
import {
  createLimiter,
  FIRST_IN_FLIGHT,
  MOST_IN_FLIGHT,
  type Method,
  type Permit,
  type Welcome,
} from '../../../../main/service/limiter.ts';
import { fakeClock, settle } from './clock.ts';

const ORIGIN = 'https://boards.example';
const NEVER = new AbortController().signal;

function setUp() {
  const clock = fakeClock();
  const limiter = createLimiter(clock);
  /** What has a place and has not left it, in order. */
  const inside: { readonly name: string; readonly place: Permit }[] = [];

  async function enter(
    name: string,
    method: Method = 'GET',
    signal = NEVER,
    origin = ORIGIN,
    partner?: string,
  ): Promise<boolean> {
    const place = await limiter.enter(origin, method, signal, partner);
    if (place !== null) inside.push({ name, place });
    return place !== null;
  }
  function leave(name: string, welcome: Welcome = 'welcome', pauseMs = 0): void {
    const index = inside.findIndex((each) => each.name === name);
    inside.splice(index, 1)[0]?.place.leave(welcome, pauseMs);
  }
  /** Asks for as many places; those that get one at once are inside. */
  async function ask(count: number, method: Method = 'GET'): Promise<void> {
    for (let index = 0; index < count; index += 1) void enter(`${method} ${index}`, method);
    await settle();
  }
  /** All inside leave in this way; those who wait move up. */
  async function everyoneLeaves(welcome: Welcome): Promise<void> {
    for (const { name } of inside.slice()) leave(name, welcome);
    await settle();
    // After a refusal those who wait are let in one by one: as long as it takes until all places are taken.
    await clock.advance(120_000);
  }
  const names = (): readonly string[] => inside.map(({ name }) => name);
  return {
    clock,
    limiter,
    names,
    enter,
    leave,
    ask,
    everyoneLeaves,
    /** While more ask than are let in. */
    limit: () => inside.length,
  };
}

describe('the limit', () => {
  test('starts at 4', async () => {
    const { limit, ask } = setUp();
    await ask(10);
    expect(limit()).toBe(4);
  });

  test('doubles with each round of responses up to 32, while all slots are taken', async () => {
    const { limit, ask, everyoneLeaves } = setUp();
    await ask(500);
    const seen = [limit()];
    for (let round = 0; round < 5; round += 1) {
      await everyoneLeaves('welcome');
      seen.push(limit());
    }
    expect(seen).toEqual([FIRST_IN_FLIGHT, 8, 16, 32, MOST_IN_FLIGHT, MOST_IN_FLIGHT]);
  });

  test('doesn’t grow while slots are free', async () => {
    const { limit, ask, enter, leave } = setUp();
    for (let index = 0; index < 100; index += 1) {
      await enter('one');
      leave('one');
    }
    await ask(10);
    expect(limit()).toBe(FIRST_IN_FLIGHT);
  });

  test('doesn’t grow without responses', async () => {
    const { limit, ask, everyoneLeaves } = setUp();
    await ask(50);
    await everyoneLeaves('unknown');
    expect(limit()).toBe(FIRST_IN_FLIGHT);
  });

  test('is halved once for all requests in flight, and again for later ones', async () => {
    const { limit, ask, everyoneLeaves } = setUp();
    await ask(200);
    for (let round = 0; round < 3; round += 1) await everyoneLeaves('welcome');
    expect(limit()).toBe(32);
    await everyoneLeaves('too-many');
    expect(limit()).toBe(16);
    await everyoneLeaves('too-many');
    expect(limit()).toBe(8);
  });

  test('never falls below one', async () => {
    const { limit, ask, everyoneLeaves } = setUp();
    await ask(100);
    for (let round = 0; round < 8; round += 1) await everyoneLeaves('too-many');
    expect(limit()).toBe(1);
  });

  test('grows by one for each round of responses after a refusal', async () => {
    const { limit, ask, everyoneLeaves } = setUp();
    await ask(200);
    await everyoneLeaves('welcome');
    await everyoneLeaves('too-many');
    const seen = [limit()];
    for (let round = 0; round < 4; round += 1) {
      await everyoneLeaves('welcome');
      seen.push(limit());
    }
    expect(seen).toEqual([4, 5, 6, 7, 8]);
  });

  test('is one per origin', async () => {
    const { ask, enter } = setUp();
    await ask(10);
    expect(await enter('elsewhere', 'GET', NEVER, 'https://papers.example')).toBe(true);
  });

  test('counts a slot released twice once', async () => {
    const { limiter, limit, ask } = setUp();
    const place = await limiter.enter(ORIGIN, 'GET', NEVER);
    place?.leave('welcome');
    place?.leave('too-many');
    await ask(10);
    expect(limit()).toBe(4);
  });
});

describe('the queue', () => {
  test('is first come, first served', async () => {
    const { names, ask, leave } = setUp();
    await ask(6);
    leave('GET 2', 'unknown');
    await settle();
    leave('GET 0', 'unknown');
    await settle();
    expect(names()).toEqual(['GET 1', 'GET 3', 'GET 4', 'GET 5']);
  });

  test('alternates between methods: a read doesn’t wait behind a thousand deletes', async () => {
    const { names, ask, enter, leave } = setUp();
    await ask(1000, 'DELETE');
    void enter('a read');
    leave('DELETE 0', 'unknown');
    leave('DELETE 1', 'unknown');
    await settle();
    expect(names()).toContain('a read');
    expect(names()).toContain('DELETE 4');
  });

  test('runs one POST at a time, and lets others pass', async () => {
    const { names, ask, enter, leave } = setUp();
    await ask(3, 'POST');
    await enter('a read');
    expect(names()).toEqual(['POST 0', 'a read']);
    leave('POST 0');
    await settle();
    expect(names()).toEqual(['a read', 'POST 1']);
  });

  test('drops who gives up while waiting', async () => {
    const { names, ask, enter, leave } = setUp();
    await ask(4);
    const caller = new AbortController();
    const waiting = enter('impatient', 'GET', caller.signal);
    void enter('patient');
    caller.abort();
    expect(await waiting).toBe(false);
    leave('GET 0', 'unknown');
    await settle();
    expect(names()).toEqual(['GET 1', 'GET 2', 'GET 3', 'patient']);
  });

  test('admits nobody who has already given up', async () => {
    const { limit, ask, enter } = setUp();
    expect(await enter('gone', 'GET', AbortSignal.abort())).toBe(false);
    await ask(10);
    expect(limit()).toBe(4);
  });
});

describe('a requested pause', () => {
  test('delays reads, creates and deletes for its duration', async () => {
    const { clock, names, enter, leave } = setUp();
    await enter('refused');
    leave('refused', 'too-many', 5000);
    void enter('a read');
    void enter('a delete', 'DELETE');
    void enter('a create', 'POST');
    await settle();
    await clock.advance(4999);
    expect(names()).toEqual([]);
    await clock.advance(1);
    expect(names()).toEqual(['a read']);
    leave('a read');
    await clock.advance(5000);
    expect(names()).toEqual(['a create', 'a delete']);
    expect(clock.timers.size).toBe(0);
  });

  test('is over for one request first; the others wait for its answer', async () => {
    const { clock, names, enter, ask, leave } = setUp();
    await enter('refused');
    leave('refused', 'too-many', 5000);
    await ask(10);
    await clock.advance(60_000);
    expect(names()).toEqual(['GET 0']);
    leave('GET 0', 'too-many', 5000);
    await clock.advance(60_000);
    expect(names()).toEqual(['GET 1']);
    leave('GET 1', 'unknown');
    await clock.advance(60_000);
    expect(names()).toEqual(['GET 2']);
    leave('GET 2', 'welcome');
    await clock.advance(60_000);
    expect(names().length).toBeGreaterThan(1);
  });

  test('of more than a minute delays nobody, and is known', async () => {
    const { limiter, clock, enter, leave } = setUp();
    await enter('refused');
    leave('refused', 'too-many', 90_000);
    await clock.advance(50);
    expect(await enter('a read')).toBe(true);
    expect(limiter.askedMs(ORIGIN)).toBe(89_950);
  });

  test('is not shortened by a later, shorter one', async () => {
    const { clock, names, enter, leave } = setUp();
    await enter('first');
    await enter('second');
    leave('first', 'too-many', 5000);
    leave('second', 'too-many', 1000);
    void enter('a read');
    await clock.advance(4999);
    expect(names()).toEqual([]);
    await clock.advance(1);
    expect(names()).toEqual(['a read']);
  });

  test('can be cancelled while waiting', async () => {
    const { enter, leave } = setUp();
    await enter('refused');
    leave('refused', 'too-many', 60_000);
    const caller = new AbortController();
    const waiting = enter('impatient', 'GET', caller.signal);
    caller.abort();
    expect(await waiting).toBe(false);
  });
});

describe('two origins with one key', () => {
  const OTHER = 'https://papers.example';
  function paired() {
    const all = setUp();
    const enterOther = (name: string, method: Method = 'GET'): Promise<boolean> =>
      all.enter(name, method, NEVER, OTHER, ORIGIN);
    return { ...all, enterOther };
  }

  test('share a pause', async () => {
    const { clock, limiter, names, enterOther, enter, leave } = paired();
    await enterOther('met');
    leave('met');
    await enter('refused');
    leave('refused', 'too-many', 5000);
    void enterOther('a create', 'POST');
    await clock.advance(4999);
    expect(names()).toEqual([]);
    await clock.advance(1);
    expect(names()).toEqual(['a create']);
    leave('a create', 'too-many', 90_000);
    expect(limiter.askedMs(ORIGIN)).toBe(90_000);
  });

  test('no longer share it once the second one has answered during a pause of the first', async () => {
    const { names, enterOther, enter, leave } = paired();
    const already = ['1', '2', '3', '4'];
    for (const name of already) await enterOther(name);
    await enter('refused');
    leave('refused', 'too-many', 5000);
    for (const name of already) {
      void enterOther(`after ${name}`);
      await settle();
      expect(names().filter((each) => each.startsWith('after'))).toEqual([]);
      leave(name);
    }
    await settle();
    expect(names()[0]).toBe('after 1');
  });

  test('share it again once the second one refuses during a pause of the first', async () => {
    const { clock, names, enterOther, enter, leave } = paired();
    for (const name of ['1', '2', '3', '4']) await enterOther(name);
    await enter('refused');
    leave('refused', 'too-many', 5000);
    for (const name of ['1', '2', '3', '4']) leave(name);
    await enterOther('5');
    leave('5', 'too-many');
    await clock.advance(4000);
    void enterOther('a read');
    await settle();
    expect(names()).toEqual([]);
    await clock.advance(1000);
    expect(names()).toEqual(['a read']);
  });

  test('with two keys don’t', async () => {
    const { enter, leave } = paired();
    await enter('refused');
    leave('refused', 'too-many', 5000);
    expect(await enter('a read', 'GET', NEVER, OTHER)).toBe(true);
  });
});

test('a request due between two looks at the clock isn’t missed', async () => {
  let now = 0;
  let step = 0;
  const timers: (() => void)[] = [];
  const limiter = createLimiter({
    now: () => (now += step),
    after: (_ms, run) => {
      timers.push(run);
      return () => undefined;
    },
  });
  const first = await limiter.enter(ORIGIN, 'GET', NEVER);
  first?.leave('too-many', 5000);
  // The first look is too early, and the next one is not.
  now = 4999.5;
  step = 0.3;
  const waiting = limiter.enter(ORIGIN, 'DELETE', NEVER);
  for (const run of timers.splice(0)) run();
  const place = await Promise.race([waiting, settle().then(() => 'forgotten' as const)]);
  expect(place).not.toBe('forgotten');
});
