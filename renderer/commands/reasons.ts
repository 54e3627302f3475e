/** Why commands are off: reasons that several of them share. True means on. */
import type { PartName } from '../../preload/contract/service.ts';
import { outageReason, partOf, troubleNote } from '../lib/health-wording.ts';
import { allows, isReadOnly } from '../store/changes.ts';
import { currentConnection } from '../store/connections-slice.ts';
import type { AppState } from '../store/store.ts';

export function onConnection(state: AppState): true | string {
  return state.currentId !== null || 'Add a connection first';
}

/** There must be one that may be changed, and a way to it. */
export function toChange(state: AppState): true | string {
  const connection = currentConnection(state);
  if (connection === null) return onConnection(state);
  if (isReadOnly(connection, Date.now())) return 'This connection is read-only';
  return partOf(state.health, 'network').state !== 'trouble' || 'This computer is offline';
}

/** The same for boards: a list that could not be refreshed is read-only. */
export function toChangeBoards(state: AppState): true | string {
  const { boards, currentId, health } = state;
  const isOld =
    boards?.connectionId === currentId && (boards?.phase === 'failed' || boards?.phase === 'loading');
  const outage = isOld ? outageReason(health, 'board-api', Date.now()) : null;
  return both(toChange(state), outage ?? true);
}

/** There must be one at which things may be deleted. */
export function toDelete(state: AppState): true | string {
  const changing = toChange(state);
  if (changing !== true) return changing;
  return allows(state, 'deletes') || 'Your organisation doesn’t allow deleting';
}

/** There must be one whose rooms may be visited. */
export function toVisit(state: AppState): true | string {
  return allows(state, 'visits') ? onConnection(state) : 'Your organisation doesn’t allow live previews';
}

/** Why what goes to this part may fail now, though it is on. */
export function cautionOf(part: PartName): (state: AppState) => string | null {
  return ({ health }) => troubleNote(health, part, Date.now());
}

/** Both must hold; the first that does not gives the reason. */
export function both(first: true | string, second: true | string): true | string {
  return first === true ? second : first;
}
