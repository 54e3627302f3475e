/** State of Easel's lock. When main locks Easel, the page discards typed API keys and data from main. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { LockState } from '../../preload/contract/app.ts';
import type { Result } from '../../preload/contract/failure.ts';
import type { DialogState } from './ui-slice.ts';
import { failureOf } from './calls.ts';
import type { AppState, AppStore, SliceContext } from './store.ts';

export function isLocked(state: AppState): boolean {
  return state.lock?.locked === true;
}

export function onLocked(store: AppStore, listener: () => void): void {
  store.subscribe((state, before) => {
    if (isLocked(state) && !isLocked(before)) listener();
  });
}

const DISPLAY_ONLY: ReadonlySet<DialogState['kind']> = new Set(['palette', 'check-unknown', 'network']);

function withoutMessage({ message }: AppState): Partial<AppState> {
  return { message: { ...message, text: '', look: null } };
}

function concealedState(state: AppState): Partial<AppState> {
  const { connectionForm, dialog } = state;
  return {
    unresolved: [],
    pictureAsked: null,
    health: null,
    notice: null,
    messages: [],
    undo: null,
    ...withoutMessage(state),
    switcherOpen: false,
    healthOpen: false,
    dialog: dialog !== null && DISPLAY_ONLY.has(dialog.kind) ? null : dialog,
    ...(connectionForm !== null && {
      connectionForm: {
        ...connectionForm,
        fields: { ...connectionForm.fields, apiKey: '', boardApiKey: '' },
        checks: null,
        checkedFields: null,
      },
    }),
  };
}

export function createLockSlice({ bridge, set, get }: SliceContext) {
  const reload = async (): Promise<void> => {
    if (get().startPhase !== 'ready') return get().start();
    const list = await bridge.connections.list({});
    if (!list.ok) return get().raise(list.error);
    set({ connections: list.value.connections });
    get().openCurrentBoards();
  };

  const take = (lock: LockState): void => {
    const before = isLocked(get());
    set({ lock });
    if (lock.locked && !before) {
      get().closeBoards();
      set(concealedState);
    }
    if (!lock.locked && before) {
      set(withoutMessage);
      void reload();
    }
  };
  const applied = (call: Promise<Result<LockState>>, done?: string) =>
    failureOf(call, (lock) => {
      take(lock);
      if (done !== undefined) get().announce(done);
    });
  bridge.on('lock.changed', take);

  return {
    lock: null as LockState | null,

    readLock: async () => {
      const failure = await applied(bridge.lock.state({}));
      if (failure?.code !== 'policy') get().raise(failure);
    },

    lockNow: async () => get().raise(await applied(bridge.lock.now({}))),

    unlock: (passphrase: string | null) => applied(bridge.lock.unlock({ passphrase })),

    configureLock: (settings: ArgsOf<'lock.configure'>) =>
      applied(bridge.lock.configure(settings), 'Idle lock setting saved.'),

    removeKeysAndUnlock: () => applied(bridge.lock.removeKeys({}), 'All keys removed.'),
  };
}
