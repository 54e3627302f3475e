import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EditKeyDialog, RetireKeyDialog } from '../../../../../renderer/screens/keys/key-dialogs.tsx';
import { AppStoreContext } from '../../../../../renderer/store/use-app.ts';
import { keyOf, startedStore } from '../../scripted-bridge.ts';

test('a dialog about a key stays visible when the key is gone, so that it can show why', async () => {
  const { store } = await startedStore();
  const about = { connectionId: 'a', info: keyOf('k', { stage: 'previous' }) };
  for (const Shown of [EditKeyDialog, RetireKeyDialog])
    expect(
      renderToStaticMarkup(
        <AppStoreContext value={{ ...store, getInitialState: store.getState }}>
          <Shown {...about} />
        </AppStoreContext>,
      ),
    ).toContain('previous key');
});
