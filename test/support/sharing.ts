import type { Result } from '../../preload/contract/failure.ts';
import { ok } from '../../preload/contract/failure.ts';
import type { Store } from '../../main/store/database.ts';
import type { Changed, Sharing } from '../../main/team/copies.ts';

/** Returns the `Sharing` of a connection without a team: changes stay on this computer. */
export function sharesNothing(team: Pick<Store['team'], 'write'>, now = Date.now): Sharing {
  return {
    isJoined: () => false,
    change: async (connectionId, edits): Promise<Result<Changed>> =>
      ok({ items: await team.write(connectionId, edits, { committed: null, at: now() }), revision: 0 }),
    happened: () => undefined,
    freshen: () => Promise.resolve(ok(null)),
  };
}
