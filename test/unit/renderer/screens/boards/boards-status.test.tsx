import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { BoardsState } from '../../../../../preload/contract/boards.ts';
import {
  listingStatus,
  whyIncomplete,
  BoardsNotices,
  NoBoards,
} from '../../../../../renderer/screens/boards/boards-status.tsx';
import { AppStoreContext } from '../../../../../renderer/store/use-app.ts';
import { NEVER } from '../../scripted-bridge.ts';
import { setUp } from '../../store/boards-store.ts';

function markupOf(change: Partial<BoardsState>): string {
  const { store } = setUp();
  store.setState({ boards: { ...NEVER, phase: 'done', completeness: 'complete', asOf: 1, ...change } });
  return renderToStaticMarkup(
    <AppStoreContext value={{ ...store, getInitialState: store.getState }}>
      <BoardsNotices />
      <NoBoards />
    </AppStoreContext>,
  );
}

test('the boards grid says “no boards” only if the list of boards is complete', () => {
  expect(markupOf({})).toContain('This account has no boards.');
  const unsure = markupOf({ completeness: 'maybe-incomplete' });
  expect(unsure).toContain('No boards found, but the list may be incomplete.');
  expect(unsure).not.toContain('This account has no boards.');
});

test('the boards screen shows the raw JSON of list items that could not be read', () => {
  const odd = markupOf({ completeness: 'maybe-incomplete', notUnderstood: 2, unreadable: ['42.5', 'null'] });
  expect(odd).toContain('No boards found. 2 items couldn’t be read.');
  expect(odd).toContain('2 items couldn’t be read. Show raw');
  expect(odd).toContain('42.5\nnull');
});

const DONE: BoardsState = { ...NEVER, phase: 'done', completeness: 'complete', rows: 1240, loaded: 1240 };

test('the board list is called complete only if Easel has found the end of the list', () => {
  expect(listingStatus(DONE)).toBe('1,240 loaded, complete');
  expect(listingStatus({ ...DONE, phase: 'loading', preparing: true })).toBe('Preparing…');
  expect(whyIncomplete(DONE)).toBeNull();
  const unproven: BoardsState = { ...DONE, completeness: 'maybe-incomplete' };
  expect(listingStatus(unproven)).toBe('1,240 loaded, may be incomplete');
  expect(whyIncomplete(unproven)).toBe('Easel couldn’t confirm that the list is complete.');
  expect(whyIncomplete({ ...unproven, notUnderstood: 3 })).toBeNull();
  const refused = { code: 'not-found', serviceMessage: 'Too deep.' } as BoardsState['failure'];
  expect(whyIncomplete({ ...unproven, failure: refused })).toContain('“Too deep.”');
});

test('the reason for an incomplete board list says that loading the boards failed or was stopped', () => {
  const partial: BoardsState = { ...DONE, completeness: 'maybe-incomplete' };
  expect(whyIncomplete({ ...partial, phase: 'failed' })).toContain('failed');
  expect(whyIncomplete({ ...partial, phase: 'cancelled' })).toContain('stopped');
});
