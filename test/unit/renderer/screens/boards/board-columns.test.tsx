import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AppStoreContext } from '../../../../../renderer/store/use-app.ts';
import { setUp } from '../../store/boards-store.ts';
import { rowOf } from '../../../../../renderer/store/board-selection.ts';
import { boardColumns } from '../../../../../renderer/screens/boards/board-columns.tsx';

const ID = '3f2a91c0-5a76-4e0c-9d3b-1f2e3d4c5b6a';

function shownOf(columns: readonly string[], label: string): readonly string[] {
  const { store } = setUp();
  const local = { label, note: '', tags: [], customer: '', protected: true };
  const row = { ...rowOf(ID, null), local, queued: true } as const;
  const shown = columns.map((id) => ({ id, width: null }));
  return boardColumns(shown, []).map(({ cell }) =>
    renderToStaticMarkup(<AppStoreContext value={store}>{cell(row)}</AppStoreContext>)
      .replaceAll(/<[^>]*aria-label="([^"]*)"[^>]*>/gu, '|$1|')
      .replaceAll(/<[^>]*>/gu, '|')
      .replaceAll(/\|+/gu, '|'),
  );
}

test('a board’s row has marks, then its label and short id, or its short id alone', () => {
  expect(shownOf(['label'], 'Maths 7b')).toEqual([
    `|Queued for deletion: |Protected|Maths 7b|${ID.slice(0, 8)}|${ID.slice(8)}|`,
  ]);
  expect(shownOf(['label'], '')).toEqual([
    `|Queued for deletion: |Protected|${ID.slice(0, 8)}|${ID.slice(8)}|`,
  ]);
});
