import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { Connection, PracticeRehearsal } from '../../preload/contract/connections.ts';
import type { ConnectionKeys } from '../../preload/contract/keys.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { counted } from '../lib/format.ts';
import { exportedSentence } from './board-export-slice.ts';
import { currentConnection, onConnectionInFront } from './connections-slice.ts';
import { isLocked, onLocked } from './lock-slice.ts';
import { failureOf } from './calls.ts';
import type { AppState, SliceContext } from './store.ts';
import type { MessageLook } from './ui-slice.ts';

export function shownConnection(state: AppState): Connection | null {
  return state.connections.find((each) => each.id === state.keysOf) ?? currentConnection(state);
}

export const SWITCHED = 'The next key is now in use. A replaced key stays saved until you retire it.';

export function unusedKeysSentence(count: number): string {
  return `${counted(count, 'unused key is', 'unused keys are')} still in the keychain.`;
}

function rehearsedSentence({ rehearsal }: ConnectionKeys): string {
  if (rehearsal === null) return 'The keys changed during the check. Check the keys again.';
  if (rehearsal.cells.every(({ state }) => state === 'no-key')) return 'There is no key to check.';
  if (rehearsal.switched.length > 0) return `All checks passed. ${SWITCHED}`;
  const bad = rehearsal.cells.filter(({ state }) => state === 'refused' || state === 'failed').length;
  if (bad > 0) return `${bad} of ${rehearsal.cells.length} checks failed.`;
  if (rehearsal.cells.some(({ state }) => state === 'offline')) {
    return 'Not checked (offline). Check again when the service responds.';
  }
  return passedSentence(rehearsal.cells);
}

/** Returns a message about checks of which none failed. Some may have been impossible. */
export function passedSentence(checks: readonly { readonly state: string }[]): string {
  const open = checks.some(({ state }) => state === 'not-checkable');
  return open ? 'No checks failed, but some couldn’t run.' : 'All checks passed.';
}

const NOTHING_READ = {
  keysById: {} as Readonly<Record<string, ConnectionKeys>>,
  keysFailure: null as Failure | null,
  leftovers: 0,
  rehearsalFailure: null as { readonly connectionId: string; readonly failure: Failure } | null,
};

export function practiceOf({ connections }: AppState): Connection | null {
  return connections.find(({ environment }) => environment === 'practice') ?? null;
}

const REHEARSAL_STARTED: Readonly<Record<PracticeRehearsal['kind'], string>> = {
  outage: 'The simulated outage has started.',
  rotation: 'New practice key copied. Stage it as the next key.',
};

