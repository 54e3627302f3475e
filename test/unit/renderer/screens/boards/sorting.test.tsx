import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../../../../preload/contract/failure.ts';
import { Sorting } from '../../../../../renderer/screens/boards/boards-footer.tsx';
import { rowOf } from '../../../../../renderer/store/board-selection.ts';
import { AppStoreContext } from '../../../../../renderer/store/use-app.ts';
import { CONNECTION, setUp, settle } from '../../store/boards-store.ts';

let pressed: (() => void) | undefined;
vi.mock(import('../../../../../renderer/parts/button.tsx'), async (original) => {
  const { Button, ...others } = await original();
  return {
    ...others,
    /** The real one, whose press is remembered. */
    Button: (properties) => {
      pressed = () => properties.onClick?.({} as never);
      return Button(properties);
    },
  };
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('while a long list is sorted the footer says how far it is, and Cancel goes back to the order before', async () => {
  const { store, asked } = setUp({
    'boards.window': ({ from, query }) =>
      query.order.by === 'field:size'
        ? ok({ from, rows: [], matching: 0, sorting: 0.25, revision: 1 })
        : ok({ from, rows: [rowOf('a', null)], matching: 1, revision: 1 }),
  });
  /** What is rendered without a page is the state at first: here, the state now. */
  const footer = (): string =>
    renderToStaticMarkup(
      <AppStoreContext value={{ ...store, getInitialState: store.getState }}>
        <Sorting />
      </AppStoreContext>,
    );
  await store.getState().openBoards(CONNECTION);
  await settle(1000);
  store.getState().setBoardQuery({ order: { by: 'id', descending: true } });
  await settle(1000);
  expect(footer()).not.toContain('Sorting');
  store.getState().setBoardQuery({ order: { by: 'field:size', descending: false } });
  await settle(1000);
  expect(footer()).toContain('aria-valuenow="25">Sorting, 25 % done');
  expect(footer()).toContain('Cancel');
  pressed?.();
  await settle(1000);
  expect(footer()).not.toContain('Sorting');
  expect(asked('boards.window').at(-1)?.args).toMatchObject({
    query: { order: { by: 'id', descending: true } },
  });
});
