import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { failure } from '../lib/wording/failure.ts';
import type { Store } from './database.ts';
import type { ConnectionRecord } from './tables/connections.ts';

export type RecordOf = (connectionId: string) => Promise<Result<ConnectionRecord>>;

export function recordsOf(connections: Pick<Store['connections'], 'all'>): RecordOf {
  return async (connectionId) => {
    const record = (await connections.all()).find(({ id }) => id === connectionId);
    if (record !== undefined) return ok(record);
    return fail(failure('not-found', { message: 'This connection is no longer on this computer.' }));
  };
}
