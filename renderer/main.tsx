import './styles/global.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { bridge } from './bridge.ts';
import { listenToKeys, listenToMenu } from './commands/listen.ts';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { keepFocus, leaveField } from './parts/focus.ts';
import { createFirstStore } from './store/store.ts';
import { beforeLater, loadedLater, loadLater } from './frame/load-later.ts';
import { AppStoreContext } from './store/use-app.ts';
import { listenToBlur } from './frame/privacy.ts';
import { isNarrow } from './parts/use-narrow.ts';

const store = createFirstStore(bridge);
beforeLater(({ addLaterSlices, keepFresh, keepLastState, showTruncatedText }) => {
  addLaterSlices(store, bridge);
  keepLastState({ bridge, store }, isNarrow);
  keepFresh(bridge, store);
  showTruncatedText();
});
const meanings = { now: loadedLater, soon: loadLater };
listenToKeys(store, meanings);
listenToMenu(bridge, store, meanings);
listenToBlur(store);
keepFocus();
store.subscribe(({ preferences }) => {
  document.documentElement.dataset['density'] = preferences?.density ?? 'comfortable';
});
store.subscribe((state, before) => {
  const isOther = state.screen !== before.screen || state.currentId !== before.currentId;
  if (isOther || state.inspectorOpen !== before.inspectorOpen) leaveField();
});
void store.getState().start();
void store.getState().readLock();
void store.getState().readSettings();

const container = document.getElementById('app');
if (!container) throw new Error('the page has no #app');
createRoot(container).render(
  <AppStoreContext value={store}>
    <ErrorBoundary what="The window">
      <App />
    </ErrorBoundary>
  </AppStoreContext>,
);
requestIdleCallback(() => void loadLater());
