import type {
  Connection,
  ConnectionColor,
  ConnectionDraft,
  Environment,
  KeyState,
  PartCheck,
} from '../../preload/contract/connections.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { counted } from '../lib/format.ts';
import { allows } from './changes.ts';
import { inFront, withConnection } from './connections-slice.ts';
import { keychainInTrouble, onlyForSession } from './keychain-slice.ts';
import type { AppState, SliceContext } from './store.ts';

/** Changes of the open form. They have no effect if the user has opened another form meanwhile. */
function formSteps({ set, get }: Pick<SliceContext, 'set' | 'get'>) {
  const update = (form: ConnectionForm, change: Partial<ConnectionForm>): boolean => {
    const current = get().connectionForm;
    if (current === null || current.initial !== form.initial) return false;
    set({ connectionForm: { ...current, ...change } });
    return true;
  };

  const begin = (busy: ConnectionForm['busy']): ConnectionForm | null => {
    const form = get().connectionForm;
    if (form === null || form.busy !== null) return null;
    update(form, { busy, errors: {}, failure: null });
    return form;
  };

  const refuse = (form: ConnectionForm, failure: Failure): void => {
    const errors = failure.fields ?? {};
    const inFields = Object.keys(errors).length > 0;
    update(form, {
      busy: null,
      errors,
      failure: inFields ? null : failure,
      failedWhile: get().connectionForm?.busy ?? null,
      refusals: form.refusals + (inFields ? 1 : 0),
    });
  };

  return { update, begin, refuse };
}

export function createConnectionFormSlice({ bridge, set, get }: SliceContext) {
  const { update, begin, refuse } = formSteps({ set, get });

  async function save(toDraft: (form: ConnectionForm) => ConnectionDraft): Promise<void> {
    const form = begin('saving');
    if (form === null) return;
    const saved = await bridge.connections.save(toDraft(form));
    if (get().connectionForm?.initial !== form.initial) {
      // The user has left the form meanwhile, so the current screen stays.
      if (!saved.ok) return get().raise(saved.error);
      set(({ connections }) => ({ connections: withConnection(connections, saved.value) }));
      return get().announce(`Saved ${saved.value.name}.`);
    }
    if (!saved.ok) return refuse(form, saved.error);
    get().closeConnectionForm();
    const { dialog } = get();
    // Closes the question about discarding changes. A dialog that was opened meanwhile, such as the palette,
    // stays.
    const question = dialog?.kind === 'discard-changes' ? dialog : null;
    set((state) => ({ ...inFront(state, saved.value), dialog: question === null ? dialog : null }));
    const connectionId = saved.value.id;
    await get().go({ kind: 'connection', id: connectionId });
    // The listing already checks the board API, so `look` probes only the other parts.
    void get()
      .openBoards(connectionId, true)
      .then(() => bridge.health.look({ connectionId }));
    if (question !== null) await get().go(question.to);
    get().announce(savedMessage(form));
  }

  return {
    connectionForm: null as ConnectionForm | null,

    openConnectionForm: (id: string | null, focus: ConnectionForm['focus'] = 'name') => {
      const connection = get().connections.find((each) => each.id === id);
      set({ connectionForm: { ...openedForm(connection), focus } });
      // After a keychain failure, a status request could show the system's prompt unexpectedly.
      if (!keychainInTrouble(get().keychain)) void get().refreshKeychain();
    },

    closeConnectionForm: () => set({ connectionForm: null }),

    editConnectionForm: (change: Partial<ConnectionFields>) => {
      const form = get().connectionForm;
      if (!form) return;
      const errors = Object.fromEntries(Object.entries(form.errors).filter(([name]) => !(name in change)));
      const colorChosen = form.colorChosen || change.color !== undefined;
      const fields = { ...form.fields, ...change };
      const color = colorChosen ? fields.color : COLOR_OF[fields.environment];
      update(form, { fields: { ...fields, color }, errors, colorChosen });
    },

    connectionFormDirty: (): boolean => {
      const form = get().connectionForm;
      const names = Object.keys(form?.fields ?? {}) as (keyof ConnectionFields)[];
      return names.some((name) => form?.fields[name] !== form?.initial[name]);
    },

    /** Checks all parts. With the identifier or address of a paper, also mints one token for it. */
    checkConnection: async (paper: string) => {
      const form = begin('checking');
      if (form === null) return;
      update(form, { checks: null, checkedFields: null });
      const checked = await bridge.connections.check({ ...draftOf(form, get()), paper });
      if (!checked.ok) return refuse(form, checked.error);
      const checks = checked.value;
      const wrong = checks.flatMap(({ failure }) => Object.entries(failure?.fields ?? {}));
      const shown = update(form, {
        busy: null,
        errors: Object.fromEntries(wrong),
        checks,
        checkedFields: form.fields,
        refusals: form.refusals + (wrong.length > 0 ? 1 : 0),
      });
      const failed = checks.filter((check) => check.state === 'failed').length;
      if (shown) get().say(failed === 0 ? 'No check failed.' : `${counted(failed, 'check')} failed.`);
    },

    saveConnection: () => save((form) => draftOf(form, get())),

    /** Repeats a save after a keychain failure, with the same `sessionOnly`. */
    saveAgain: () => save((form) => ({ ...draftOf(form, get()), sessionOnly: form.fields.sessionOnly })),

    saveForSession: async () => {
      get().editConnectionForm({ sessionOnly: true });
      await get().saveConnection();
    },

    discardConnectionForm: async () => {
      const dialog = get().dialog;
      if (dialog?.kind !== 'discard-changes') return;
      set({ connectionForm: null, dialog: null });
      await get().go(dialog.to);
    },
  };
}

