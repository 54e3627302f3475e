import type { ServiceApi } from '../../../../main/service/api.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { fail, ok, type FailureCode, type Result } from '../../../../preload/contract/failure.ts';

/** Results of requests. No response arrives after `lost-after` (the work is done) or `lost-before` (it is not). */
export const ENDINGS = [
  'done',
  'gone',
  'refused',
  'key-refused',
  'not-allowed',
  'too-many',
  'problem',
  'offline',
  'lost-before',
  'lost-after',
  'not-sent',
] as const;
export type Ending = (typeof ENDINGS)[number];

export interface Request {
  readonly call: 'deleteBoard' | 'deletePaper' | 'createBoard' | 'createPaper' | 'mintToken';
  /** Subject of the request: a board's id, or a paper's or person's name. Empty for a new board. */
  readonly about: string;
  /** True if the service did the requested work, false if it did not. Null while the request is in flight. */
  did: boolean | null;
  received: boolean;
}

const CODES: Readonly<Partial<Record<Ending, readonly [FailureCode, number?]>>> = {
  refused: ['refused', 422],
  'key-refused': ['key-refused', 401],
  'not-allowed': ['not-allowed', 403],
  'too-many': ['too-many-requests', 429],
  problem: ['service-problem', 500],
  offline: ['offline'],
  'lost-before': ['outcome-unknown'],
  'lost-after': ['outcome-unknown'],
  'not-sent': ['cannot-reach'],
};

export function fakeService(boardIds: readonly string[] = []) {
  const boards = new Set(boardIds);
  const papers = new Map<string, string>();
  const requests: Request[] = [];
  const pending: { readonly request: Request; readonly answer: (ending: Ending) => void }[] = [];
  const waiting: (() => void)[] = [];
  let made = 0;

  function send<T>(
    call: Request['call'],
    about: string,
    beforeSending: AbortSignal | undefined,
    does: (ending: Ending) => T,
  ): Promise<Result<T>> {
    const { promise, resolve } = Promise.withResolvers<Result<T>>();
    const begin = (): void => {
      if (beforeSending?.aborted === true) return resolve(fail(failure('cancelled')));
      const request: Request = { call, about, did: null, received: false };
      requests.push(request);
      self.onSent(request);
      const one: (typeof pending)[number] = {
        request,
        answer: (ending) => {
          if (pending.includes(one)) pending.splice(pending.indexOf(one), 1);
          const [code, status] = CODES[ending] ?? [null];
          request.did = code === null || ending === 'lost-after';
          request.received = !ending.startsWith('lost-');
          const value = request.did ? does(ending) : null;
          if (code === null) resolve(ok(value as T));
          else resolve(fail(failure(code, partsOf(status))));
          next();
        },
      };
      pending.push(one);
    };
    if (pending.length < self.places) begin();
    else {
      waiting.push(begin);
      beforeSending?.addEventListener('abort', () => {
        if (!waiting.includes(begin)) return;
        waiting.splice(waiting.indexOf(begin), 1);
        resolve(fail(failure('cancelled')));
      });
    }
    return promise;
  }
  const partsOf = (status: number | undefined) => ({
    ...(status === undefined ? {} : { status }),
    ...(status === 429 && self.retryAfterSeconds !== null
      ? { retryAfterSeconds: self.retryAfterSeconds }
      : {}),
  });
  function next(): void {
    while (pending.length < self.places && waiting.length > 0) waiting.shift()?.();
  }
  const deleted = (was: boolean, ending: Ending) =>
    was && ending !== 'gone'
      ? ({ outcome: 'deleted', status: 200, serviceMessage: '' } as const)
      : ({ outcome: 'already-gone', status: 404, serviceMessage: '' } as const);

  const api: Partial<ServiceApi> = {
    // Answers look-ups of boards immediately, because they change nothing.
    viewBoard: (id) =>
      Promise.resolve(
        boards.has(id)
          ? ok({ id, created: null, otherFields: [], raw: '{}', proves: true })
          : fail(failure('not-found', { status: 404 })),
      ),
    listBoards: () => {
      const items = [...boards].map((id) => ({ id, created: null, raw: '{}' }));
      return Promise.resolve(ok({ items, notUnderstood: 0, total: items.length }));
    },
    deleteBoard: (id, _signal, before) =>
      send('deleteBoard', id, before, (ending) => deleted(boards.delete(id), ending)),
    deletePaper: (id, _signal, before) =>
      send('deletePaper', id, before, (ending) => deleted(papers.delete(id), ending)),
    createBoard: (_signal, before) =>
      send('createBoard', '', before, () => {
        made += 1;
        boards.add(`new-${made}`);
        return { id: `new-${made}`, created: null, otherFields: [], raw: '{}', madeAt: 0 };
      }),
    createPaper: ({ name, templateId }, _signal, before) =>
      send('createPaper', name, before, () => {
        made += 1;
        papers.set(`paper-${made}`, name);
        const identifier = `paper-${made}`;
        return { identifier, name, source: 'api', templateId, otherFields: [], raw: '{}' };
      }),
    mintToken: (_id, name, _signal, before) =>
      send('mintToken', name ?? '', before, () => ({ token: `token-for-${name ?? ''}`, expiresAt: null })),
  };
  const self = {
    api: api as ServiceApi,
    boards,
    papers,
    requests,
    pending,
    /** Maximum number of concurrent requests. Further requests wait. */
    places: 3,
    retryAfterSeconds: null as number | null,
    answer: (ending: Ending, index = 0): boolean => {
      const one = pending[index];
      one?.answer(ending);
      return one !== undefined;
    },
    dropAll: (did: (request: Request) => boolean) => {
      waiting.splice(0);
      for (const { request, answer } of pending.splice(0)) {
        answer(did(request) ? 'lost-after' : 'lost-before');
      }
    },
    onSent: (_request: Request): void => undefined,
  };
  return self;
}
