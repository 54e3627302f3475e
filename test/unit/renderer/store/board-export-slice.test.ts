import { expect, test } from 'vitest';
import type { BoardSelection } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { CONNECTION, setUp } from './boards-store.ts';

const ONE: BoardSelection = { kind: 'ids', ids: ['a'] };

test('an export is announced', async () => {
  const { store } = setUp({ 'boards.export': () => ok({ fileName: 'boards.csv', items: 10 }) });
  await store.getState().openBoards(CONNECTION);
  await store.getState().exportBoards({ selection: ONE, format: 'csv', fields: [] });
  expect(store.getState().message.text).toBe('Exported 10 boards to boards.csv.');
});
