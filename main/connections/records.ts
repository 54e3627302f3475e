import { fail, ok } from '../../preload/contract/failure.ts';
import type { Core } from '../ipc/core.ts';
import { failure } from '../lib/wording/failure.ts';
import type { Store } from '../store/database.ts';

/** Id of the connection to the practice service. The connection exists only while the service runs. */
export const PRACTICE_ID = 'practice';

export const practiceStays = failure('refused', {
  message: 'The practice connection can’t be changed.',
  nextStep: 'Add your own connection instead.',
});

export function recordsOf(connections: Pick<Store['connections'], 'all'>): Core['recordOf'] {
  return async (connectionId) => {
    const record = (await connections.all()).find(({ id }) => id === connectionId);
    if (record !== undefined) return ok(record);
    return fail(failure('not-found', { message: 'This connection is no longer on this computer.' }));
  };
}
