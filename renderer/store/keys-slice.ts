/** The keys of every connection, as far as the page may know them. A key itself only passes inwards. */
import type { ArgsOf, CallName, EaselBridge } from '../../preload/contract/contract.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import type { ConnectionKeys, KeyFile, KeyInfo, KeyLeftover } from '../../preload/contract/keys.ts';
import type { Paper } from '../../preload/contract/papers.ts';
import type { Health } from '../../preload/contract/service.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { counted } from '../parts/format.ts';
import { currentConnection, onConnectionInFront } from './connections-slice.ts';
import { isLocked, onLocked } from './lock-slice.ts';
import type { AppState, Slice } from './store.ts';

/** Changes a key, and says so; gives the failure, or null. */
type KeyAction<Call extends CallName> = (args: ArgsOf<Call>) => Promise<Failure | null>;

export interface KeysSlice {
  /** The connection whose keys are on show, which need not be the one in front; null before the screen was seen. */
  readonly keysOf: string | null;
  /** By connection id; absent until they were read. */
  readonly keysById: Readonly<Record<string, ConnectionKeys>>;
  /** Why keys could not be read or changed; what was read before stays. */
  readonly keysFailure: Failure | null;
  /** Health of the connection on show, which may be another one than `health` is about. */
  readonly keysHealth: Health | null;
  /** The paper that a check takes where none is named; null while none is known. */
  readonly keysPaper: Paper | null;
  readonly rehearsing: string | null;
  /** Why the last check did not come about. */
  readonly rehearsalFailure: { readonly connectionId: string; readonly failure: Failure } | null;
  readonly leftovers: readonly KeyLeftover[];
  readonly removingLeftovers: boolean;

  /** Reads what there is of every connection; the one in front is on show at first. Asks no keychain. */
  readonly openKeys: () => Promise<void>;
  /** Shows the keys of a connection without bringing it to the front. */
  readonly showKeysOf: (connectionId: string) => Promise<void>;
  readonly dismissKeysFailure: () => void;

  readonly chooseKeyFile: () => Promise<Result<KeyFile | null>>;
  /** Overwrites and deletes the file; gives the failure, or null. */
  readonly shredKeyFile: (fileId: string) => Promise<Failure | null>;
  /** Keeps a key as the next one, or as the current one where there is none. */
  readonly stageKey: KeyAction<'keys.stage'>;
  readonly editKey: KeyAction<'keys.edit'>;
  /** Puts a key of this session into the keychain. */
  readonly keepKey: KeyAction<'keys.keep'>;
  readonly switchToNextKey: KeyAction<'keys.useNext'>;
  readonly goBackToKey: KeyAction<'keys.goBack'>;
  readonly retireKey: KeyAction<'keys.retire'>;
  readonly discardKey: KeyAction<'keys.discard'>;
  /** Tries current and next at both APIs; `paper` may be empty. */
  readonly rehearseKeys: (connectionId: string, paper: string) => Promise<void>;
  readonly removeLeftovers: () => Promise<void>;
}

/** The connection whose keys are on show; null where there is none. */
export function shownConnection(state: AppState): Connection | null {
  return state.connections.find((each) => each.id === state.keysOf) ?? currentConnection(state);
}

export const SWITCHED = 'The next key is in use, the old one kept until retired.';

const SAVED: Readonly<Record<KeyInfo['kept'], { readonly inUse: string; readonly next: string }>> = {
  keychain: { inUse: 'Key saved and in use.', next: 'Next key saved.' },
  session: {
    inUse: 'Key in use for this session only.',
    next: 'Next key saved for this session only.',
  },
};

/** Says how many keys are left in the keychain that nothing uses. */
export function unusedKeysSentence(count: number): string {
  return `${counted(count, 'unused key is', 'unused keys are')} still in the keychain.`;
}

/** How the four cells came out, in one sentence. */
function rehearsedSentence({ rehearsal }: ConnectionKeys): string {
  if (rehearsal === null) return 'Checked.';
  if (rehearsal.switched.length > 0) return `All checks passed. ${SWITCHED}`;
  const bad = rehearsal.cells.filter(({ state }) => state === 'refused' || state === 'failed').length;
  if (bad > 0) return `${bad} of ${rehearsal.cells.length} checks failed.`;
  const open = rehearsal.cells.some(({ state }) => state === 'not-checkable');
  return open ? 'No check failed; some could not run.' : 'All checks passed.';
}

/** How long reading pauses when main says it is too fast, in ms. */
const READING_PAUSE = 500;

const NOTHING_READ = {
  keysById: {},
  keysFailure: null,
  keysHealth: null,
  keysPaper: null,
  leftovers: [],
  rehearsalFailure: null,
} as const;

