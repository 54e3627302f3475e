/** The connections: those on disk, followed by those of this run only. */
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { ApiKey } from '../service/api-key.ts';
import { failure } from '../wording/failure.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';

/** A connection that lives in this run only, such as the practice service's. */
export interface TemporaryConnection {
  readonly record: ConnectionRecord;
  readonly key: ApiKey;
}

/** The practice service's connection: one at a time, and never one from disk or from a file. */
export const PRACTICE_ID = 'practice';

/** The failure of who would change the practice service's connection, or take its place. */
export const practiceStays = failure('refused', {
  message: 'The practice connection can’t be changed or copied.',
  nextStep: 'Add your own connection instead.',
});

export class Records {
  readonly #table: Store['connections'];
  readonly #temporary = new Map<string, TemporaryConnection>();

  constructor(table: Store['connections']) {
    this.#table = table;
  }

  async all(): Promise<readonly ConnectionRecord[]> {
    return [...(await this.lasting()), ...this.temporary().map(({ record }) => record)];
  }

  /** Those on disk, in their order. */
  lasting(): Promise<readonly ConnectionRecord[]> {
    return this.#table.all();
  }

  async find(connectionId: string): Promise<Result<ConnectionRecord>> {
    const record = (await this.all()).find(({ id }) => id === connectionId);
    if (record !== undefined) return ok(record);
    return fail(failure('not-found', { message: 'This connection is no longer on this computer.' }));
  }

  /** As `find`, but fails with `refused` for a temporary one. */
  async findLasting(connectionId: string): Promise<Result<ConnectionRecord>> {
    if (!this.isTemporary(connectionId)) return this.find(connectionId);
    return fail(practiceStays);
  }

  temporary(): readonly TemporaryConnection[] {
    return [...this.#temporary.values()];
  }

  isTemporary(connectionId: string): boolean {
    return this.#temporary.has(connectionId);
  }

  addTemporary(temporary: TemporaryConnection): void {
    this.#temporary.set(temporary.record.id, temporary);
  }

  async remove(connectionId: string): Promise<void> {
    this.#temporary.delete(connectionId);
    await this.#table.remove(connectionId);
  }
}

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