/** Fields of the form. An empty `apiKey` or `boardApiKey` keeps the stored key. */
export interface ConnectionFields extends Omit<ConnectionDraft, 'id' | 'apiKey' | 'boardApiKey'> {
  readonly apiKey: string;
  readonly boardApiKey: string;
}

export interface ConnectionForm {
  readonly id: string | null;
  readonly storedKey: KeyState;
  readonly storedBoardKey: KeyState;
  readonly readOnlyForced: boolean;
  readonly colorChosen: boolean;
  readonly fields: ConnectionFields;
  readonly initial: ConnectionFields;
  readonly errors: Readonly<Record<string, string>>;
  readonly failure: Failure | null;
  readonly failedWhile: ConnectionForm['busy'];
  readonly busy: 'checking' | 'saving' | null;
  readonly checks: readonly PartCheck[] | null;
  /** The fields at the last check. If the form has another object, the check is out of date. */
  readonly checkedFields: ConnectionFields | null;
  /** Number of responses with field errors. Each such response focuses the first wrong field. */
  readonly refusals: number;
  readonly focus: 'name' | 'apiKey' | 'boardApiKey';
}

const COLOR_OF: Readonly<Record<Environment, ConnectionColor>> = {
  production: 'red',
  staging: 'orange',
  test: 'blue',
  practice: 'green',
};

function openedForm(connection: Connection | undefined): ConnectionForm {
  const environment = connection?.environment ?? 'production';
  const initial: ConnectionFields = {
    name: connection?.name ?? '',
    environment,
    color: connection?.color ?? COLOR_OF[environment],
    paperApi: connection?.paperApi ?? '',
    boardApi: connection?.boardApi ?? '',
    appUrl: connection?.appUrl ?? '',
    apiKey: '',
    separateBoardKey: connection?.boardKey != null,
    boardApiKey: '',
    sessionOnly: connection?.key.kind === 'session',
    readOnly: connection?.readOnly.on ?? false,
  };
  return {
    id: connection?.id ?? null,
    storedKey: connection?.key ?? { kind: 'none' },
    storedBoardKey: connection?.boardKey ?? { kind: 'none' },
    readOnlyForced: connection?.readOnly.forced ?? false,
    colorChosen: initial.color !== COLOR_OF[environment],
    fields: initial,
    initial,
    errors: {},
    failure: null,
    failedWhile: null,
    busy: null,
    checks: null,
    checkedFields: null,
    refusals: 0,
    focus: 'name',
  };
}

/** Returns the input for main. A null keeps the stored key. */
function draftOf({ id, fields }: ConnectionForm, state: AppState): ConnectionDraft {
  const typed = (key: string): string | null => (key === '' ? null : key);
  const apiKey = typed(fields.apiKey);
  const boardApiKey = fields.separateBoardKey ? typed(fields.boardApiKey) : null;
  const wanted = fields.sessionOnly || ((apiKey ?? boardApiKey) !== null && onlyForSession(state));
  return { ...fields, id, apiKey, boardApiKey, sessionOnly: wanted && allows(state, 'sessionKeys') };
}

function savedMessage(form: ConnectionForm): string {
  const hasAll = form.checks?.some((check) => check.part === 'board-api') ?? false;
  const checked = hasAll && form.checkedFields === form.fields;
  const failed = form.checks?.some((check) => check.state === 'failed') ?? false;
  return checked && !failed ? 'Saved and checked.' : 'Saved.';
}
