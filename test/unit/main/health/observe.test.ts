import { beforeEach, expect, test } from 'vitest';
import { HealthWatch } from '../../../../main/health/health.ts';
import type { Call, Effect } from '../../../../main/service/types.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import type { FailureCode } from '../../../../preload/contract/failure.ts';
import type { PartHealth, PartName } from '../../../../preload/contract/service.ts';
import { fakeClock } from '../service/clock.ts';

const ID = 'c';
let watch: HealthWatch;

beforeEach(() => {
  watch = new HealthWatch({ ...fakeClock(), onChange: () => undefined, hasNetwork: () => true });
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

function stateOf(part: PartName): PartHealth['state'] | undefined {
  return watch.state({ connectionId: ID }).parts.find(({ name }) => name === part)?.state;
}

test.each<[FailureCode, number | undefined, PartHealth['state']]>([
  ['refused', 422, 'good'],
  ['not-understood', 200, 'good'],
  ['refused', undefined, 'good'],
  ['too-many-requests', undefined, 'good'],
  ['service-problem', 500, 'trouble'],
  ['timeout', undefined, 'trouble'],
  ['web-page', 200, 'trouble'],
  ['cancelled', undefined, 'unknown'],
  ['keychain-locked', undefined, 'unknown'],
  ['locked', undefined, 'unknown'],
])('after the failure “%s” (status %s) every part of the service counts as “%s”', (code, status, state) => {
  for (const [call, part] of CALLS) {
    watch.forget(ID);
    watch.called(ID, call, failure(code, status === undefined ? {} : { status }));
    expect(stateOf(part), call.name).toBe(state);
  }
});

test.each([
  [504, 'trouble'],
  [201, 'good'],
])('after a create request with an unknown outcome and status %i the API counts as “%s”', (status, state) => {
  watch.called(ID, CREATE, failure('outcome-unknown', { status }));
  expect(stateOf('board-api')).toBe(state);
});

test('a 404 for a single board or paper does not count as a failure of the API', () => {
  const missing = failure('web-page', { status: 404 });
  watch.called(ID, callOf('viewBoard', 'boardApi', 'read'), missing);
  watch.called(ID, callOf('deleteBoard', 'boardApi', 'delete'), missing);
  watch.called(ID, callOf('listBoards', 'boardApi', 'read', '20'), missing);
  expect(stateOf('board-api')).toBe('unknown');
  watch.called(ID, callOf('listBoards', 'boardApi', 'read'), missing);
  expect(stateOf('board-api')).toBe('trouble');
});

test('a create request that fails because of the rate limit marks the board API as busy', () => {
  watch.called(ID, CREATE, failure('too-many-requests', { retryAfterSeconds: 90 }));
  const part = watch.state({ connectionId: ID }).parts.find(({ name }) => name === 'board-api');
  expect(part).toMatchObject({ answer: 'busy', nextProbe: 90_000 });
});
