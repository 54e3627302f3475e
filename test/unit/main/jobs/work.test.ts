import { expect, test, vi } from 'vitest';
import {
  connectionMoved,
  optionsAt,
  sendItem,
  updateLists,
  type EndedItem,
  type SendOptions,
  type WorkOptions,
} from '../../../../main/jobs/work.ts';
import { outcomeOf } from '../../../../main/jobs/outcome.ts';
import type { Found } from '../../../../main/boards/boards.ts';
import type { DeleteAnswer } from '../../../../main/service/api.ts';
import type { JobRecord } from '../../../../main/store/tables/jobs.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { fail, ok, type FailureCode, type Result } from '../../../../preload/contract/failure.ts';

type Answer = Result<DeleteAnswer>;
const said = (outcome: DeleteAnswer['outcome'], repeated = false): Answer =>
  ok({ outcome, status: 200, serviceMessage: '', ...(repeated && { repeated }) });
const no = (code: FailureCode, status?: number): Answer =>
  fail(failure(code, status === undefined ? {} : { status }));

const ITEM = { place: 3, targetId: 'x', name: 'Ada' };

function partsOf(answer: Answer = said('deleted'), found: Found | null = null, hasDeleted = false) {
  const parts = {
    deletes: vi.fn(() => Promise.resolve(answer)),
    lookFor: vi.fn((..._asked: unknown[]) =>
      found === null ? Promise.reject(new Error('looked')) : Promise.resolve(found),
    ),
    createPaper: vi.fn(() => Promise.resolve<Result<unknown>>(ok({ identifier: 'p-1' }))),
    forgotten: vi.fn(() => Promise.resolve()),
    apiOf: vi.fn(() => Promise.resolve<Result<unknown>>(ok(api))),
  };
  const api = { deleteBoard: parts.deletes, deletePaper: parts.deletes };
  const options = {
    apiOf: parts.apiOf,
    boards: { lookFor: parts.lookFor, hasDeleted: () => hasDeleted },
    papers: { create: parts.createPaper, gone: parts.forgotten },
    after: (_ms: number, run: () => void) => {
      run();
      return () => undefined;
    },
  } as unknown as WorkOptions;
  const sending = {
    beforeSending: new AbortController().signal,
    doubtful: false,
    links: new Map(),
    papers: new Map<number, string>(),
  } satisfies SendOptions;
  const result = (kind: JobRecord['kind'], change: Partial<SendOptions> = {}, item = ITEM) => {
    const about = { about: 'p', aboutName: 'Plan', tags: ['t'], pattern: '{name}', createdAt: 0 };
    const job = { id: 'j', connectionId: 'c', kind, ...about };
    return sendItem(options, job as unknown as JobRecord, item, { ...sending, ...change });
  };
  const send = async (...asked: Parameters<typeof result>): Promise<string> => {
    const sent = await result(...asked);
    return sent.ok ? `${sent.value.state} ${sent.value.targetId}`.trim() : sent.error.code;
  };
  return { ...parts, api, sending, result, send };
}

