import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HeaderMenu } from '../../../../../renderer/screens/boards/menus.tsx';
import { AppStoreContext } from '../../../../../renderer/store/use-app.ts';
import { startedStore } from '../../scripted-bridge.ts';

test('the menu of columns lists a shown field that the service no longer sends', async () => {
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
