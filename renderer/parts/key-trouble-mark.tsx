import { KeyRound } from 'lucide-react';
import type { Connection } from '../../preload/contract/connections.ts';
import { useApp } from '../store/use-app.ts';
import { keyTrouble } from './key-trouble.ts';

/** Why the keys of a connection can't be used now, if that is known. */
export function KeyTrouble({ connection }: { readonly connection: Connection }): React.JSX.Element | null {
  const trouble = useApp((state) => keyTrouble(connection, state.keychain));
  if (trouble === null) return null;
  return (
    <span className="mark warning">
      <KeyRound size={12} aria-hidden />
      {trouble}
    </span>
  );
}
