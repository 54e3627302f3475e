import { failure } from '../lib/wording/failure.ts';
import type { Store } from '../store/database.ts';

/** Id of the connection to the practice service. The connection exists only while the service runs. */
export const PRACTICE_ID = 'practice';

export const practiceStays = failure('refused', {
  message: 'The practice connection can’t be changed.',
  nextStep: 'Add your own connection instead.',
});

export async function removeLocal(store: Store, connectionId: string): Promise<void> {
  const { papers, creates, notes, boardFacts, pictures, views, layouts } = store;
  const tables = [papers, creates, notes, boardFacts, pictures, views];
  await Promise.all([...tables.map((table) => table.removeAll(connectionId)), layouts.remove(connectionId)]);
}
