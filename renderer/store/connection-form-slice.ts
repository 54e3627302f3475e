/** What the connection form holds until it is saved. The API key lives here from typing to saving, and nowhere else. */
import type { EaselBridge } from '../../preload/contract/bridge.ts';
import type {
  Connection,
  ConnectionDraft,
  Environment,
  KeychainStatus,
  KeyState,
  PartCheck,
} from '../../preload/contract/domain.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { inFront } from './connections-slice.ts';
import type { Slice } from './store.ts';

/** What a person edits; an empty `apiKey` keeps the stored one. */
export interface ConnectionFields {
  readonly name: string;
  readonly environment: Environment;
  readonly paperApi: string;
  readonly boardApi: string;
  readonly appUrl: string;
  readonly apiKey: string;
  readonly sessionOnly: boolean;
}

export interface ConnectionForm {
  /** `null` for a new connection. */
  readonly id: string | null;
  readonly storedKey: KeyState;
  readonly fields: ConnectionFields;
  /** What the form held when it was opened; it is dirty where the two differ. */
  readonly initial: ConnectionFields;
  /** What is wrong, by field name. */
  readonly errors: Readonly<Record<string, string>>;
  /** A failure that belongs to no single field. */
  readonly failure: Failure | null;
  readonly busy: 'checking' | 'checking-paper' | 'saving' | null;
  /** What *Check* found last; null before the first. */
  readonly checks: readonly PartCheck[] | null;
  /** The fields that `checks` speaks of; where they are no longer the same object, the check is out of date. */
  readonly checkedFields: ConnectionFields | null;
  /** Goes up with each answer that found wrong fields: the screen moves focus to the first of them. */
  readonly refusals: number;
}

export interface ConnectionFormSlice {
  readonly connectionForm: ConnectionForm | null;
  readonly openConnectionForm: (id: string | null) => void;
  /** Forgets the form, and the key with it. */
  readonly closeConnectionForm: () => void;
  readonly editConnectionForm: (change: Partial<ConnectionFields>) => void;
  readonly connectionFormDirty: () => boolean;
  /** Tries every part with what the form holds; stores nothing. */
  readonly checkConnection: () => Promise<void>;
  /**
   * Tries the paper API with a paper that exists, by identifier or room address: mints one token for it, and creates
   * nothing else.
   */
  readonly checkWithPaper: (paper: string) => Promise<void>;
  /** Saves and goes to the boards; a refusal keeps what was typed. */
  readonly saveConnection: () => Promise<void>;
  /** Drops the changes and goes where the person wanted to go. */
  readonly discardConnectionForm: () => Promise<void>;
}

const EMPTY: ConnectionFields = {
  name: '',
  // The most careful environment until somebody says otherwise.
  environment: 'production',
  paperApi: '',
  boardApi: '',
  appUrl: '',
  apiKey: '',
  sessionOnly: false,
};

/** The fields of a saved connection; its key never comes out of main. */
function fieldsOf(connection: Connection): ConnectionFields {
  const { name, environment, paperApi, boardApi, appUrl, key } = connection;
  return { name, environment, paperApi, boardApi, appUrl, apiKey: '', sessionOnly: key.kind === 'session' };
}

/** Whether a key typed now can be kept in memory only, because the keychain can't take it. */
export function onlyForSession(keychain: KeychainStatus | null): boolean {
  return keychain !== null && keychain.state !== 'available';
}

/** What goes to main. A key that is already stored stays where it is, however the keychain stands now. */
function draftOf({ id, fields }: ConnectionForm, keychain: KeychainStatus | null): ConnectionDraft {
  const apiKey = fields.apiKey === '' ? null : fields.apiKey;
  const sessionOnly = fields.sessionOnly || (apiKey !== null && onlyForSession(keychain));
  return { ...fields, id, apiKey, sessionOnly };
}

/** Whether two forms hold the same. */
function sameFields(a: ConnectionFields, b: ConnectionFields): boolean {
  return (Object.keys(a) as (keyof ConnectionFields)[]).every((name) => a[name] === b[name]);
}

/** What is known of a just saved connection, in one sentence. */
function savedMessage(form: ConnectionForm): string {
  // The paper API alone says nothing of the rest.
  const hasAll = form.checks?.some((check) => check.part === 'board-api') ?? false;
  const checked = hasAll && form.checkedFields === form.fields;
  const failed = form.checks?.some((check) => check.state === 'failed') ?? false;
  return checked && !failed ? 'Saved and checked.' : 'Saved, not verified.';
}

