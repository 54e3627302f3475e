import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { BoardsState } from '../../../../../preload/contract/boards.ts';
import { BoardsNotices, NoBoards } from '../../../../../renderer/screens/boards/boards-status.tsx';
import { AppStoreContext } from '../../../../../renderer/store/use-app.ts';
import { NEVER, setUp } from '../../store/boards-store.ts';

/** What the screen says of a list of which no row is shown. */
function said(change: Partial<BoardsState>): string {
  const { store } = setUp();
  store.setState({ boards: { ...NEVER, phase: 'done', completeness: 'complete', asOf: 1, ...change } });
  return renderToStaticMarkup(
    <AppStoreContext value={{ ...store, getInitialState: store.getState }}>
      <BoardsNotices />
      <NoBoards />
    </AppStoreContext>,
  );
}

test('an account has no boards only where that is known', () => {
  expect(said({})).toContain('This account has no boards.');
  const unsure = said({ completeness: 'maybe-incomplete' });
  expect(unsure).toContain('No boards found, but the list may be incomplete.');
  expect(unsure).not.toContain('This account has no boards.');
});

test('where nothing of a list was understood that is said, and what came is shown', () => {
  const odd = said({ completeness: 'maybe-incomplete', notUnderstood: 2, strange: ['42.5', 'null'] });
  expect(odd).toContain('No boards found, 2 items not understood.');
  expect(odd).toContain('2 items not understood. Show raw');
  expect(odd).toContain('42.5\nnull');
});
