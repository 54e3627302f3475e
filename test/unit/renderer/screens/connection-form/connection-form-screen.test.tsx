import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ConnectionFormScreen } from '../../../../../renderer/screens/connection-form/connection-form-screen.tsx';
import { AppStoreContext } from '../../../../../renderer/store/use-app.ts';
import { startedStore } from '../../scripted-bridge.ts';

test('the connection form asks where to store a key only if the user types a key', async () => {
  const { store, state } = await startedStore();
  const asks = () =>
    renderToStaticMarkup(
      <AppStoreContext value={{ ...store, getInitialState: store.getState }}>
        <ConnectionFormScreen />
      </AppStoreContext>,
    ).includes('Key storage');
  await state().go({ kind: 'connection-form', id: 'a' });
  expect(asks()).toBe(false);
  state().editConnectionForm({ apiKey: 'k' });
  expect(asks()).toBe(true);
  state().closeConnectionForm();
  await state().go({ kind: 'connection-form', id: null });
  expect(asks()).toBe(true);
});
