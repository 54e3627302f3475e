/** Removes what this computer knows of a connection’s boards and papers. */
import type { Store } from '../store/database.ts';

/** Register, open creates, notes, facts, views and columns. Rejects when the disk fails. */
export async function removeLocal(store: Store, connectionId: string): Promise<void> {
  await Promise.all([
    store.papers.removeAll(connectionId),
    store.creates.removeAll(connectionId),
    store.notes.removeAll(connectionId),
    store.boardFacts.removeAll(connectionId),
    store.views.removeAll(connectionId),
    store.layouts.remove(connectionId),
  ]);
}
