/** Modules that the first screen does not need. They form a chunk that Easel loads when the window is idle. */
export { chosenCommand, commandFor } from '../commands/registry.ts';
export { addLaterSlices } from '../store/later-slices.ts';
export { keepFresh } from '../store/keep-fresh.ts';
export { keepLastState } from '../store/last-state.ts';
export { showTruncatedText } from './page-watch.ts';
export { PinnedViews } from './pinned-views.tsx';
export { ConnectionList } from './connection-switcher-list.tsx';
export { DialogHost } from './dialog-host.tsx';
export { ActivityScreen } from '../screens/activity/activity-screen.tsx';
export { StatusBar } from './status-bar.tsx';
export {
  BlurredNote,
  OutageStrip,
  PractiseMenu,
  ReadOnlyStatus,
  RehearsalStrip,
  StartFailed,
} from './strips.tsx';
export { ScreenProblems, Toasts } from './toasts.tsx';
export { Presence } from '../parts/presence.tsx';
export { BoardInspector } from '../screens/boards/board-inspector.tsx';
export { BoardsFooter, BoardsNotices, ListingProgress, NoBoards } from '../screens/boards/boards-status.tsx';
export { LabelField } from '../screens/boards/notes/local-notes.tsx';
export { BoardGallery } from '../screens/boards/board-tile.tsx';
export { ColumnsMenu, GallerySwitch, MoreMenu } from '../screens/boards/menus.tsx';
export { FilterLine } from '../screens/boards/filters/filter-line.tsx';
export { TourCard } from '../screens/help/help-dialog.tsx';
export { HomeScreen } from '../screens/home/home-screen.tsx';
export { CustomersScreen } from '../screens/customers/customers-screen.tsx';
export { ConnectionFormScreen } from '../screens/connection-form/connection-form-screen.tsx';
export { JobsDrawer } from '../screens/jobs/jobs-drawer.tsx';
export { KeysScreen } from '../screens/keys/keys-screen.tsx';
export { LockScreen } from '../screens/lock/lock-screen.tsx';
export { PapersScreen } from '../screens/papers/papers-screen.tsx';
export { PreviewsScreen } from '../screens/previews/previews-screen.tsx';
export { PolicyBrokenScreen } from '../screens/settings/policy-broken-screen.tsx';
export { SettingsScreen } from '../screens/settings/settings-screen.tsx';
export { WelcomeScreen } from '../screens/welcome/welcome-screen.tsx';
