import type { Picture } from '../../preload/contract/pictures.ts';
import { isLocked, onLocked } from './lock-slice.ts';
import type { SliceContext } from './store.ts';

export type Pictures = ReadonlyMap<string, Picture | null>;

const NONE: Pictures = new Map();

const AT_ONCE = 50;
/** Time in ms during which requested pictures of rooms are collected for one call to main. */
const BATCH_PAUSE = 40;
/** Maximum number of cached pictures. The oldest are evicted, and fetched again if still on screen. */
const MOST_CACHED = 500;

export function createPicturesSlice({ bridge, store, set, get, attempt }: SliceContext) {
  let wanted = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of `pictures.changed` events. A response is outdated if the number has grown since its request. */
  let changes = 0;

  function drop(): void {
    wanted = new Set();
    set({ cachedPictures: NONE });
  }

  function want(id: string): void {
    wanted.add(id);
    timer ??= setTimeout(() => void request(), BATCH_PAUSE);
  }

  async function request(): Promise<void> {
    const connectionId = get().currentId;
    const ids = [...wanted].slice(0, AT_ONCE);
    wanted = new Set([...wanted].slice(ids.length));
    timer = wanted.size === 0 ? undefined : setTimeout(() => void request(), BATCH_PAUSE);
    if (connectionId === null || ids.length === 0) return;
    const before = changes;
    const answer = await bridge.pictures.of({ connectionId, ids });
    if (get().currentId !== connectionId || isLocked(get())) return;
    if (changes !== before) return ids.forEach(want);
    // Ignores a failed request, because tiles without a picture show the room's name and age instead.
    const found = new Map(answer.ok ? answer.value.map((picture) => [picture.id, picture]) : []);
    const cached = [...get().cachedPictures, ...ids.map((id) => [id, found.get(id) ?? null] as const)];
    set({ cachedPictures: new Map(cached.slice(-MOST_CACHED)) });
  }

  store.subscribe((state, before) => {
    if (state.currentId !== before.currentId) drop();
  });
  onLocked(store, drop);

  bridge.on('pictures.changed', ({ connectionId, ids }) => {
    if (connectionId !== null && connectionId !== get().currentId) return;
    changes += 1;
    if (ids === null) return set({ cachedPictures: NONE });
    const gone = new Set(ids);
    set({ cachedPictures: new Map([...get().cachedPictures].filter(([id]) => !gone.has(id))) });
  });

  return {
    cachedPictures: NONE,

    wantPicture: want,

    answerPictures: async (keepPictures: boolean) => {
      set({ pictureAsked: null });
      if (!(await get().prefer({ keepPictures }))) return;
      get().announce(keepPictures ? 'Pictures of rooms will be saved.' : 'No pictures will be saved.');
    },

    clearPictures: () => attempt(bridge.pictures.clear({}), () => get().announce('All pictures removed.')),
  };
}
