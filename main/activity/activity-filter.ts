/** Which entries a filter means. */
import type { ActivityEntry, ActivityFilter } from '../../preload/contract/activity.ts';

/** Whether an entry is of this connection and kind, and holds the text; letter case is ignored. */
export function matches(entry: ActivityEntry, { connectionId, action, find }: ActivityFilter): boolean {
  if (connectionId !== null && entry.connectionId !== connectionId) return false;
  if (action !== null && entry.action !== action) return false;
  const sought = find.trim().toLowerCase();
  if (sought === '') return true;
  const { target, user, detail, reason, connectionName } = entry;
  return [target, user, detail, reason, connectionName].some((text) => text.toLowerCase().includes(sought));
}
