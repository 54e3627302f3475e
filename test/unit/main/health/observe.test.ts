import { expect, test } from 'vitest';
import { observed } from '../../../../main/health/observe.ts';
import type { ServiceApi } from '../../../../main/service/api.ts';
import { failure } from '../../../../main/wording/failure.ts';
import { fail, FAILURE_CODES, type Failure, type FailureCode } from '../../../../preload/contract/failure.ts';

/** What each failure says about its part: it is down, it answers all the same, or nothing. */
const MEANS: Readonly<Record<FailureCode, 'trouble' | 'answers' | 'nothing'>> = {
  'key-refused': 'answers',
  'not-allowed': 'answers',
  'not-found': 'answers',
  'already-gone': 'answers',
  'too-many-requests': 'answers',
  refused: 'answers',
  'service-problem': 'trouble',
  'cannot-reach': 'trouble',
  timeout: 'trouble',
  offline: 'trouble',
  certificate: 'trouble',
  'proxy-sign-in': 'trouble',
  'web-page': 'trouble',
  redirected: 'trouble',
  'not-understood': 'answers',
  'outcome-unknown': 'trouble',
  cancelled: 'nothing',
  'no-key': 'nothing',
  'keychain-locked': 'nothing',
  'keychain-absent': 'nothing',
  'keychain-busy': 'nothing',
  'keychain-error': 'nothing',
  'invalid-input': 'nothing',
  'no-preview': 'answers',
  'read-only': 'nothing',
  policy: 'nothing',
  locked: 'nothing',
  storage: 'nothing',
  'bad-request': 'answers',
  'needs-press': 'answers',
  'too-fast': 'answers',
  internal: 'nothing',
};

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

/** A client whose every call fails with one code. */
function failingWith(code: FailureCode): ServiceApi {
  const call = (): Promise<unknown> => Promise.resolve(fail(failure(code)));
  return Object.fromEntries(CALLS.map(([name]) => [name, call])) as unknown as ServiceApi;
}

test.each(FAILURE_CODES)('%s reports to each part what it means', async (code) => {
  for (const [name, part] of CALLS) {
    const seen: unknown[] = [];
    const api = observed(failingWith(code), (part, failed) => seen.push(part, failed?.code ?? null));
    const result = await (api[name] as (page: object) => Promise<{ ok: boolean }>)({});
    expect(result).toMatchObject({ ok: false, error: { code } });
    const meant = MEANS[code];
    expect([name, seen]).toEqual([
      name,
      meant === 'nothing' ? [] : [part, meant === 'trouble' ? code : null],
    ]);
  }
});

test.each([
  [504, 'trouble'],
  [undefined, 'trouble'],
  [201, 'answers'],
] as const)('a create whose outcome is unknown after status %s means %s', async (status, means) => {
  const told: (Failure | null)[] = [];
  const lost = failure('outcome-unknown', status === undefined ? {} : { status });
  const api = { createBoard: () => Promise.resolve(fail(lost)) } as unknown as ServiceApi;
  await observed(api, (_part, failed) => told.push(failed)).createBoard();
  expect(told).toEqual([means === 'trouble' ? lost : null]);
});

test.each(['viewBoard', 'deleteBoard', 'deletePaper'] as const)(
  'a page that says of one thing that it is not there is no trouble: %s',
  async (name) => {
    const seen: unknown[] = [];
    const missing = fail(failure('web-page', { status: 404 }));
    const api = { [name]: () => Promise.resolve(missing) } as unknown as ServiceApi;
    const watched = observed(api, (part, failed) => seen.push([part, failed]));
    expect(await watched[name]('board-1')).toEqual(missing);
    expect(seen).toEqual([]);
  },
);

test.each([
  [0, 1],
  [20, 0],
])('a page in place of the list from %i on is told %i times', async (offset, times) => {
  const seen: unknown[] = [];
  const missing = fail(failure('web-page', { status: 404 }));
  const api = { listBoards: () => Promise.resolve(missing) } as unknown as ServiceApi;
  await observed(api, (part) => seen.push(part)).listBoards({ limit: 10, offset });
  expect(seen).toHaveLength(times);
});
