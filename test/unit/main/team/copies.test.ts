import { expect, test, vi } from 'vitest';
import { createLog } from '../../../../main/lib/log/log.ts';
import type { ItemRef } from '../../../../main/store/items.ts';
import { Copies, type CopiesOptions } from '../../../../main/team/copies.ts';
import { ok } from '../../../../preload/contract/failure.ts';

test('after a disk error, a completed change is marked as unsent before the next items are sent', async () => {
  const marked: (readonly ItemRef[])[] = [];
  let isFull = true;
  const account = { connectionId: 'c', accountId: 'a', accountName: 'Acme', revision: 1, leftAt: null };
  const team = {
    accounts: () => Promise.resolve([account]),
    putAccount: () => Promise.resolve(),
    waiting: () => Promise.resolve(0),
    pending: () => Promise.resolve([]),
    happened: (_connectionId: string, refs: readonly ItemRef[]) => {
      if (isFull) return Promise.reject(new Error('disk full'));
      marked.push(refs);
      return Promise.resolve();
    },
  };
  const copies = new Copies({
    store: { team },
    register: () => ({ since: () => Promise.resolve(ok(null)) }),
    now: Date.now,
    log: createLog(() => undefined),
    onState: () => undefined,
  } as unknown as CopiesOptions);
  await copies.open();
  await copies.happened('c', 'paper', ['p']);
  await copies.happened('c', 'note', ['n']);
  expect(marked).toEqual([]);
  isFull = false;
  copies.changed('a');
  const both = [
    { kind: 'paper', id: 'p' },
    { kind: 'note', id: 'n' },
  ];
  await vi.waitFor(() => expect(marked).toEqual([both]));
});
