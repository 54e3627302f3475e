/** State of the open connection form. The code that checks and saves it is loaded later. */
import type {
  Connection,
  ConnectionColor,
  ConnectionDraft,
  Environment,
  KeyState,
  PartCheck,
} from '../../preload/contract/connections.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { keychainInTrouble } from './keychain-slice.ts';
import type { SliceContext } from './store.ts';

export function createOpenFormSlice({ set, get }: SliceContext) {
  return {
    connectionForm: null as ConnectionForm | null,

    openConnectionForm: (id: string | null, focus?: ConnectionForm['focus']) => {
      const connection = get().connections.find((each) => each.id === id);
      set({ connectionForm: openedForm(connection, focus) });
      // Does not read the keychain's state after a keychain failure, because this could open a system prompt.
      if (!keychainInTrouble(get().keychain)) void get().refreshKeychain();
    },

    closeConnectionForm: () => set({ connectionForm: null }),

    connectionFormDirty: (): boolean => {
      const form = get().connectionForm;
      const names = Object.keys(form?.fields ?? {}) as (keyof ConnectionFields)[];
      return names.some((name) => form?.fields[name] !== form?.initial[name]);
    },
  };
}

export interface ConnectionFields extends Omit<ConnectionDraft, 'id' | 'apiKey' | 'boardApiKey'> {
  readonly apiKey: string;
  readonly boardApiKey: string;
}

export type ConnectionForm = Readonly<ReturnType<typeof openedForm>>;

export const COLOR_OF: Readonly<Record<Environment, ConnectionColor>> = {
  production: 'red',
  staging: 'orange',
  test: 'blue',
  practice: 'green',
};

const NO_KEY: KeyState = { kind: 'none' };
const NOTHING_DONE = {
  errors: {} as Readonly<Record<string, string>>,
  failure: null as Failure | null,
  failedWhile: null as 'checking' | 'saving' | null,
  busy: null as 'checking' | 'saving' | null,
  checks: null as readonly PartCheck[] | null,
  /** Form fields at the last check of the connection. If not identical to `fields`, the user has edited the form. */
  checkedFields: null as ConnectionFields | null,
  /** Number of saves and checks rejected for invalid fields. When it grows, the first invalid field gets the focus. */
  refusals: 0,
};

function openedForm(connection: Connection | undefined, focus: 'name' | 'apiKey' | 'boardApiKey' = 'name') {
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
    storedKey: connection?.key ?? NO_KEY,
    storedBoardKey: connection?.boardKey ?? NO_KEY,
    readOnlyForced: connection?.readOnly.forced ?? false,
    colorChosen: initial.color !== COLOR_OF[environment],
    fields: initial,
    initial,
    ...NOTHING_DONE,
    focus,
  };
}
