import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import {
  DeleteDialog,
  listQuality,
  skippedLines,
} from '../../../../../renderer/screens/jobs/delete-dialog.tsx';
import { AppStoreContext } from '../../../../../renderer/store/use-app.ts';
import { paperOf } from '../../../../support/paper-of.ts';
import { NOW, reviewOf } from '../../job-of.ts';
import { connectionOf, startedStore } from '../../scripted-bridge.ts';

const REVIEW = reviewOf({
  skipped: [
    { why: 'protected', boards: 6 },
    { why: 'undated', boards: 1 },
  ],
});

test('a delete review counts the excluded boards by reason', () => {
  expect(skippedLines(REVIEW)).toEqual(['6 boards: protected', '1 board: creation date unknown']);
});

test('a delete review warns if its list of boards is old or may be incomplete', () => {
  expect(listQuality({ ...REVIEW, completeness: 'maybe-incomplete' }, NOW).text).toContain(
    'may be incomplete',
  );
  expect(listQuality({ ...REVIEW, asOf: NOW - 3 * 3_600_000 }, NOW)).toMatchObject({
    warning: true,
    text: expect.stringContaining('Refresh'),
  });
  expect(listQuality({ ...REVIEW, asOf: null }, NOW).warning).toBe(true);
});

test('the question before a template is deleted says how often the template was used', async () => {
  const { store } = await startedStore({}, [connectionOf('a')]);
  const papers = [paperOf('t', { isTemplate: true }), paperOf('copy', { templateId: 't' })];
  store.setState({ papers });
  const markup = renderToStaticMarkup(
    <AppStoreContext value={{ ...store, getInitialState: store.getState }}>
      <DeleteDialog connectionId="a" target={{ kind: 'paper', id: 't' }} />
    </AppStoreContext>,
  );
  expect(markup).toMatch(/Marked as template.*Used for 1 paper/u);
});
