import { beforeEach, expect, test } from 'vitest';
import { fakeClock, type FakeClock } from '../service/clock.ts';
import { HealthWatch, type ProbeApi } from '../../../../main/health/health.ts';
import type { Call, Effect } from '../../../../main/service/types.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import type { Health, PartAnswer, PartHealth, PartName } from '../../../../preload/contract/service.ts';
import { fail, ok, type FailureCode, type Result } from '../../../../preload/contract/failure.ts';

const ID = 'c';
const DOWN = failure('timeout', { message: 'The board API does not answer.' });

let clock: FakeClock;
let setBackMs = 0;
let changes: Health[];
let down: Set<PartName>;
let probed: PartName[];
let watch: HealthWatch;

beforeEach(() => {
  clock = fakeClock();
  setBackMs = 0;
  changes = [];
  down = new Set();
  probed = [];
  watch = new HealthWatch({
    ...clock,
    now: () => clock.now() - setBackMs,
    onChange: (health) => changes.push(health),
  });
  watch.probeWith(ID, probeApi());
});

function probeApi(): ProbeApi {
  const answer = <T>(name: PartName, value: T): Promise<Result<T>> => {
    probed.push(name);
    const failed = down.has(name) ? DOWN : null;
    watch.observe(ID, name, failed);
    return Promise.resolve(failed === null ? ok(value) : fail(failed));
  };
  return {
    listBoards: () => answer('board-api', { items: [], notUnderstood: 0, total: null }),
    checkPaperApi: () => answer('paper-api', { status: 200 }),
    checkApp: () => answer('app', { status: 200 }),
  };
}

function part(name: PartName): PartHealth {
  const found = watch.state({ connectionId: ID }).parts.find((each) => each.name === name);
  if (found === undefined) throw new Error(name);
  return found;
}

function breakBoardApi(): void {
  down.add('board-api');
  watch.observe(ID, 'board-api', DOWN);
}

const sentence = (): string => watch.state({ connectionId: ID }).sentence;

test('a successful request marks its API and the network as healthy', () => {
  watch.observe(ID, 'board-api', null);
  expect(part('board-api')).toMatchObject({ state: 'good', lastSuccess: clock.now() });
  expect(part('network').state).toBe('good');
  expect(probed).toEqual([]);
  expect(clock.timers.size).toBe(0);
});

test('the network counts as healthy only after a response, and as offline only after a request found no network', () => {
  down = new Set(['paper-api', 'app']);
  breakBoardApi();
  expect(part('network').state).toBe('unknown');
  watch.observe(ID, 'board-api', failure('offline'));
  expect(sentence()).toMatch(/^This computer is offline\. You/u);
  watch.observe(ID, 'board-api', DOWN);
  expect(part('network').state).toBe('unknown');
  watch.observe(ID, 'paper-api', null);
  expect(part('network').state).toBe('good');
});

test('the message about an outage names the failed part of the service and the parts that respond', () => {
  breakBoardApi();
  expect(probed.toSorted()).toEqual(['app', 'paper-api']);
  expect(sentence()).toBe(
    'The board API does not answer. The paper API and the app host respond. Your network is fine.',
  );
  expect(changes.at(-1)).toEqual(watch.state({ connectionId: ID }));
});

test.each<readonly [FailureCode, number, PartAnswer]>([
  ['key-refused', 401, 'key-refused'],
  ['not-allowed', 402, 'billing'],
  ['not-allowed', 403, 'not-allowed'],
  ['refused', 422, 'good'],
])('after the failure %s (status %i), the API counts as “%s”', (code, status, answer) => {
  watch.observe(ID, 'paper-api', null, failure(code, { status }));
  expect(part('paper-api')).toMatchObject({ state: 'good', answer });
  watch.observe(ID, 'paper-api', null, 'host');
  expect(part('paper-api').answer).toBe(answer === 'good' ? 'reachable' : answer);
  watch.observe(ID, 'paper-api', null);
  expect(part('paper-api').answer).toBe('good');
});

test('a busy part of the service is checked again after the delay that its response requested', async () => {
  watch.attempted(ID, 'boardApi', { tookMs: 10, busyMs: 4000 });
  expect(changes.at(-1)?.parts[0]).toMatchObject({ answer: 'busy', nextProbe: clock.now() + 4000 });
  watch.observe(ID, 'board-api', null, failure('too-many-requests', { retryAfterSeconds: 7 }));
  expect(part('board-api')).toMatchObject({ answer: 'busy', nextProbe: clock.now() + 7000 });
  await clock.advance(7000);
  expect(probed).toEqual(['board-api']);
  expect(part('board-api')).toMatchObject({ answer: 'good', nextProbe: null });
});

