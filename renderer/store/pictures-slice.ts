/** Small pictures of boards and papers of the connection in front, as far as something shows them. */
import type { KeptPictures, Picture } from '../../preload/contract/pictures.ts';
import { onLocked } from './lock-slice.ts';
import type { SliceContext } from './store.ts';

/** By the id of a board or paper; null where there is none. */
export type Pictures = ReadonlyMap<string, Picture | null>;

const NONE: Pictures = new Map();

const AT_ONCE = 50;
/** Those that were asked for within this time are asked for together, in ms. */
const TOGETHER = 40;
/** How many are held; the first ones go, and are asked for again where they are still shown. */
const MOST_HELD = 500;

export function createPicturesSlice({ bridge, store, set, get, attempt }: SliceContext) {
  let wanted = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What is being asked for: whatever is changed meanwhile is asked for again. Replaced where no answer counts any more. */
  let underWay = new Set<string>();

  function drop(): void {
    clearTimeout(timer);
    timer = undefined;
    wanted = new Set();
    underWay = new Set();
    set({ heldPictures: NONE });
  }

  async function ask(): Promise<void> {
    const connectionId = get().currentId;
    const ids = [...wanted].slice(0, AT_ONCE);
    wanted = new Set([...wanted].slice(ids.length));
    timer = wanted.size === 0 ? undefined : setTimeout(() => void ask(), TOGETHER);
    if (connectionId === null || ids.length === 0) return;
    const asked = underWay;
    for (const id of ids) asked.add(id);
    const answer = await bridge.pictures.of({ connectionId, ids });
    if (asked !== underWay) return;
    const known = ids.filter((id) => asked.delete(id));
    // Nothing of a picture is worth a failure: without one, its thing has another face.
    const found = new Map(answer.ok ? answer.value.map((picture) => [picture.id, picture]) : []);
    const held = [...get().heldPictures, ...known.map((id) => [id, found.get(id) ?? null] as const)];
    set({ heldPictures: new Map(held.slice(-MOST_HELD)) });
  }

  function want(id: string): void {
    wanted.add(id);
    timer ??= setTimeout(() => void ask(), TOGETHER);
  }

  store.subscribe((state, before) => {
    if (state.currentId !== before.currentId) drop();
  });
  onLocked(store, drop);

  bridge.on('pictures.changed', ({ connectionId, ids }) => {
    if (connectionId !== null && connectionId !== get().currentId) return;
    for (const id of ids ?? underWay) if (underWay.delete(id)) want(id);
    if (ids === null) return set({ heldPictures: NONE });
    const gone = new Set(ids);
    set({ heldPictures: new Map([...get().heldPictures].filter(([id]) => !gone.has(id))) });
  });

  return {
    heldPictures: NONE,
    /** How many are kept on this computer; null until it is asked for. */
    picturesKept: null as KeptPictures | null,

    wantPicture: want,

    answerPictures: async (keepPictures: boolean) => {
      set({ pictureAsked: null });
      await get().prefer({ keepPictures });
      get().announce(keepPictures ? 'Pictures are kept.' : 'No pictures are kept.');
    },

    countPictures: () => attempt(bridge.pictures.kept({}), (picturesKept) => set({ picturesKept })),

    clearPictures: () =>
      attempt(bridge.pictures.clear({}), (picturesKept) => {
        set({ picturesKept });
        get().announce('All pictures removed.');
      }),
  };
}
