import { KeyRound, Lock, LockOpen } from 'lucide-react';
import { createContext, use } from 'react';
import type { Connection, ConnectionColor, Environment } from '../../preload/contract/connections.ts';
import type { KeychainStatus } from '../../preload/contract/keys.ts';
import { unlockedUntil } from '../store/changes.ts';
import { useApp } from '../store/use-app.ts';
import { classNames } from './class-names.ts';
import { capital, visible } from '../lib/format.ts';
import styles from './connection-mark.module.css';
import { useNow } from './relative-time/use-now.ts';

export type Marked = Pick<Connection, 'name' | 'environment' | 'color'>;

export const DialogConnection = createContext<Marked | null>(null);

/** Dot in the connection's colour. Hidden from screen readers, because the connection's name is beside it. */
export function ConnectionDot({ color }: { readonly color: ConnectionColor }) {
  return (
    <span
      className={`fixed ${styles.dot}`}
      style={{ background: `var(--connection-${color})` }}
      aria-hidden
    />
  );
}

export function EnvironmentBadge({ environment }: { readonly environment: Environment }) {
  const color = `--environment-${environment}`;
  return (
    <span
      className={`fixed bold ${styles.badge}`}
      style={{ background: `var(${color})`, color: `var(${color}-text)` }}
    >
      {capital(environment)}
    </span>
  );
}

export function ConnectionMark({ connection }: { readonly connection: Marked }) {
  return (
    <span className={styles.mark}>
      <ConnectionDot color={connection.color} />
      <EnvironmentBadge environment={connection.environment} />
      <span className="ellipsis bold sensitive">{visible(connection.name)}</span>
    </span>
  );
}

/** Label of a destructive button, such as "Delete board in Production". By default, names the dialog's environment. */
export function InEnvironment({ action, of }: { readonly action: string; readonly of?: Environment }) {
  const ofDialog = use(DialogConnection)?.environment;
  const environment = of ?? ofDialog;
  return environment === undefined ? action : `${action} in ${capital(environment)}`;
}

export function ReadOnlyMark({ connection }: { readonly connection: Connection }) {
  const now = useNow();
  if (!connection.readOnly.on) return null;
  const unlocked = unlockedUntil(connection, now) !== null;
  return (
    <span className={classNames('mark', unlocked ? 'warning bold' : 'muted')}>
      {unlocked ? <LockOpen size={12} /> : <Lock size={12} />}
      {unlocked ? 'Unlocked' : 'Read-only'}
    </span>
  );
}

export function KeyTrouble({ connection }: { readonly connection: Connection }) {
  const trouble = useApp((state) => keyTrouble(connection, state.keychain));
  if (trouble === null) return null;
  return (
    <span className="mark warning">
      <KeyRound size={12} />
      {trouble}
    </span>
  );
}

const TROUBLES: Readonly<Record<KeychainStatus['state'], string | null>> = {
  available: null,
  'not-asked': null,
  locked: 'Keychain locked',
  absent: 'No keychain',
  busy: 'Keychain error',
  error: 'Keychain error',
};

/** Returns why Easel can't use a connection's keys, in two or three words; null if there is no known reason. */
export function keyTrouble(connection: Connection, keychain: KeychainStatus | null): string | null {
  const keys = connection.boardKey === null ? [connection.key] : [connection.key, connection.boardKey];
  if (keys.some(({ kind }) => kind === 'none')) return 'No key';
  if (keychain === null || !keys.some(({ kind }) => kind === 'stored')) return null;
  return TROUBLES[keychain.state];
}
