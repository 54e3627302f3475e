import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import { CONNECTION, setUp, settle } from './boards-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function onRows() {
  const services = setUp({}, ['4f2', '4f9', '7aa', '40c']);
  await services.store.getState().openBoards(CONNECTION);
  await settle(1000);
  const current = () => services.store.getState().boardSelection?.row?.id;
  const type = async (text: string) => {
    for (const each of text) services.store.getState().typeOnBoards(each);
    await settle();
  };
  return { ...services, current, type };
}

test('characters typed within a second jump to the board whose id starts with them', async () => {
  const { store, current, type } = await onRows();
  await type('4');
  expect(current()).toBe('4f2');
  await type('f9');
  expect(current()).toBe('4f9');
  expect(store.getState().boardTyped).toBe('4f9');
});

test('a late response to an earlier jump moves nothing', async () => {
  const slow = Promise.withResolvers<void>();
  const { store } = setUp({
    'boards.rank': async ({ idPrefix }) => {
      if (idPrefix === 'slow') await slow.promise;
      return ok(idPrefix === 'slow' ? 3 : 1);
    },
  });
  await store.getState().openBoards(CONNECTION);
  await settle(1000);
  void store.getState().jumpToBoard('slow', 0);
  await store.getState().jumpToBoard('quick', 0);
  slow.resolve();
  await settle();
  expect(store.getState().boardSelection?.rank).toBe(1);
});
