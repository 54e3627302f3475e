/** The connections: those on disk, followed by the practice service's, which is in memory alone. */
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { ApiKey } from '../service/api-key.ts';
import { failure } from '../wording/failure.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';

/** The practice service's connection: one at a time, and never one from disk or from a file. */
export const PRACTICE_ID = 'practice';

/** The failure of who would change the practice service's connection, or take its place. */
export const practiceStays = failure('refused', {
  message: 'The practice connection can’t be changed.',
  nextStep: 'Add your own connection instead.',
});

export class Records {
  readonly #table: Store['connections'];
  practice: { readonly record: ConnectionRecord; readonly key: ApiKey } | null = null;

  constructor(table: Store['connections']) {
    this.#table = table;
  }

  async all(): Promise<readonly ConnectionRecord[]> {
    const stored = await this.#table.all();
    return this.practice === null ? stored : [...stored, this.practice.record];
  }

  async find(connectionId: string): Promise<Result<ConnectionRecord>> {
    const record = (await this.all()).find(({ id }) => id === connectionId);
    if (record !== undefined) return ok(record);
    return fail(failure('not-found', { message: 'This connection is no longer on this computer.' }));
  }

  /** As `find`, but fails with `refused` for the practice connection. */
  async findStored(connectionId: string): Promise<Result<ConnectionRecord>> {
    return this.isPractice(connectionId) ? fail(practiceStays) : this.find(connectionId);
  }

  isPractice(connectionId: string): boolean {
    return this.practice?.record.id === connectionId;
  }

  async remove(connectionId: string): Promise<void> {
    if (this.isPractice(connectionId)) this.practice = null;
    await this.#table.remove(connectionId);
  }
}

/** Register, open creates, notes, facts, pictures, views and columns. Rejects when the disk fails. */
export async function removeLocal(store: Store, connectionId: string): Promise<void> {
  const { papers, creates, notes, boardFacts, pictures, views, layouts } = store;
  const tables = [papers, creates, notes, boardFacts, pictures, views];
  await Promise.all([...tables.map((table) => table.removeAll(connectionId)), layouts.remove(connectionId)]);
}
