import { KeyRound } from 'lucide-react';
import type { Connection } from '../../preload/contract/connections.ts';
import { useApp } from '../store/use-app.ts';
import type { KeychainStatus } from '../../preload/contract/keys.ts';

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

/** What keeps a connection from its keys, in two or three words; null while nothing is known to. */
export function keyTrouble(connection: Connection, keychain: KeychainStatus | null): string | null {
  const keys = connection.boardKey === null ? [connection.key] : [connection.key, connection.boardKey];
  if (keys.some(({ kind }) => kind === 'none')) return 'No key';
  if (keychain === null || !keys.some(({ kind }) => kind === 'stored')) return null;
  switch (keychain.state) {
    case 'locked':
      return 'Keychain locked';
    case 'absent':
      return 'No keychain';
    case 'busy':
    case 'error':
      return 'Keychain error';
    case 'available':
    case 'not-asked':
      return null;
  }
}