test('a health check includes the parts of the service that had no result for 10 s', async () => {
  await clock.advance(20_000);
  watch.observe(ID, 'board-api', null);
  await watch.look({ connectionId: ID });
  expect(probed.toSorted()).toEqual(['app', 'paper-api']);
  await clock.advance(9999);
  await watch.look({ connectionId: ID });
  expect(probed).toHaveLength(2);
  await clock.advance(1);
  down.add('app');
  await watch.look({ connectionId: ID });
  expect(part('app').state).toBe('trouble');
});

test('setting the system clock back does not stop the health checks', async () => {
  await clock.advance(20_000);
  watch.observe(ID, 'board-api', null);
  setBackMs = 15_000;
  await watch.look({ connectionId: ID });
  expect(probed).toContain('board-api');
});

test('a failed part of the service is checked after 5 s, and then at growing intervals', async () => {
  breakBoardApi();
  probed = [];
  await clock.advance(4999);
  expect(probed).toEqual([]);
  await clock.advance(1);
  expect(probed).toEqual(['board-api']);
  expect(part('board-api').nextProbe).toBe(clock.now() + 10_000);
  await clock.advance(10 * 60_000);
  expect(probed.length).toBeGreaterThan(8);
  expect(probed.length).toBeLessThan(16);
  expect(new Set(probed)).toEqual(new Set(['board-api']));
});

test('an outage of the service ends when a health check succeeds', async () => {
  const begun = clock.now();
  breakBoardApi();
  await clock.advance(60_000);
  expect(part('board-api').since).toBe(begun);
  down.clear();
  await clock.advance(60_000);
  expect(part('board-api')).toMatchObject({ state: 'good', since: null, failure: null, nextProbe: null });
  expect(sentence()).toBe('');
  probed = [];
  await clock.advance(10 * 60_000);
  expect(probed).toEqual([]);
});

test('the button “Try now” checks all unhealthy parts of the service', async () => {
  down.add('app');
  watch.observe(ID, 'app', DOWN);
  down.clear();
  probed = [];
  const health = await watch.tryNow({ connectionId: ID });
  expect(probed).toEqual(['app']);
  expect(health.parts.every(({ state }) => state === 'good')).toBe(true);
});

test.each([
  [{ status: 504 }, /^The board API responded to the most recent request with status 504\./],
  [{}, /^The board API didn’t respond to the most recent request\./],
])('the message about an unknown outcome says whether the API responded: %j', (parts, words) => {
  watch.observe(ID, 'board-api', failure('outcome-unknown', parts));
  expect(sentence()).toMatch(words);
});

function callOf(name: string, api: Call['api'], effect: Effect, offset = '0'): Call {
  return { name, api, effect, path: '', thing: 'board', withKey: api !== 'appUrl', query: { offset } };
}

const CREATE = callOf('createBoard', 'boardApi', 'create');
const CALLS: readonly (readonly [Call, PartName])[] = [
  [callOf('listBoards', 'boardApi', 'read'), 'board-api'],
  [callOf('viewBoard', 'boardApi', 'read'), 'board-api'],
  [CREATE, 'board-api'],
  [callOf('deletePaper', 'paperApi', 'delete'), 'paper-api'],
  [callOf('mintToken', 'paperApi', 'mint'), 'paper-api'],
  [callOf('checkApp', 'appUrl', 'read'), 'app'],
];

test.each<[FailureCode, number | undefined, PartHealth['state']]>([
  ['refused', 422, 'good'],
  ['not-understood', 200, 'good'],
  ['refused', undefined, 'good'],
  ['too-many-requests', 429, 'good'],
  ['service-problem', 500, 'trouble'],
  ['timeout', undefined, 'trouble'],
  ['web-page', 200, 'trouble'],
  ['cancelled', undefined, 'unknown'],
  ['keychain-locked', undefined, 'unknown'],
  ['locked', undefined, 'unknown'],
])('after the failure “%s” (status %s) every part of the service counts as “%s”', (code, status, state) => {
  for (const [call, name] of CALLS) {
    watch.forget(ID);
    watch.called(ID, call, failure(code, status === undefined ? {} : { status }));
    expect(part(name).state, call.name).toBe(state);
  }
});

test.each([
  [504, 'trouble'],
  [201, 'good'],
])('after a create request with an unknown outcome and status %i the API counts as “%s”', (status, state) => {
  watch.called(ID, CREATE, failure('outcome-unknown', { status }));
  expect(part('board-api').state).toBe(state);
});

test('a 404 for a single board or paper does not count as a failure of the API', () => {
  const missing = failure('web-page', { status: 404 });
  watch.called(ID, callOf('viewBoard', 'boardApi', 'read'), missing);
  watch.called(ID, callOf('deleteBoard', 'boardApi', 'delete'), missing);
  watch.called(ID, callOf('listBoards', 'boardApi', 'read', '20'), missing);
  watch.called(ID, callOf('mintToken', 'boardApi', 'mint'), missing);
  expect(part('board-api').state).toBe('unknown');
  watch.called(ID, callOf('listBoards', 'boardApi', 'read'), missing);
  expect(part('board-api').state).toBe('trouble');
});
