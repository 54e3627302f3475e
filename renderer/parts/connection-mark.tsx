/** Which connection this is and how it stands: its colour, the word of its environment, its name, and what keeps it from working. */
import { KeyRound, Lock, LockOpen } from 'lucide-react';
import { createContext, use } from 'react';
import type { Connection, ConnectionColor, Environment } from '../../preload/contract/connections.ts';
import type { KeychainStatus } from '../../preload/contract/keys.ts';
import { unlockedUntil } from '../store/changes.ts';
import { useApp } from '../store/use-app.ts';
import { classNames } from './class-names.ts';
import { visible } from '../lib/format.ts';
import styles from './connection-mark.module.css';
import { useNow } from './relative-time/use-now.ts';

/** As much of a connection as its mark shows. */
export type Marked = Pick<Connection, 'name' | 'environment' | 'color'>;

/** The connection that the dialogs below act on, shown in their heads. Null when there is none. */
export const DialogConnection = createContext<Marked | null>(null);

/** The connection's own colour; words stand beside it, so it says nothing to screen readers. */
export function ConnectionDot({ color }: { readonly color: ConnectionColor }) {
  return (
    <span
      className={`fixed ${styles.dot}`}
      style={{ background: `var(--connection-${color})` }}
      aria-hidden
    />
  );
}

/** The word for each environment, as it stands on badges and on buttons that delete. */
export const ENVIRONMENT_WORDS: Readonly<Record<Environment, string>> = {
  production: 'Production',
  staging: 'Staging',
  test: 'Test',
  practice: 'Practice',
};

/** The environment as a colour and a word: never one without the other. */
export function EnvironmentBadge({ environment }: { readonly environment: Environment }) {
  const color = `--environment-${environment}`;
  return (
    <span
      className={`fixed bold ${styles.badge}`}
      style={{ background: `var(${color})`, color: `var(${color}-text)` }}
    >
      {ENVIRONMENT_WORDS[environment]}
    </span>
  );
}

/** Colour, environment and name on one line; a long name is cut, what is before it never. */
export function ConnectionMark({ connection }: { readonly connection: Marked }) {
  return (
    <span className={styles.mark}>
      <ConnectionDot color={connection.color} />
      <EnvironmentBadge environment={connection.environment} />
      <span className="ellipsis bold sensitive">{visible(connection.name)}</span>
    </span>
  );
}

interface InConnectionProps {
  readonly action: string;
  /** The dialog’s, unless another one is given. */
  readonly connection?: Marked;
}

/** The words of a button that can't be taken back: "Delete board in Acme School (Production)". */
export function InConnection({ action, connection }: InConnectionProps) {
  const ofDialog = use(DialogConnection);
  const shown = connection ?? ofDialog;
  if (shown === null) return action;
  // The practice connection is called as its environment is.
  const word = ENVIRONMENT_WORDS[shown.environment];
  return (
    <span className={styles.mark}>
      <span className="fixed">{action} </span>
      <ConnectionDot color={shown.color} />
      <span className="ellipsis sensitive">{visible(shown.name)}</span>
      {shown.name !== word && <span className="fixed"> ({word})</span>}
    </span>
  );
}

/** That a connection is read-only, or that its changes are unlocked for a while; nothing for one that always allows them. */
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

/** Why the keys of a connection can't be used now, if that is known. */
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

/** What keeps a connection from its keys, in two or three words; null while nothing is known to. */
export function keyTrouble(connection: Connection, keychain: KeychainStatus | null): string | null {
  const keys = connection.boardKey === null ? [connection.key] : [connection.key, connection.boardKey];
  if (keys.some(({ kind }) => kind === 'none')) return 'No key';
  if (keychain === null || !keys.some(({ kind }) => kind === 'stored')) return null;
  return TROUBLES[keychain.state];
}
