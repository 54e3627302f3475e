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
