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

const HOST = 'boards.example';
const NEVER = new AbortController().signal;

function setUp() {
  const clock = fakeClock();
  const limiter = createLimiter(clock);
  /** What has a place and has not left it, in order. */
  const inside: { readonly name: string; readonly place: Permit }[] = [];

  async function enter(name: string, method: Method = 'GET') {
    const place = await limiter.enter(HOST, method, NEVER);
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
  /** How many are let in at first, and after each round in which all inside leave in this way. */
  async function limitsAfter(...rounds: readonly Welcome[]): Promise<readonly number[]> {
    await ask(500);
    const seen = [inside.length];
    for (const welcome of rounds) {
      for (const { name } of inside.slice()) leave(name, welcome);
      // After a refusal those who wait are let in one by one: as long as it takes until all places are taken.
      await clock.advance(120_000);
      seen.push(inside.length);
    }
    return seen;
  }
  const names = (): readonly string[] => inside.map(({ name }) => name);
  return { clock, limiter, names, enter, leave, ask, limitsAfter };
}

describe('the limit', () => {
  test('doubles with each round of responses up to 32, while all slots are taken', async () => {
    const { limitsAfter } = setUp();
    expect(await limitsAfter('welcome', 'welcome', 'welcome', 'welcome')).toEqual([
      FIRST_IN_FLIGHT,
      8,
      16,
      32,
      MOST_IN_FLIGHT,
    ]);
  });

  test('is halved once for all in flight, and then grows by one for each round', async () => {
    const { limitsAfter } = setUp();
    expect(await limitsAfter('welcome', 'welcome', 'too-many', 'too-many', 'welcome', 'welcome')).toEqual([
      4, 8, 16, 8, 4, 5, 6,
    ]);
  });
});

describe('the queue', () => {
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
    await clock.advance(5000);
    expect(names()).toEqual(['a read', 'a create']);
    leave('a create');
    await settle();
    expect(names()).toEqual(['a read', 'a delete']);
    expect(clock.timers.size).toBe(0);
  });

  test('of more than a minute does not delay reads, and is reported by askedMs', async () => {
    const { limiter, clock, enter, leave } = setUp();
    await enter('refused');
    leave('refused', 'too-many', 90_000);
    await clock.advance(50);
    expect(await enter('a read')).toBe(true);
    expect(limiter.askedMs(HOST)).toBe(89_950);
  });
});

describe('the pace after a refusal', () => {
  test('does not space requests before a refusal, nor after a long time without one', async () => {
    const { clock, limiter, enter, leave } = setUp();
    const many = async (): Promise<void> => {
      for (let index = 0; index < 100; index += 1) {
        const place = await limiter.enter(HOST, 'GET', NEVER);
        place?.leave('unknown');
      }
    };
    await many();
    await enter('refused');
    leave('refused', 'too-many', 5000);
    await clock.advance(120_000);
    // Were it spaced, it would wait for the clock.
    await many();
  });

  test.each([
    // The least number of answers that says anything, in 150 ms, and half of that.
    ['half of 213 a second', 0, 106],
    // What was taken lately.
    ['half of 400 a second', 60, 200],
  ])('is %s', async (_what, answers, perSecond) => {
    const { clock, limiter, enter, leave } = setUp();
    for (let index = 0; index < answers; index += 1)
      (await limiter.enter(HOST, 'GET', NEVER))?.leave('welcome');
    await enter('refused');
    leave('refused', 'too-many');
    let begun = 0;
    const go = async (): Promise<void> => {
      for (;;) {
        const place = await limiter.enter(HOST, 'GET', NEVER);
        place?.leave('unknown');
        begun += 1;
      }
    };
    void go();
    await clock.advance(1050);
    // 20 ms that a late timer may lose are made up for.
    expect(begun).toBeGreaterThanOrEqual(perSecond * 0.95);
    expect(begun).toBeLessThanOrEqual(perSecond * 1.05 + 5);
  });
});
