/**
 * The idle lock. Main decides, and answers nothing while locked; the page drops what it has read.
 * What a person was writing stays, but for keys.
 */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { LockState } from '../../preload/contract/app.ts';
import type { Result } from '../../preload/contract/failure.ts';
import type { DialogState } from './ui-slice.ts';
import { failureOf } from './calls.ts';
import type { AppState, AppStore, SliceContext } from './store.ts';

/** Whether nothing but the lock screen may be seen. */
export function isLocked(state: AppState): boolean {
  return state.lock?.locked === true;
}

/** Calls back each time Easel is locked: what must not be seen then goes. */
export function onLocked(store: AppStore, listener: () => void): void {
  store.subscribe((state, before) => {
    if (isLocked(state) && !isLocked(before)) listener();
  });
}

/** Dialogs that only show data; all others hold what a person was writing or asked for. */
const SHOWING: ReadonlySet<DialogState['kind']> = new Set(['palette', 'check-unknown', 'network']);

/** Without the last message, which may name something that is hidden now. */
function silent({ message }: AppState): Partial<AppState> {
  return { message: { ...message, text: '', look: null } };
}

/** What is left of the state when Easel is locked. */
function concealed(state: AppState): Partial<AppState> {
  const { connectionForm, dialog } = state;
  return {
    unresolved: [],
    pictureAsked: null,
    health: null,
    notice: null,
    undo: null,
    ...silent(state),
    switcherOpen: false,
    healthOpen: false,
    dialog: dialog !== null && SHOWING.has(dialog.kind) ? null : dialog,
    ...(connectionForm !== null && {
      connectionForm: {
        ...connectionForm,
        fields: { ...connectionForm.fields, apiKey: '', boardApiKey: '' },
      },
    }),
  };
}

export function createLockSlice({ bridge, set, get }: SliceContext) {
  /** Reads again what the frame shows; the screen reads its own data when it is back. */
  const comeBack = async (): Promise<void> => {
    if (get().startPhase !== 'ready') return get().start();
    const list = await bridge.connections.list({});
    // The slices that follow the connections then read theirs.
    if (list.ok) set({ connections: list.value.connections });
    else get().raise(list.error);
  };

  const take = (lock: LockState): void => {
    const before = isLocked(get());
    set({ lock });
    if (lock.locked && !before) {
      get().closeBoards();
      set(concealed);
    }
    if (!lock.locked && before) {
      set(silent);
      void comeBack();
    }
  };
  /** Takes the state of the lock that a call answers with, and says what was done. */
  const taken = (call: Promise<Result<LockState>>, done?: string) =>
    failureOf(call, (lock) => {
      take(lock);
      if (done !== undefined) get().announce(done);
    });
  bridge.on('lock.changed', take);

  return {
    lock: null as LockState | null,

    readLock: async () => {
      const failure = await taken(bridge.lock.state({}));
      // Without a usable policy nothing is answered; a screen says so.
      if (failure?.code !== 'policy') get().raise(failure);
    },

    /** Locks at once, or says why that can't be. */
    lockNow: async () => get().raise(await taken(bridge.lock.now({}))),

    /** `null` asks the system. Gives the failure, or null. */
    unlock: (passphrase: string | null) => taken(bridge.lock.unlock({ passphrase })),

    /** Gives the failure, with the fields that are wrong, or null. */
    configureLock: (settings: ArgsOf<'lock.configure'>) =>
      taken(bridge.lock.configure(settings), 'Idle lock saved.'),

    /** For a forgotten passphrase: removes every key from this computer, then the passphrase. */
    removeKeysAndUnlock: () => taken(bridge.lock.removeKeys({}), 'All keys removed.'),
  };
}
