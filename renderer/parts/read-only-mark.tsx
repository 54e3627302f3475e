/** That a connection is read-only, as a lock and words; and that its changes are unlocked for a while. */
import { Lock, LockOpen } from 'lucide-react';
import type { Connection } from '../../preload/contract/connections.ts';
import { classNames } from './class-names.ts';
import { useNow } from './relative-time/use-now.ts';

/** The mark; nothing for a connection that always allows changes. */
export function ReadOnlyMark({ connection }: { readonly connection: Connection }) {
  const now = useNow();
  const { on, unlockedUntil } = connection.readOnly;
  if (!on) return null;
  const unlocked = unlockedUntil !== null && unlockedUntil > now;
  return (
    <span className={classNames('mark', unlocked ? 'warning bold' : 'muted')}>
      {unlocked ? <LockOpen size={12} /> : <Lock size={12} />}
      {unlocked ? 'Unlocked' : 'Read-only'}
    </span>
  );
}
