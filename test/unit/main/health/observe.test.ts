import { expect, test } from 'vitest';
import { observed } from '../../../../main/health/health.ts';
import type { ServiceApi } from '../../../../main/service/api.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { fail, type Failure, type FailureCode } from '../../../../preload/contract/failure.ts';

const CALLS: readonly (readonly [keyof ServiceApi, string])[] = [
  ['listBoards', 'board-api'],
  ['viewBoard', 'board-api'],
  ['createBoard', 'board-api'],
  ['deleteBoard', 'board-api'],
  ['createPaper', 'paper-api'],
  ['deletePaper', 'paper-api'],
  ['mintToken', 'paper-api'],
  ['mintInvite', 'paper-api'],
  ['checkPaperApi', 'paper-api'],
  ['checkApp', 'app'],
];

/** Makes a call that fails like this, and returns the reported health: the part of the service, and its failure. */
async function reportedOf(name: keyof ServiceApi, failed: Failure, page: object = {}): Promise<unknown[]> {
  const seen: unknown[] = [];
  const api = { [name]: () => Promise.resolve(fail(failed)) } as unknown as ServiceApi;
  const call = observed(api, (part, reported) => seen.push(part, reported))[name];
  expect(await (call as (page: object) => Promise<unknown>)(page)).toEqual(fail(failed));
  return seen;
}

test.each<[FailureCode, 'trouble' | 'answers' | 'nothing']>([
  ['refused', 'answers'],
  ['not-understood', 'answers'],
  ['service-problem', 'trouble'],
  ['timeout', 'trouble'],
  ['web-page', 'trouble'],
  ['cancelled', 'nothing'],
  ['keychain-locked', 'nothing'],
  ['locked', 'nothing'],
])('after the failure “%s” each part of the service counts as “%s”', async (code, meant) => {
  const failed = failure(code);
  for (const [name, part] of CALLS) {
    const reported = meant === 'nothing' ? [] : [part, meant === 'trouble' ? failed : null];
    expect(await reportedOf(name, failed), name).toEqual(reported);
  }
});

test.each([
  [504, true],
  [201, false],
])(
  'a create with an unknown outcome and status %i marks the API as unhealthy: %s',
  async (status, isTrouble) => {
    const lost = failure('outcome-unknown', { status });
    expect(await reportedOf('createBoard', lost)).toEqual(['board-api', isTrouble ? lost : null]);
  },
);

test('a 404 for one board or paper does not change the health of the API', async () => {
  const missing = failure('web-page', { status: 404 });
  for (const name of ['viewBoard', 'deleteBoard', 'deletePaper'] as const) {
    expect(await reportedOf(name, missing)).toEqual([]);
  }
  expect(await reportedOf('listBoards', missing, { limit: 10, offset: 20 })).toEqual([]);
  expect(await reportedOf('listBoards', missing, { limit: 10, offset: 0 })).toEqual(['board-api', missing]);
});