export function createKeysSlice({ bridge, set, get, store, attempt, save }: SliceContext) {
  const take = (keys: ConnectionKeys): void =>
    set((state) => (isLocked(state) ? {} : { keysById: { ...state.keysById, [keys.connectionId]: keys } }));
  bridge.on('keys.changed', take);
  bridge.on('keys.due', ({ connectionId }) => void get().goToKeysOf(connectionId));
  onLocked(store, () => set(NOTHING_READ));
  // Discards the API keys of the previous connection, so that the user can't add a new key to the wrong connection.
  onConnectionInFront(store, (_connectionId, isOther) => {
    if (isOther) set({ keysOf: null });
  });

  const settle = (
    call: Promise<Result<ConnectionKeys>>,
    sentence: (keys: ConnectionKeys) => string,
    look: MessageLook = 'done',
  ) =>
    failureOf(call, (keys) => {
      take(keys);
      set({ keysFailure: null });
      // Names the connection in the message, because the user may have switched to another connection.
      const connection = get().connections.find(({ id }) => id === keys.connectionId)?.name ?? null;
      get().announce(sentence(keys), look, { connection });
    });

  const change =
    <Args>(call: (args: Args) => Promise<Result<ConnectionKeys>>, sentence: string) =>
    (args: Args): Promise<Failure | null> =>
      settle(call(args), () => sentence);

  /** Switches to another key, then lists the open boards again, because the health still describes the old key. */
  const switchKey =
    <Args extends { readonly connectionId: string }>(
      call: (args: Args) => Promise<Result<ConnectionKeys>>,
      sentence: string,
    ) =>
    async (args: Args): Promise<Failure | null> => {
      const failure = await change(call, sentence)(args);
      if (failure === null && get().currentId === args.connectionId)
        void get().openBoards(args.connectionId, true);
      return failure;
    };

  async function readLeftovers(): Promise<void> {
    const left = await bridge.keys.leftovers({});
    if (left.ok) set({ leftovers: left.value });
    else set({ keysFailure: left.error });
  }

  return {
    keysOf: null as string | null,
    allKeysShown: false,
    ...NOTHING_READ,
    rehearsing: null as string | null,
    removingLeftovers: false,

    /** Reads facts about the API keys of all connections. Does not call the keychain. */
    readKeys: async () => {
      const all = await bridge.keys.all({});
      if (!all.ok) set({ keysFailure: all.error });
      else if (!isLocked(get()))
        set({ keysById: Object.fromEntries(all.value.map((keys) => [keys.connectionId, keys])) });
    },

    openKeys: async () => {
      set((state) => ({ keysFailure: null, keysOf: shownConnection(state)?.id ?? null }));
      void readLeftovers();
      await get().readKeys();
    },

    showKeysOf: async (connectionId: string) => {
      set({ keysOf: connectionId, allKeysShown: false });
      const list = await bridge.keys.list({ connectionId });
      if (list.ok) take(list.value);
      else set({ keysFailure: list.error });
    },

    /** Opens the API keys screen for a connection, unless the user stays in a form with unsaved changes. */
    goToKeysOf: async (connectionId: string) => {
      await get().go({ kind: 'screen', screen: 'keys' });
      if (get().screen === 'keys') await get().showKeysOf(connectionId);
    },

    showAllKeys: (allKeysShown: boolean) => set({ allKeysShown }),

    exportKeys: () => save(bridge.keys.export({}), (file) => exportedSentence(file, 'key')),

    saveRotation: (args: ArgsOf<'keys.saveRotation'>) =>
      save(bridge.keys.saveRotation(args), ({ fileName }) => `Saved the rotation record as ${fileName}.`),

    dismissKeysFailure: () => set({ keysFailure: null }),

    stageKey: (staged: ArgsOf<'keys.stage'>) => {
      const before = get().keysById[staged.connectionId]?.keys.map(({ id }) => id) ?? [];
      return settle(bridge.keys.stage(staged), ({ keys }) => {
        const key = keys.find(({ id, slot }) => slot === staged.slot && !before.includes(id));
        const saved = key?.stage === 'current' ? 'Key saved' : 'Next key saved';
        return `${saved}${key?.kept === 'session' ? ' for this session only' : ''}.`;
      });
    },

    editKey: change(bridge.keys.edit, 'Key details saved.'),
    keepKey: change(bridge.keys.keep, 'Key saved in the keychain.'),
    switchToNextKey: switchKey(bridge.keys.useNext, SWITCHED),
    goBackToKey: switchKey(bridge.keys.goBack, 'The previous key is in use again.'),
    retireKey: change(bridge.keys.retire, 'Previous key retired.'),
    discardKey: change(bridge.keys.discard, 'Next key discarded.'),

    rehearseKeys: async (connectionId: string, paper: string) => {
      if (get().rehearsing !== null) return;
      set({ rehearsing: connectionId, rehearsalFailure: null });
      const failure = await settle(bridge.keys.rehearse({ connectionId, paper }), rehearsedSentence, null);
      const isShown = failure !== null && failure.code !== 'locked';
      set({ rehearsing: null, rehearsalFailure: isShown ? { connectionId, failure } : null });
    },

    rehearsePractice: async (kind: PracticeRehearsal['kind'] | null) => {
      const connectionId = practiceOf(get())?.id ?? '';
      await attempt(bridge.connections.rehearse({ connectionId, kind }), async () => {
        get().announce(kind === null ? 'The simulation has ended.' : REHEARSAL_STARTED[kind]);
        if (kind === 'rotation') await get().goToKeysOf(connectionId);
        else if (get().currentId === connectionId)
          await (kind === 'outage' ? get().refreshBoards() : get().tryHealthNow());
      });
    },

    removeLeftovers: async () => {
      if (get().removingLeftovers) return;
      set({ removingLeftovers: true });
      const left = await bridge.keys.removeLeftovers({});
      set({ removingLeftovers: false });
      if (!left.ok) return set({ keysFailure: left.error });
      set({ leftovers: left.value });
      get().announce(left.value === 0 ? 'Unused keys removed.' : unusedKeysSentence(left.value));
    },
  };
}
