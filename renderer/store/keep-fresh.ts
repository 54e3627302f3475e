import type { EaselBridge } from '../../preload/contract/contract.ts';
import { STALE_MS } from './boards-slice.ts';
import { isLocked } from './lock-slice.ts';
import type { AppStore } from './store.ts';

const EACH_MS = 60_000;
/** Margin in ms, subtracted from the refresh interval, because a timer may fire just before the interval is over. */
const SLACK_MS = 5000;

export function keepFresh(
  bridge: EaselBridge,
  store: AppStore,
  page: EventTarget & { readonly document: Pick<Document, 'hasFocus'> } = window,
): void {
  const look = (): void => {
    const { currentId: connectionId } = store.getState();
    if (connectionId !== null && !isLocked(store.getState())) void bridge.health.look({ connectionId });
  };
  setInterval(() => {
    store.setState({ papersAt: Date.now() });
    if (page.document.hasFocus()) look();
    const { preferences, refreshOlder } = store.getState();
    const minutes = preferences?.refreshMinutes ?? null;
    if (minutes !== null && !isLocked(store.getState())) void refreshOlder(minutes * 60_000 - SLACK_MS);
  }, EACH_MS);
  page.addEventListener('focus', () => {
    look();
    const { screen, refreshOlder } = store.getState();
    if (screen === 'boards' && !isLocked(store.getState())) void refreshOlder(STALE_MS);
  });
}
