import { beforeEach, describe, expect, test } from 'vitest';
import { HealthWatch, type ProbeApi } from '../../../../main/health/health.ts';
import { failure } from '../../../../main/wording/failure.ts';
import type { Health, PartHealth, PartName } from '../../../../preload/contract/service.ts';
import { fail, ok, type Failure } from '../../../../preload/contract/failure.ts';

const ID = 'c';
const DOWN = failure('timeout', { message: 'The board API does not answer.' });

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

let now: number;
let timers: Set<Timer>;
let changes: Health[];
let down: Set<PartName>;
let probed: PartName[];
let network: boolean;
let inFront: string | null;
let watch: HealthWatch;

beforeEach(() => {
  now = 1_000_000;
  timers = new Set();
  changes = [];
  down = new Set();
  probed = [];
  network = true;
  inFront = ID;
  watch = new HealthWatch({
    onChange: (health) => changes.push(health),
    hasNetwork: () => network,
    inFront: () => Promise.resolve(inFront),
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  watch.probeWith(ID, probeApi());
});

/** A client whose calls go well but for the parts that are down; each tells the watch, as observed calls do. */
function probeApi(): ProbeApi {
  const observe = watch.observer(ID);
  function answer(name: PartName): Failure | null {
    probed.push(name);
    const failed = down.has(name) ? DOWN : null;
    observe(name, failed);
    return failed;
  }
  return {
    listBoards: () => {
      const failed = answer('board-api');
      return Promise.resolve(
        failed === null ? ok({ items: [], notUnderstood: 0, total: null }) : fail(failed),
      );
    },
    checkPaperApi: () => {
      const failed = answer('paper-api');
      return Promise.resolve(failed === null ? ok({ status: 200 }) : fail(failed));
    },
    checkApp: () => {
      const failed = answer('app');
      return Promise.resolve(failed === null ? ok({ status: 200 }) : fail(failed));
    },
  };
}

function part(name: PartName): PartHealth {
  const found = watch.state({ connectionId: ID }).parts.find((each) => each.name === name);
  if (found === undefined) throw new Error(name);
  return found;
}

/** Lets time pass, running what falls due. */
function advance(ms: number): void {
  const end = now + ms;
  for (;;) {
    const due = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
    if (due === undefined) break;
    timers.delete(due);
    now = due.at;
    due.run();
  }
  now = end;
}

test('at first nothing is known, and nothing is requested', () => {
  expect(watch.state({ connectionId: ID }).parts.map(({ state }) => state)).toEqual([
    'unknown',
    'unknown',
    'unknown',
    'unknown',
  ]);
  expect(watch.state({ connectionId: ID }).sentence).toBe('');
  expect(probed).toEqual([]);
});

test('a successful request marks its part and the network healthy, without a probe', () => {
  watch.observer(ID)('board-api', null);
  expect(part('board-api')).toMatchObject({ state: 'good', lastSuccess: now });
  expect(part('network').state).toBe('good');
  expect(probed).toEqual([]);
  expect(timers.size).toBe(0);
});

test('a thousand responses in a row are published once a second, with the last one', () => {
  const observe = watch.observer(ID);
  for (let answers = 0; answers < 1000; answers += 1) {
    observe('board-api', null);
    now += 2;
  }
  expect(changes.length).toBeLessThanOrEqual(3);
  const part = watch.state({ connectionId: ID }).parts.find(({ name }) => name === 'board-api');
  expect(part).toMatchObject({ state: 'good', lastSuccess: now - 2 });
  observe('board-api', DOWN);
  expect(changes.at(-1)?.parts.find(({ name }) => name === 'board-api')).toMatchObject({ state: 'trouble' });
});

test('an outage says which part is down and that the others respond, without a click', () => {
  down.add('board-api');
  watch.observer(ID)('board-api', DOWN);
  expect(probed.toSorted()).toEqual(['app', 'paper-api']);
  expect(watch.state({ connectionId: ID }).sentence).toBe(
    'The board API does not answer. The paper API and the app host answer. Your network is fine.',
  );
  expect(changes.at(-1)).toEqual(watch.state({ connectionId: ID }));
});

test('a part in trouble is probed after 5 s, then less often, with at most a minute between', () => {
  down.add('board-api');
  watch.observer(ID)('board-api', DOWN);
  probed = [];
  advance(4999);
  expect(probed).toEqual([]);
  advance(1);
  expect(probed).toEqual(['board-api']);
  expect(part('board-api').nextProbe).toBe(now + 10_000);
  advance(10 * 60_000);
  expect(probed.length).toBeGreaterThan(8);
  expect(probed.length).toBeLessThan(16);
  expect(new Set(probed)).toEqual(new Set(['board-api']));
});

test('an outage keeps its start time, and recovery is noticed automatically', () => {
  down.add('board-api');
  const begun = now;
  watch.observer(ID)('board-api', DOWN);
  advance(60_000);
  expect(part('board-api').since).toBe(begun);
  down.clear();
  advance(60_000);
  expect(part('board-api')).toMatchObject({ state: 'good', since: null, failure: null, nextProbe: null });
  expect(watch.state({ connectionId: ID }).sentence).toBe('');
  probed = [];
  advance(10 * 60_000);
  expect(probed).toEqual([]);
});

test('when one part recovers the others in trouble are tried at once', () => {
  down.add('board-api').add('app');
  watch.observer(ID)('board-api', DOWN);
  expect(part('app').state).toBe('trouble');
  down.clear();
  watch.observer(ID)('board-api', null);
  expect(part('app').state).toBe('good');
});

describe('while a person looks', () => {
  /** Lets time pass in steps, and what was begun come to its end. */
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 1000) {
      advance(1000);
      await settled();
    }
  }
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  test('a part that nothing has asked for a minute is probed, and at most once a minute', async () => {
    watch.observer(ID)('board-api', null);
    watch.looking(true);
    await pass(59_000);
    expect(probed).toEqual([]);
    await pass(2000);
    expect(probed.toSorted()).toEqual(['app', 'board-api', 'paper-api']);
    await pass(5 * 60_000);
    expect(probed.filter((name) => name === 'app')).toHaveLength(6);
  });

  test('the board API, which needs the key, is not probed before anything else has asked it', async () => {
    watch.looking(true);
    await pass(3 * 60_000);
    expect(probed).not.toContain('board-api');
    expect(probed).toContain('app');
  });

  test('a part in trouble has its own probes alone', async () => {
    watch.looking(true);
    down.add('app');
    watch.observer(ID)('app', DOWN);
    await pass(20_000);
    const soon = probed.filter((name) => name === 'app').length;
    watch.looking(false);
    expect(soon).toBe(2);
  });

  test('nothing is probed once nobody looks, of no connection in the background, and after a lock', async () => {
    watch.looking(true);
    watch.looking(false);
    await pass(3 * 60_000);
    inFront = 'another';
    watch.looking(true);
    await pass(3 * 60_000);
    inFront = ID;
    watch.forget(ID);
    await pass(3 * 60_000);
    expect(probed).toEqual([]);
    watch.stop();
    expect(timers.size).toBe(0);
  });

  test('who comes back after a while learns at once how it is', async () => {
    watch.observer(ID)('board-api', null);
    await pass(10 * 60_000);
    watch.looking(true);
    await pass(1000);
    expect(probed).toContain('board-api');
  });
});

