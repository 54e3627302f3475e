import type { RoomTarget } from '../../preload/contract/call.ts';
import { roomTitle } from '../lib/format.ts';
import type { AppStore } from '../store/store.ts';
import { toVisitRoom } from './reasons.ts';

export interface NamedRoom {
  readonly connectionId: string;
  /** Kind of the room. Null if unknown. Then rooms in Easel's list of papers are papers, and all others are boards. */
  readonly kind: RoomTarget['kind'] | null;
  readonly id: string;
  readonly name?: string | undefined;
}

/** Switches to the room's connection and opens the preview dialog. If the command is disabled, announces the reason. */
export async function visitRoom(store: AppStore, { connectionId, kind, id, name }: NamedRoom): Promise<void> {
  const { currentId, go, openPapers } = store.getState();
  if (connectionId !== currentId) await go({ kind: 'connection', id: connectionId });
  if (store.getState().currentId !== connectionId) return;
  if (kind === null) await openPapers(connectionId);
  const state = store.getState();
  const off = toVisitRoom(state, connectionId, id);
  if (off !== true) return state.announce(`${off}.`, 'note');
  if (state.currentId !== connectionId) return;
  const isPaper = state.papers?.some(({ identifier }) => identifier === id) === true;
  const target = { kind: kind ?? (isPaper ? 'paper' : 'board'), id } as const;
  state.openDialog({ kind: 'open-preview', target, title: roomTitle(name, id) });
}
