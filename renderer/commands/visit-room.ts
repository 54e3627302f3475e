/** From a row that names a board or paper, on any screen, to the question before its room is joined. */
import type { RoomTarget } from '../../preload/contract/call.ts';
import { roomTitle } from '../lib/format.ts';
import type { AppStore } from '../store/store.ts';
import { toVisit } from './reasons.ts';

export interface NamedRoom {
  readonly connectionId: string;
  /** Null where only the register knows which of the two it is. */
  readonly kind: RoomTarget['kind'] | null;
  readonly id: string;
  /** A label or a name, where there is one. */
  readonly name?: string | undefined;
}

/** Asks before the room is joined, once its connection is in front; or says why nobody may join. */
export async function visitRoom(store: AppStore, { connectionId, kind, id, name }: NamedRoom): Promise<void> {
  const { currentId, go, openPapers } = store.getState();
  if (connectionId !== currentId) await go({ kind: 'connection', id: connectionId });
  if (kind === null) await openPapers(connectionId);
  const state = store.getState();
  const off = toVisit(state);
  if (off !== true) return state.announce(`${off}.`, 'note');
  if (state.currentId !== connectionId) return;
  const isPaper = state.papers?.some(({ identifier }) => identifier === id) === true;
  const target = { kind: kind ?? (isPaper ? 'paper' : 'board'), id } as const;
  state.openDialog({ kind: 'open-preview', target, title: roomTitle(name, id) });
}
