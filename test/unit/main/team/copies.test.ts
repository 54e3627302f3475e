import { expect, test, vi } from 'vitest';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { createLog } from '../../../../main/lib/log/log.ts';
import type { PaperBody } from '../../../../main/store/items.ts';
import { Copies, type CopiesOptions } from '../../../../main/team/copies.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';

const account = {
  connectionId: 'c',
  accountId: 'a',
  accountName: 'Acme',
  history: 'h',
  revision: 1,
  leftAt: null,
};

async function copiesWith(team: object, register: object): Promise<Copies> {
  const tables = {
    accounts: () => Promise.resolve([account]),
    putAccount: () => Promise.resolve(),
    addLocal: () => Promise.resolve(),
    pending: () => Promise.resolve([]),
    reread: () => Promise.resolve(),
    ...team,
  };
  const answers = {
    account: () => Promise.resolve(ok({ history: 'h', revision: 1 })),
    since: () => Promise.resolve(ok(null)),
    ...register,
  };
  const copies = new Copies({
    store: { team: tables },
    recordOf: () => Promise.resolve(fail(failure('not-found'))),
    ask: (call: (register: object) => unknown) => call(answers),
    now: Date.now,
    log: createLog(() => undefined),
    onState: () => undefined,
  } as unknown as CopiesOptions);
  await copies.open();
  return copies;
}

test('every read of the team’s data checks whether the team’s database was restored from a backup', async () => {
  const held = Promise.withResolvers<void>();
  const since = vi.fn(() => held.promise.then(() => ok(null)));
  const reread = vi.fn(() => Promise.resolve());
  let history = 'h';
  const answer = () => Promise.resolve(ok({ history, revision: 1 }));
  const copies = await copiesWith({ reread }, { account: answer, since });
  copies.changed('a');
  await vi.waitFor(() => expect(since).toHaveBeenCalled());
  history = 'restored';
  copies.changed(null);
  held.resolve();
  await vi.waitFor(() => expect(reread).toHaveBeenCalledTimes(1));
});

test('a connection leaves the team account but keeps its notes if joining the account fails halfway', async () => {
  const [leave, take] = [vi.fn(() => Promise.resolve()), vi.fn(() => Promise.resolve([]))];
  const since = async (_account: string, _revision: number, onPage: (items: object[]) => Promise<void>) => {
    await onPage([{ body: null, revision: 1 }]);
    return fail(failure('cannot-reach'));
  };
  const accounts = () => Promise.resolve([{ ...account, readAt: null }]);
  const copies = await copiesWith({ accounts, leave, take }, { since });
  const joining = { connectionId: 'd', accountId: 'a', accountName: 'Acme' };
  expect(await copies.join(joining, 'skip')).toMatchObject({ error: { code: 'cannot-reach' } });
  expect(copies.joined()).toEqual([]);
  expect(leave).toHaveBeenCalledTimes(2);
  expect(take).not.toHaveBeenCalled();
});

test('a change that waits for a read of the team’s data is refused if its connection is removed meanwhile', async () => {
  const held = Promise.withResolvers<void>();
  const change = vi.fn(() => Promise.resolve(ok(2)));
  const known = () => Promise.resolve([{ body: null, revision: 0, changedBy: '', changedAt: 0 }]);
  const copies = await copiesWith({ known }, { change, since: () => held.promise.then(() => ok(null)) });
  copies.changed('a');
  const after = { name: 'Lesson', isTemplate: false } as PaperBody;
  const changing = copies.change('c', [{ kind: 'paper', id: 'p', before: null, after }]);
  held.resolve();
  expect(await changing).toMatchObject({ error: { code: 'not-found' } });
  expect(change).not.toHaveBeenCalled();
});