test.each<[what: string, outcome: string, answer: Answer, found: Found | null]>([
  ['deleted', 'done', said('deleted'), null],
  ['refused', 'refused', no('refused', 422), null],
  ['without a known outcome', 'outcome-unknown', no('outcome-unknown'), null],
  ['a service problem with another status than 500', 'service-problem', no('service-problem', 503), null],
  ['a web page in a success', 'web-page', no('web-page', 200), null],
  ['accepted, then gone', 'done', said('accepted'), 'gone'],
  ['accepted, then still listed', 'outcome-unknown', said('accepted'), 'listed'],
  ['denied with a success status, then gone', 'already-gone', no('outcome-unknown', 200), 'gone'],
  ['denied with a success status, then shown', 'refused', no('outcome-unknown', 200), 'shown'],
  ['denied with a success status, then listed', 'outcome-unknown', no('outcome-unknown', 200), 'listed'],
  ['denied with a success status, then unsure', 'outcome-unknown', no('outcome-unknown', 200), 'unsure'],
  ['already gone, then gone', 'already-gone', said('already-gone'), 'gone'],
  ['already gone, then shown', 'not-found', said('already-gone'), 'shown'],
  ['already gone, then listed', 'not-found', said('already-gone'), 'listed'],
  ['already gone, then unsure', 'not-found', said('already-gone'), 'unsure'],
  ['410, then gone', 'already-gone', no('not-found', 410), 'gone'],
  ['not found with another status', 'not-found', no('not-found', 400), null],
  ['500, then gone', 'already-gone', no('service-problem', 500), 'gone'],
  ['500, then shown', 'service-problem', no('service-problem', 500), 'shown'],
  ['500, then listed', 'outcome-unknown', no('service-problem', 500), 'listed'],
  ['500, then unsure', 'outcome-unknown', no('service-problem', 500), 'unsure'],
  ['a web page with 404, then gone', 'already-gone', no('web-page', 404), 'gone'],
  ['a web page with 404, then listed', 'not-found', no('web-page', 404), 'listed'],
  ['a web page with 404, then unsure', 'outcome-unknown', no('web-page', 404), 'unsure'],
])('the delete of a board with the response “%s” ends as “%s”', async (_what, outcome, answer, found) => {
  const { send, lookFor, api } = partsOf(answer, found);
  expect(await send('delete-boards')).toBe(outcome);
  // The look-up must use the API client of the delete, because the connection's address may have changed.
  expect(lookFor.mock.calls).toEqual(found === null ? [] : [[api, 'c', 'x']]);
});

test('only if Easel could view the board, the failure of an unconfirmed delete says that the board exists', async () => {
  const messageAfter = async (found: Found) => {
    const sent = await partsOf(said('accepted'), found).result('delete-boards');
    return sent.ok ? '' : sent.error.message;
  };
  expect(await messageAfter('shown')).toContain('the board still existed 5 seconds later');
  for (const found of ['listed', 'unsure'] as const)
    expect(await messageAfter(found)).toContain('couldn’t check whether the board was deleted');
});

test('a delete whose response has status 404 fails if the board still exists', async () => {
  expect(await partsOf(no('not-found', 404), 'shown').result('delete-boards')).toMatchObject({
    error: { code: 'not-found', status: 404 },
  });
});

test('a refused delete counts as “already gone” if an earlier delete may have removed the board', async () => {
  expect(await partsOf(no('refused'), 'gone').send('delete-boards', { doubtful: true })).toBe('already-gone');
  expect(await partsOf(no('refused'), 'gone', true).send('delete-boards')).toBe('already-gone');
  expect(await partsOf(no('refused'), 'shown').send('delete-boards', { doubtful: true })).toBe('refused');
});

test.each<[what: string, outcome: string, answer: Answer, doubtful: boolean]>([
  ['deleted', 'done', said('deleted'), false],
  ['accepted', 'accepted', said('accepted'), false],
  ['already gone', 'not-found', said('already-gone'), false],
  ['already gone after a retry by the client', 'already-gone', said('already-gone', true), false],
  ['already gone after a doubtful attempt', 'already-gone', said('already-gone'), true],
  ['not found', 'not-found', no('not-found', 404), false],
  ['not found after a doubtful attempt', 'already-gone', no('not-found', 410), true],
  ['not found with another status after a doubtful attempt', 'not-found', no('not-found', 400), true],
  ['a web page after a doubtful attempt', 'web-page', no('web-page', 404), true],
])('the delete of a paper with the response “%s” ends as “%s”', async (_what, outcome, answer, doubtful) => {
  const { send, forgotten } = partsOf(answer);
  expect(await send('delete-papers', { doubtful })).toBe(outcome);
  // A paper is marked as not found only if the response to the first delete request was "already gone".
  const isMarked = answer.ok && outcome === 'not-found';
  expect(forgotten.mock.calls).toEqual(isMarked ? [['c', ['x'], 'not-found']] : []);
});

