/** What connections have on this computer beside their keys. */
import { failure } from '../lib/wording/failure.ts';
import type { Store } from '../store/database.ts';

/** The practice service's connection: one at a time, gone when Easel quits, and never one from a file. */
export const PRACTICE_ID = 'practice';

/** The failure for a change of the practice service's connection, or of another one into it. */
export const practiceStays = failure('refused', {
  message: 'The practice connection can’t be changed.',
  nextStep: 'Add your own connection instead.',
});

/** Register, open creates, notes, facts, pictures, views and columns. Rejects when the disk fails. */
export async function removeLocal(store: Store, connectionId: string): Promise<void> {
  const { papers, creates, notes, boardFacts, pictures, views, layouts } = store;
  const tables = [papers, creates, notes, boardFacts, pictures, views];
  await Promise.all([...tables.map((table) => table.removeAll(connectionId)), layouts.remove(connectionId)]);
}
