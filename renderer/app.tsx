/** The window: title strip, sidebar, the screen in front, status bar, and the one dialog that may stand open. */
import { Suspense, useEffect, useRef, type ComponentType } from 'react';
import styles from './app.module.css';
import { DialogHost } from './frame/dialog-host.tsx';
import { later } from './frame/load-later.ts';
import { OutageStrip } from './frame/outage-strip.tsx';
import { Sidebar } from './frame/sidebar.tsx';
import { StatusBar } from './frame/status-bar.tsx';
import { TitleStrip } from './frame/title-strip.tsx';
import { Button } from './parts/button.tsx';
import { classNames } from './parts/class-names.ts';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { FailureNotice } from './parts/failure-notice.tsx';
import { keepFocusIn } from './parts/pane.tsx';
import { BoardsScreen } from './screens/boards/boards-screen.tsx';
import { PapersScreen } from './screens/papers/papers-screen.tsx';
import { PreviewsScreen } from './screens/previews/previews-screen.tsx';
import { WelcomeScreen } from './screens/welcome/welcome-screen.tsx';
import type { Screen } from './store/ui-slice.ts';
import { useApp } from './store/use-app.ts';

const ConnectionFormScreen = later((loaded) => loaded.ConnectionFormScreen);

/** Screens but the previews, which stay in the page as long as a room is open. */
const SCREENS: Readonly<Record<Exclude<Screen, 'previews'>, ComponentType>> = {
  welcome: WelcomeScreen,
  'connection-form': ConnectionFormScreen,
  boards: BoardsScreen,
  papers: PapersScreen,
};

/** Everything in the window. */
export function App(): React.JSX.Element {
  const phase = useApp((state) => state.startPhase);
  const hasConnections = useApp((state) => state.connections.length > 0);
  return (
    <div className={styles.window}>
      <TitleStrip />
      <div className={styles.middle}>
        {hasConnections && <Sidebar />}
        <main className={styles.main}>
          <OutageStrip />
          <NoticeStrip />
          <ErrorBoundary what="This screen">{phase === 'ready' && <ScreenInFront />}</ErrorBoundary>
          {phase === 'failed' && <StartFailed />}
        </main>
      </div>
      <StatusBar />
      <ErrorBoundary what="This dialog">
        <DialogHost />
      </ErrorBoundary>
    </div>
  );
}

function ScreenInFront(): React.JSX.Element {
  const screen = useApp((state) => state.screen);
  const roomsOpen = useApp((state) => state.previews.length > 0);
  const currentId = useApp((state) => state.currentId);
  const InFront = screen === 'previews' ? null : SCREENS[screen];
  return (
    <>
      {/* A new connection is a new screen: nothing of the old one's list may stay on show. */}
      <Suspense>
        {InFront && <InFront key={currentId} />}
        <FocusKeeper key={`${screen} ${currentId}`} />
      </Suspense>
      {/* A guest that is taken out of the page leaves its room, so the open ones are only covered. */}
      {(screen === 'previews' || roomsOpen) && (
        <div
          className={classNames(styles.previews, screen !== 'previews' && styles.covered)}
          inert={screen !== 'previews'}
        >
          <PreviewsScreen />
        </div>
      )}
    </>
  );
}

/** Gives the focus to a screen that has just come to the front, when it was lost with the one before. */
function FocusKeeper(): React.JSX.Element {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (here.current?.parentElement) keepFocusIn(here.current.parentElement);
  }, []);
  return <span ref={here} hidden />;
}

/** A failure that belongs to no row or field. */
function NoticeStrip(): React.JSX.Element | null {
  const notice = useApp((state) => state.notice);
  const raise = useApp((state) => state.raise);
  return notice && <FailureNotice look="strip" failure={notice} onDismiss={() => raise(null)} />;
}

function StartFailed(): React.JSX.Element | null {
  const failure = useApp((state) => state.startFailure);
  const start = useApp((state) => state.start);
  if (!failure) return null;
  return (
    <>
      <FailureNotice look="strip" failure={failure} />
      <div className={styles.startFailed}>
        <p>Easel could not read the saved connections. Nothing was changed.</p>
        <Button variant="primary" onClick={() => void start()}>
          Try again
        </Button>
      </div>
    </>
  );
}