test.each([
  [429, 60, null],
  [429, 61, 'refused'],
  [503, 61, 'outage'],
])('an unknown outcome with status %i, Retry-After %i s pauses a job: %s (null: no)', (...expected) => {
  const [status, retryAfterSeconds, pause] = expected;
  const repeated = fail(failure('outcome-unknown', { status, retryAfterSeconds }));
  const outcome = { item: 'again', trouble: status === 429 ? 'pace' : 'lost', result: { state: 'unknown' } };
  expect(outcomeOf('delete-boards', false, false, repeated)).toMatchObject({ ...outcome, pause });
});

test('a paper counts as “accepted” if the response to its create request has status 202', async () => {
  const { send, createPaper } = partsOf();
  expect(await send('create-papers')).toBe('done p-1');
  createPaper.mockResolvedValue(ok({ identifier: 'p-2', standing: 'accepted' }));
  expect(await send('create-papers')).toBe('accepted p-2');
  createPaper.mockResolvedValue(no('refused'));
  expect(await send('create-papers')).toBe('refused');
});

test.each(['delete-boards', 'delete-papers'] as const)(
  'a %s job sends nothing to the new address of its connection',
  async (kind) => {
    const addresses = { boardApi: 'https://old.example', paperApi: 'https://old.example' };
    const clients: string[] = [];
    const options = {
      recordOf: () => Promise.resolve(ok({ ...addresses })),
      apiOf: () => {
        clients.push(addresses.boardApi);
        return Promise.resolve(ok({}));
      },
    } as unknown as WorkOptions;
    const job = { kind, connectionId: 'c', address: 'https://old.example' } as JobRecord;
    const bound = await optionsAt(options, job);
    Object.assign(addresses, { boardApi: 'https://new.example', paperApi: 'https://new.example' });
    await (bound.ok && bound.value.apiOf('c'));
    expect(clients).toEqual(['https://old.example']);
    expect(await optionsAt(options, job)).toEqual(fail(connectionMoved));
  },
);

test.each(['delete-boards', 'delete-papers'] as const)('a %s job needs an API key', async (kind) => {
  const { send, apiOf, deletes } = partsOf();
  apiOf.mockResolvedValue(no('no-key'));
  expect(await send(kind)).toBe('no-key');
  expect(deletes).not.toHaveBeenCalled();
});

test.each([
  ['delete-boards', ['boards a,b', 'previews a,b']],
  ['delete-papers', ['papers a', 'papers b not-found', 'papers d delete-accepted', 'previews a,b']],
  ['create-boards', []],
] as const)('after a %s job, only items whose delete is proven leave the lists', async (kind, lists) => {
  const left: string[] = [];
  const gone = (list: string) => (_id: string, ids: readonly string[], standing?: string) => {
    if (ids.length > 0) left.push([list, ids.join(','), standing ?? ''].join(' ').trim());
    return Promise.resolve();
  };
  const [boards, papers, previews] = ['boards', 'papers', 'previews'].map((list) => ({ gone: gone(list) }));
  const states = { a: 'done', b: 'already-gone', c: 'failed', d: 'accepted', e: 'unknown' } as const;
  const ended = Object.entries(states).map(([targetId, state]) => ({
    item: { targetId },
    result: { state },
  }));
  const connection = { boardApi: 'https://a.example' };
  const around = { recordOf: () => Promise.resolve(ok(connection)) };
  const options = { ...around, boards, papers, previews } as unknown as WorkOptions;
  const job = { connectionId: 'c', kind, address: 'https://a.example' } as JobRecord;
  await updateLists(options, job, ended as unknown as readonly EndedItem[]);
  expect(left).toEqual(lists);
  await updateLists(options, job, []);
  connection.boardApi = 'https://b.example';
  if (kind === 'delete-boards') await updateLists(options, job, ended as unknown as readonly EndedItem[]);
  expect(left).toEqual(lists);
});
