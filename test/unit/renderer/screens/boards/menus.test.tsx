import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HeaderMenu, MORE_OF_BOARDS } from '../../../../../renderer/screens/boards/menus.tsx';
import { MORE_OF_PAPERS } from '../../../../../renderer/screens/papers/papers-screen.tsx';
import { AppStoreContext } from '../../../../../renderer/store/use-app.ts';
import { startedStore } from '../../scripted-bridge.ts';

test('the menu of columns lists a shown column even if the service no longer sends its field', async () => {
  const { store, state } = await startedStore();
  state().boardList.change({ columns: ['label', 'field:owner'].map((id) => ({ id, width: null })) });
  const anchor = {} as HTMLElement;
  const menu = renderToStaticMarkup(
    <AppStoreContext value={{ ...store, getInitialState: store.getState }}>
      <HeaderMenu of="board" column="field:owner" sortable anchor={anchor} onClose={() => undefined} />
    </AppStoreContext>,
  );
  expect(menu).toMatch(/<button[^>]*aria-checked="true"[^>]*>(?:(?!<\/button>).)*owner/u);
});

test('the menus “…” of boards and of papers have at most eight commands each', () => {
  for (const groups of [MORE_OF_BOARDS, MORE_OF_PAPERS])
    expect(groups.flatMap(([, commands]) => commands).length).toBeLessThanOrEqual(8);
});