test('a part that a lost room makes suspect is probed at once, and not again and again', () => {
  watch.observer(ID)('app', null);
  advance(10_000);
  watch.suspect(ID, 'app');
  watch.suspect(ID, 'app');
  expect(probed).toEqual(['app']);
  advance(5000);
  down.add('app');
  watch.suspect(ID, 'app');
  expect(part('app').state).toBe('trouble');
  watch.suspect('another', 'app');
  expect(probed.filter((name) => name === 'app')).toHaveLength(2);
});

test('trying now probes all unhealthy parts at once', async () => {
  down.add('app');
  watch.observer(ID)('app', DOWN);
  down.clear();
  probed = [];
  const health = await watch.tryNow({ connectionId: ID });
  expect(probed).toEqual(['app']);
  expect(health.parts.every(({ state }) => state === 'good')).toBe(true);
});

test('a removed connection is no longer probed', () => {
  down.add('board-api');
  watch.observer(ID)('board-api', DOWN);
  watch.forget(ID);
  probed = [];
  advance(10 * 60_000);
  expect(probed).toEqual([]);
  expect(part('board-api').state).toBe('unknown');
});

test('running probes end with their connection, and a re-added connection gets new ones', () => {
  const signals: (AbortSignal | undefined)[] = [];
  const asks = (signal?: AbortSignal): Promise<never> => {
    signals.push(signal);
    return new Promise(() => undefined);
  };
  const api: ProbeApi = {
    listBoards: (_page, signal) => asks(signal),
    checkPaperApi: asks,
    checkApp: asks,
  };
  watch.probeWith(ID, api);
  void watch.tryNow({ connectionId: ID });
  expect(signals.map((signal) => signal?.aborted)).toEqual([false, false, false]);
  watch.forget(ID);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true]);
  watch.probeWith(ID, api);
  void watch.tryNow({ connectionId: ID });
  expect(signals.slice(3).map((signal) => signal?.aborted)).toEqual([false, false, false]);
});

test('what was asked at an earlier address says nothing of the present one', () => {
  const observe = watch.observer(ID);
  watch.forget(ID);
  observe('board-api', DOWN);
  expect(part('board-api').state).toBe('unknown');
  watch.observer(ID)('board-api', null);
  observe('board-api', DOWN);
  expect(part('board-api').state).toBe('good');
});

test('what changes something and is answered by a gateway is reported with the answer', () => {
  watch.observer(ID)('board-api', failure('outcome-unknown', { status: 504 }));
  expect(watch.state({ connectionId: ID }).sentence).toMatch(
    /^The board API answered the last request with status 504\./,
  );
});

test('a create without an outcome is reported once: its part says that a response did not come', () => {
  watch.observer(ID)('board-api', failure('outcome-unknown'));
  expect(watch.state({ connectionId: ID }).sentence).toMatch(
    /^The board API did not answer the last request\./,
  );
});