/** The slice of the connection form. */
export function createConnectionFormSlice(bridge: EaselBridge): Slice<ConnectionFormSlice> {
  return (set, get) => {
    /** Changes the form that is open; an answer that comes after it was closed changes nothing. */
    const update = (form: ConnectionForm, change: Partial<ConnectionForm>): boolean => {
      const current = get().connectionForm;
      if (current === null || current.initial !== form.initial) return false;
      set({ connectionForm: { ...current, ...change } });
      return true;
    };

    const refuse = (form: ConnectionForm, failure: Failure): void => {
      const errors = failure.fields ?? {};
      const inFields = Object.keys(errors).length > 0;
      update(form, {
        busy: null,
        errors,
        failure: inFields ? null : failure,
        refusals: form.refusals + (inFields ? 1 : 0),
      });
    };

    return {
      connectionForm: null,

      openConnectionForm: (id) => {
        const connection = get().connections.find((each) => each.id === id);
        const initial = connection ? fieldsOf(connection) : { ...EMPTY };
        set({
          connectionForm: {
            id: connection?.id ?? null,
            storedKey: connection?.key ?? { kind: 'none' },
            fields: initial,
            initial,
            errors: {},
            failure: null,
            busy: null,
            checks: null,
            checkedFields: null,
            refusals: 0,
          },
        });
      },

      closeConnectionForm: () => set({ connectionForm: null }),

      editConnectionForm: (change) => {
        const form = get().connectionForm;
        if (!form) return;
        const errors = Object.fromEntries(Object.entries(form.errors).filter(([name]) => !(name in change)));
        update(form, { fields: { ...form.fields, ...change }, errors });
      },

      connectionFormDirty: () => {
        const form = get().connectionForm;
        return form !== null && !sameFields(form.fields, form.initial);
      },

      checkConnection: async () => {
        const form = get().connectionForm;
        if (!form || form.busy !== null) return;
        update(form, { busy: 'checking', errors: {}, failure: null, checks: null, checkedFields: null });
        const checked = await bridge.connections.check(draftOf(form, get().keychain));
        if (!checked.ok) {
          refuse(form, checked.error);
          return;
        }
        const fields = Object.fromEntries(
          checked.value.flatMap(({ failure }) => Object.entries(failure?.fields ?? {})),
        );
        const wrong = Object.keys(fields).length > 0;
        const shown = update(form, {
          busy: null,
          errors: fields,
          checks: checked.value,
          checkedFields: form.fields,
          refusals: form.refusals + (wrong ? 1 : 0),
        });
        const failed = checked.value.filter((check) => check.state === 'failed').length;
        if (shown) get().announce(failed === 0 ? 'Check finished.' : `Check finished: ${failed} failed.`);
      },

      checkWithPaper: async (paper) => {
        const form = get().connectionForm;
        if (!form || form.busy !== null) return;
        update(form, { busy: 'checking-paper', errors: {}, failure: null });
        const draft = draftOf(form, get().keychain);
        const checked = await bridge.connections.checkPaper({ draft, paper });
        if (!checked.ok) {
          refuse(form, checked.error);
          return;
        }
        // What was found with other fields is no longer true of these.
        const others = form.checkedFields === form.fields ? (form.checks ?? []) : [];
        const checks = [...others.filter(({ part }) => part !== checked.value.part), checked.value];
        const shown = update(form, { busy: null, checks, checkedFields: form.fields });
        if (shown) get().announce(`Paper API: ${checked.value.summary}`);
      },

      saveConnection: async () => {
        const form = get().connectionForm;
        if (!form || form.busy !== null) return;
        update(form, { busy: 'saving', errors: {}, failure: null });
        const saved = await bridge.connections.save(draftOf(form, get().keychain));
        if (!saved.ok) {
          refuse(form, saved.error);
          return;
        }
        get().closeConnectionForm();
        set((state) => ({ ...inFront(state, saved.value), dialog: null }));
        await get().go({ kind: 'connection', id: saved.value.id });
        get().announce(savedMessage(form));
      },

      discardConnectionForm: async () => {
        const dialog = get().dialog;
        if (dialog?.kind !== 'discard-changes') return;
        set({ connectionForm: null, dialog: null });
        await get().go(dialog.to);
      },
    };
  };
}
