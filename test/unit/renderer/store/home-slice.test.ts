import { expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import { CONNECTION, setUp } from './boards-store.ts';

test('Home ignores a response that comes once another connection is in front', async () => {
  const { store } = setUp({
    'boards.overview': () => ok({ months: [{ month: '2026-11', boards: 3 }], undated: 1 }),
    'papers.list': () => ok([]),
    'keys.list': ({ connectionId }) => ok({ connectionId, keys: [], rehearsal: null }),
  });
  store.setState({ currentId: CONNECTION });
  const read = store.getState().readHome();
  store.setState({ currentId: 'another' });
  await read;
  expect(store.getState().homeFacts).toBeNull();
  store.setState({ currentId: CONNECTION });
  await store.getState().readHome();
  expect(store.getState().homeFacts).toMatchObject({ connectionId: CONNECTION, total: 4, undated: 1 });
});
