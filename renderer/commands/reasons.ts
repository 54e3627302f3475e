import type { BoardRow } from '../../preload/contract/boards.ts';
import type { PartName } from '../../preload/contract/service.ts';
import { outageReason, partOf, troubleNote } from '../lib/health-wording.ts';
import { allows, isReadOnly, whyShared } from '../store/changes.ts';
import { currentConnection } from '../store/connections-slice.ts';
import type { ListOf } from '../store/list-slice.ts';
import type { AppState } from '../store/store.ts';
import type { Command } from './command.ts';

export function onConnection(state: AppState): true | string {
  return state.currentId !== null || 'Add a connection first';
}

export function toChange(state: AppState): true | string {
  const connection = currentConnection(state);
  if (connection === null) return onConnection(state);
  if (isReadOnly(connection, Date.now())) return 'This connection is read-only';
  return partOf(state.health, 'network').state !== 'trouble' || 'This computer is offline';
}

/** Returns true if notes or papers are not shared, or if the team database is reachable. Otherwise the reason. */
export function toEditShared(of: ListOf): (state: AppState) => true | string {
  return (state) => whyShared(state, of === 'board' ? state.currentId : state.papersOf) ?? true;
}

/** Returns true if the connection allows changes, and during an outage, if the list of boards is up to date. */
export function toChangeBoards(state: AppState): true | string {
  const { boards, currentId, health } = state;
  const isOld =
    boards?.connectionId === currentId && (boards?.phase === 'failed' || boards?.phase === 'loading');
  const outage = isOld ? outageReason(health, 'board-api', Date.now()) : null;
  return both(toChange(state), outage ?? true);
}

export function toDelete(state: AppState): true | string {
  return both(toChange(state), allows(state, 'deletes') || 'Your organisation doesn’t allow deleting');
}

type DeletableRow = Pick<BoardRow, 'local' | 'queued'>;

export function onDeletableRow(of: ListOf, row: DeletableRow | null, hasJob: boolean): true | string {
  if (row?.local?.protected === true) return `This ${of} is protected`;
  // Checks `queued` besides `hasJob`, because a bulk delete's job does not contain the ids of its rows.
  return row?.queued === true || hasJob ? 'Already queued for deletion' : true;
}

export const MOST_PREVIEWS = 4;

export function onVisits(state: AppState): true | string {
  return allows(state, 'visits') || 'Your organisation doesn’t allow live previews';
}

export function toVisit(state: AppState): true | string {
  const isFree = state.previews.length < MOST_PREVIEWS || 'Four previews are open. Leave a room first';
  return both(onVisits(state), both(isFree, onConnection(state)));
}

/** Returns true if a preview may open, and if the service has not refused a preview of this board. */
export function toVisitRoom(state: AppState, connectionId: string | null, id: string): true | string {
  const isClosed = state.closedBoardsOf[connectionId ?? '']?.includes(id) === true;
  return both(
    toVisit(state),
    !isClosed || 'The service refused a preview of this board. Refresh the boards to try again',
  );
}

export function cautionOf(part: PartName): (state: AppState) => string | null {
  return ({ health }) => troubleNote(health, part, Date.now());
}

export function both(first: true | string, second: true | string): true | string {
  return first === true ? second : first;
}

export function all(...checks: readonly Command['enabled'][]): Command['enabled'] {
  return (state) => checks.reduce<true | string>((reason, check) => both(reason, check(state)), true);
}
