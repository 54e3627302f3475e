/** What the first screen can do without: one chunk, loaded as soon as that screen stands and the window is idle. */
export { DialogHost } from './dialog-host.tsx';
export { ActivityScreen } from '../screens/activity/activity-screen.tsx';
export { BoardInspector } from '../screens/boards/board-inspector.tsx';
export { ColumnsMenu } from '../screens/boards/columns-menu.tsx';
export { MoreMenu } from '../screens/boards/export/more-menu.tsx';
export { FilterLine } from '../screens/boards/filters/filter-line.tsx';
export { OverviewPanel } from '../screens/boards/overview/overview-panel.tsx';
export { ConnectionFormScreen } from '../screens/connection-form/connection-form-screen.tsx';
export { JobsDrawer } from '../screens/jobs/jobs-drawer.tsx';
export { JobsLine } from '../screens/jobs/jobs-line.tsx';
export { KeysScreen } from '../screens/keys/keys-screen.tsx';
export { LockScreen } from '../screens/lock/lock-screen.tsx';
export { PapersScreen } from '../screens/papers/papers-screen.tsx';
export { PreviewsScreen } from '../screens/previews/previews-screen.tsx';
export { PolicyBrokenScreen } from '../screens/settings/policy-broken-screen.tsx';
export { SettingsScreen } from '../screens/settings/settings-screen.tsx';
export { WelcomeScreen } from '../screens/welcome/welcome-screen.tsx';
