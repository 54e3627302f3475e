import { expect, onTestFinished, test, vi } from 'vitest';
import {
  createLimiter,
  FIRST_IN_FLIGHT,
  MOST_IN_FLIGHT,
  type Method,
  type Permit,
  type Verdict,
} from '../../../../main/service/limiter.ts';
import { fakeClock, settle } from './clock.ts';

const HOST = 'boards.example';
const NEVER = new AbortController().signal;

function setUp() {
  const clock = fakeClock();
  const limiter = createLimiter(clock)(HOST);
  const inside: { readonly name: string; readonly place: Permit }[] = [];

  async function enter(name: string, method: Method = 'GET') {
    const place = await limiter.enter(method, NEVER);
    if (place !== null) inside.push({ name, place });
    return place !== null;
  }
  function leave(name: string, verdict: Verdict = 'accepted', pauseMs = 0): void {
    const index = inside.findIndex((each) => each.name === name);
    inside.splice(index, 1)[0]?.place.leave(verdict, pauseMs);
  }
  async function ask(count: number, method: Method = 'GET'): Promise<void> {
    for (let index = 0; index < count; index += 1) void enter(`${method} ${index}`, method);
    await settle();
  }
  /** Returns the first limit of parallel requests, and the limit after each round of requests with one verdict. */
  async function limitsAfter(...rounds: readonly Verdict[]): Promise<readonly number[]> {
    await ask(500);
    const seen = [inside.length];
    for (const verdict of rounds) {
      for (const { name } of inside.slice()) leave(name, verdict);
      // Waits, because after a refusal the limiter admits queued requests one at a time until its limit is reached.
      await clock.advance(120_000);
      seen.push(inside.length);
    }
    return seen;
  }
  const names = (): readonly string[] => inside.map(({ name }) => name);
  return { clock, limiter, names, enter, leave, ask, limitsAfter };
}

test('the number of parallel requests doubles up to 32, and is halved by each rate-limit response', async () => {
  const { limitsAfter } = setUp();
  const rounds = ['accepted', 'accepted', 'accepted', 'accepted', 'refused', 'refused', 'accepted'] as const;
  expect(await limitsAfter(...rounds)).toEqual([FIRST_IN_FLIGHT, 8, 16, 32, MOST_IN_FLIGHT, 16, 8, 9]);
});

test('a GET request does not wait until all queued DELETE requests are sent', async () => {
  const { names, ask, enter, leave } = setUp();
  await ask(1000, 'DELETE');
  void enter('a read');
  leave('DELETE 0', 'unknown');
  leave('DELETE 1', 'unknown');
  await settle();
  expect(names()).toContain('a read');
  expect(names()).toContain('DELETE 4');
});

test('the limiter ignores a delay of more than a minute that the service requests', async () => {
  const { clock, enter, leave } = setUp();
  await enter('refused');
  leave('refused', 'refused', 90_000);
  await clock.advance(50);
  expect(await enter('a create', 'POST')).toBe(true);
});

test('Easel stops delaying requests two minutes after the last rate-limit response', async () => {
  const { clock, limiter, enter, leave } = setUp();
  const many = async (): Promise<void> => {
    for (let index = 0; index < 100; index += 1) {
      const place = await limiter.enter('GET', NEVER);
      place?.leave('unknown');
    }
  };
  await many();
  await enter('refused');
  leave('refused', 'refused', 5000);
  await clock.advance(120_000);
  // If the limiter delayed a request, the test would time out here, because the clock does not advance.
  await many();
});

test('setting the system clock back does not make requests wait longer', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const host = createLimiter()(HOST);
  (await host.enter('GET', NEVER))?.leave('refused');
  vi.setSystemTime(Date.now() - 3_600_000);
  const next = host.enter('GET', NEVER);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await Promise.race([next, Promise.resolve(null)])).not.toBeNull();
});
