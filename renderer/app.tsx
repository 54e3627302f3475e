import { Suspense, type ComponentType } from 'react';
import styles from './app.module.css';
import { later, laterPart } from './frame/load-later.ts';
import { Sidebar } from './frame/sidebar.tsx';
import { TitleStrip } from './frame/title-strip.tsx';
import { classNames } from './parts/class-names.ts';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { BoardsScreen } from './screens/boards/boards-screen.tsx';
import { isLocked } from './store/lock-slice.ts';
import type { Screen } from './store/ui-slice.ts';
import { useApp } from './store/use-app.ts';

const DialogHost = laterPart((loaded) => loaded.DialogHost);
const JobsDrawer = laterPart((loaded) => loaded.JobsDrawer);
const LockScreen = laterPart((loaded) => loaded.LockScreen);
const OutageStrip = laterPart((loaded) => loaded.OutageStrip);
const PolicyBrokenScreen = laterPart((loaded) => loaded.PolicyBrokenScreen);
const PreviewsScreen = laterPart((loaded) => loaded.PreviewsScreen);
const RehearsalStrip = laterPart((loaded) => loaded.RehearsalStrip);
const ScreenProblems = laterPart((loaded) => loaded.ScreenProblems);
const StatusBar = laterPart((loaded) => loaded.StatusBar);
const StartFailed = laterPart((loaded) => loaded.StartFailed);
const Toasts = laterPart((loaded) => loaded.Toasts);
const TourCard = laterPart((loaded) => loaded.TourCard);

/** Screens by name. Excludes live previews, which stay mounted, because unmounting would end the visits. */
const SCREENS: Readonly<Record<Exclude<Screen, 'previews'>, ComponentType>> = {
  welcome: later((loaded) => loaded.WelcomeScreen),
  'connection-form': later((loaded) => loaded.ConnectionFormScreen),
  home: later((loaded) => loaded.HomeScreen),
  boards: BoardsScreen,
  papers: later((loaded) => loaded.PapersScreen),
  customers: later((loaded) => loaded.CustomersScreen),
  keys: later((loaded) => loaded.KeysScreen),
  settings: later((loaded) => loaded.SettingsScreen),
  activity: later((loaded) => loaded.ActivityScreen),
};

export function App() {
  const policy = useApp((state) => state.policy);
  const locked = useApp(isLocked);
  if (policy?.kind === 'broken') {
    return <PolicyBrokenScreen policy={policy} />;
  }
  return (
    <>
      <Window locked={locked} />
      {locked && <LockScreen />}
    </>
  );
}

/** Content of the window. While Easel is locked, only an open dialog stays mounted, so that its typed text is kept. */
function Window({ locked }: { readonly locked: boolean }) {
  const phase = useApp((state) => state.startPhase);
  const hasConnections = useApp((state) => state.connections.length > 0);

  return (
    <div className={classNames('column full', locked && styles.hidden)} inert={locked}>
      {!locked && <TitleStrip />}
      <div className="panes">
        {!locked && hasConnections && <Sidebar />}
        <main className="fill surface">
          <div className={`fill relative ${styles.screen}`}>
            {!locked && <OutageStrip />}
            {!locked && <ScreenProblems />}
            <ErrorBoundary what="This screen">
              {phase === 'ready' && <ScreenInFront locked={locked} />}
            </ErrorBoundary>
            {phase === 'failed' && <StartFailed />}
          </div>
          {!locked && (
            <>
              <Toasts />
              <JobsDrawer />
            </>
          )}
        </main>
      </div>
      {!locked && (
        <>
          <RehearsalStrip />
          <TourCard />
          <div className={`fixed ${styles.status}`}>
            <StatusBar />
          </div>
        </>
      )}
      <ErrorBoundary what="This dialog">
        <DialogHost />
      </ErrorBoundary>
    </div>
  );
}

function ScreenInFront({ locked }: { readonly locked: boolean }) {
  const screen = useApp((state) => (locked ? null : state.screen));
  // Mounts the previews screen as soon as the dialog for a new preview opens, so that the preview starts at once.
  const roomsOpen = useApp(({ previews, dialog }) => previews.length > 0 || dialog?.kind === 'open-preview');
  const currentId = useApp((state) => state.currentId);
  const InFront = screen === null || screen === 'previews' ? null : SCREENS[screen];
  return (
    <>
      {/* Remounts the screen when the connection changes, so that no row of the previous connection stays visible. */}
      <Suspense>{InFront && <InFront key={currentId} />}</Suspense>
      {/* Hides the live previews behind other screens, because unmounting a webview would end the user's visit. */}
      {(screen === 'previews' || roomsOpen) && (
        <div
          className={classNames('fill', screen !== 'previews' && 'cover invisible')}
          inert={screen !== 'previews'}
        >
          <PreviewsScreen />
        </div>
      )}
    </>
  );
}
