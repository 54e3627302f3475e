import type { Connection } from '../../preload/contract/connections.ts';
import type { KeychainStatus } from '../../preload/contract/keys.ts';

/** What stands between a connection and its keys, in two or three words; null while nothing is known to. */
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
