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

  async function enter(name: string, method: Method = 'GET', origin = ORIGIN, partner?: string) {
    const place = await limiter.enter(origin, method, NEVER, partner);
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

  test('counts a slot released twice once', async () => {
    const { limiter, names, ask } = setUp();
    const place = await limiter.enter(ORIGIN, 'GET', NEVER);
    place?.leave('welcome');
    place?.leave('too-many');
    await ask(10);
    expect(names()).toHaveLength(4);
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
    const answers = [['too-many', 5000], ['unknown'], ['welcome']] as const;
    for (const [at, [welcome, pauseMs]] of answers.entries()) {
      await clock.advance(60_000);
      expect(names()).toEqual([`GET ${at}`]);
      leave(`GET ${at}`, welcome, pauseMs);
    }
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
});

describe('two origins with one key', () => {
  const OTHER = 'https://papers.example';
  function paired() {
    const all = setUp();
    const enterOther = (name: string, method: Method = 'GET'): Promise<boolean> =>
      all.enter(name, method, OTHER, ORIGIN);
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
});
