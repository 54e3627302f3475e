import { expect, test } from 'vitest';
import { guardedApi } from '../../../../main/connections/guarded-api.ts';
import type { ServiceApi } from '../../../../main/service/api.ts';
import { failure } from '../../../../main/service/failures.ts';
import { fail, ok, type FailureCode } from '../../../../preload/contract/failure.ts';

/** Every call of a client, by what it does to the service. */
const CALLS = {
  listBoards: 'read',
  fetchBoards: 'read',
  viewBoard: 'read',
  createBoard: 'change',
  deleteBoard: 'delete',
  createPaper: 'change',
  deletePaper: 'delete',
  mintToken: 'read',
  checkApp: 'read',
  checkPaperApi: 'read',
} as const satisfies Record<keyof ServiceApi, string>;

const NAMES = Object.keys(CALLS) as (keyof ServiceApi)[];

/** Which calls are sent, and what the others come to. */
async function sentWith(change: FailureCode | null, remove: FailureCode | null): Promise<readonly string[]> {
  const sent: string[] = [];
  const api = Object.fromEntries(
    NAMES.map((name) => [
      name,
      (...args: readonly unknown[]) => {
        sent.push(`${name} ${JSON.stringify(args)}`);
        return Promise.resolve(ok(null));
      },
    ]),
  ) as unknown as ServiceApi;
  const allowed = (code: FailureCode | null) => () =>
    Promise.resolve(code === null ? ok(null) : fail(failure(code)));
  const guarded = guardedApi(api, { mayChange: allowed(change), mayDelete: allowed(remove) });
  for (const name of NAMES) {
    const call = guarded[name] as (arg: string) => Promise<{ readonly ok: boolean }>;
    const before = sent.length;
    const result = await call('x');
    expect(result.ok).toBe(sent.length > before);
  }
  return sent;
}

const sentOf = (...kinds: readonly string[]): readonly string[] =>
  NAMES.filter((name) => kinds.includes(CALLS[name])).map((name) => `${name} ["x"]`);

test('where everything is allowed, every call is sent as it came', async () => {
  expect(await sentWith(null, null)).toEqual(sentOf('read', 'change', 'delete'));
});

test('where nothing may be changed, only what reads is sent', async () => {
  expect(await sentWith('read-only', 'read-only')).toEqual(sentOf('read'));
});

test('where deleting alone is turned off, creating is sent', async () => {
  expect(await sentWith(null, 'policy')).toEqual(sentOf('read', 'change'));
});