export function createKeysSlice(bridge: EaselBridge): Slice<KeysSlice> {
  return (set, get, api) => {
    const take = (keys: ConnectionKeys): void =>
      set((state) => (isLocked(state) ? {} : { keysById: { ...state.keysById, [keys.connectionId]: keys } }));
    bridge.on('keys.changed', take);
    bridge.on('health.changed', (health) => {
      if (health.connectionId === shownConnection(get())?.id && !isLocked(get())) set({ keysHealth: health });
    });

    onLocked(api, () => set(NOTHING_READ));
    // Else a key meant for the current connection would be staged for the one viewed before.
    onConnectionInFront(api, (_connectionId, isOther) => {
      if (isOther) set({ keysOf: null });
    });

    /** Takes the result of a change and announces it; gives the failure, or null. */
    const settle = (
      result: Result<ConnectionKeys>,
      said: (keys: ConnectionKeys) => string,
    ): Failure | null => {
      if (!result.ok) return result.error;
      take(result.value);
      set({ keysFailure: null });
      get().announce(said(result.value));
      return null;
    };

    const change =
      <Args>(call: (args: Args) => Promise<Result<ConnectionKeys>>, said: string) =>
      async (args: Args): Promise<Failure | null> =>
        settle(await call(args), () => said);

    async function read(connectionId: string): Promise<void> {
      const list = await bridge.keys.list({ connectionId });
      if (list.ok) return take(list.value);
      if (list.error.code !== 'too-fast') return set({ keysFailure: list.error });
      await new Promise((resolve) => setTimeout(resolve, READING_PAUSE));
      await read(connectionId);
    }

    /** What the check beside the keys needs from their connection. */
    async function readAround(connectionId: string): Promise<void> {
      set({ keysHealth: null, keysPaper: null });
      const [health, papers] = await Promise.all([
        bridge.health.state({ connectionId }),
        bridge.papers.list({ connectionId }),
      ]);
      if (shownConnection(get())?.id !== connectionId || isLocked(get())) return;
      // Neither needs a failure of its own: the check works without them.
      const newest = papers.ok
        ? papers.value.toSorted((a, b) => b.rememberedAt - a.rememberedAt)[0]
        : undefined;
      set({ keysHealth: health.ok ? health.value : null, keysPaper: newest ?? null });
    }

    async function readLeftovers(): Promise<void> {
      const left = await bridge.keys.leftovers({});
      if (left.ok) set({ leftovers: left.value });
      else set({ keysFailure: left.error });
    }

    return {
      keysOf: null,
      ...NOTHING_READ,
      rehearsing: null,
      removingLeftovers: false,

      openKeys: async () => {
        set({ keysFailure: null });
        void readLeftovers();
        const shown = shownConnection(get());
        if (shown === null) return;
        await get().showKeysOf(shown.id);
        // One by one: there may be very many, and the list can wait for them.
        for (const { id } of get().connections) if (id !== shown.id) await read(id);
      },

      showKeysOf: async (connectionId) => {
        set({ keysOf: connectionId });
        await Promise.all([read(connectionId), readAround(connectionId)]);
      },

      dismissKeysFailure: () => set({ keysFailure: null }),

      chooseKeyFile: () => bridge.keys.chooseFile({}),

      shredKeyFile: async (fileId) => {
        const shredded = await bridge.keys.shredFile({ fileId });
        if (!shredded.ok) return shredded.error;
        get().announce('File overwritten and deleted.');
        return null;
      },

      stageKey: async (staged) => {
        const before = get().keysById[staged.connectionId]?.keys.map(({ id }) => id) ?? [];
        return settle(await bridge.keys.stage(staged), ({ keys }) => {
          const key = keys.find(({ id, slot }) => slot === staged.slot && !before.includes(id));
          const { inUse, next } = SAVED[key?.kept ?? 'keychain'];
          return key?.stage === 'current' ? inUse : next;
        });
      },

      editKey: change(bridge.keys.edit, 'Saved.'),
      keepKey: change(bridge.keys.keep, 'Key saved in the keychain.'),
      switchToNextKey: change(bridge.keys.useNext, SWITCHED),
      goBackToKey: change(bridge.keys.goBack, 'The previous key is in use again, the other is next.'),
      retireKey: change(bridge.keys.retire, 'Previous key retired.'),
      discardKey: change(bridge.keys.discard, 'Next key discarded.'),

      rehearseKeys: async (connectionId, paper) => {
        if (get().rehearsing !== null) return;
        set({ rehearsing: connectionId, rehearsalFailure: null });
        const failure = settle(await bridge.keys.rehearse({ connectionId, paper }), rehearsedSentence);
        set({ rehearsing: null, rehearsalFailure: failure && { connectionId, failure } });
      },

      removeLeftovers: async () => {
        if (get().removingLeftovers) return;
        set({ removingLeftovers: true });
        const left = await bridge.keys.removeLeftovers({});
        set({ removingLeftovers: false });
        if (!left.ok) return set({ keysFailure: left.error });
        set({ leftovers: left.value });
        const { length } = left.value;
        get().announce(length === 0 ? 'Unused keys removed.' : unusedKeysSentence(length));
      },
    };
  };
}
