/** The connection form until it is saved. API keys live here from typing to saving, and nowhere else. */
import type { EaselBridge } from '../../preload/contract/contract.ts';
import type { ConnectionDraft } from '../../preload/contract/connections.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import {
  draftOf,
  editedForm,
  keychainInTrouble,
  openedForm,
  sameFields,
  savedMessage,
  type ConnectionFields,
  type ConnectionForm,
} from './connection-form.ts';
import { counted } from '../parts/format.ts';
import { inFront } from './connections-slice.ts';
import type { Slice } from './store.ts';

export interface ConnectionFormSlice {
  readonly connectionForm: ConnectionForm | null;
  readonly openConnectionForm: (id: string | null) => void;
  /** Forgets the form, and the key with it. */
  readonly closeConnectionForm: () => void;
  readonly editConnectionForm: (change: Partial<ConnectionFields>) => void;
  readonly connectionFormDirty: () => boolean;
  /** Checks every part with the form's values; stores nothing. */
  readonly checkConnection: () => Promise<void>;
  /**
   * Tries the paper API with a paper that exists, by identifier or room address: mints one token for it, and creates
   * nothing else.
   */
  readonly checkWithPaper: (paper: string) => Promise<void>;
  /** Saves and opens the boards; a refusal keeps what was typed. */
  readonly saveConnection: () => Promise<void>;
  /** Saves again after the keychain failed, with the same choice of where keys are kept. */
  readonly saveAgain: () => Promise<void>;
  /** Saves with the typed keys in memory only, such as after the keychain failed. */
  readonly saveForSession: () => Promise<void>;
  /** Drops the changes and goes where the person wanted to go. */
  readonly discardConnectionForm: () => Promise<void>;
}

/** The slice of the connection form. */
export function createConnectionFormSlice(bridge: EaselBridge): Slice<ConnectionFormSlice> {
  return (set, get) => {
    /** Changes the open form; a later answer changes nothing. */
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
        failedWhile: get().connectionForm?.busy ?? null,
        refusals: form.refusals + (inFields ? 1 : 0),
      });
    };

    async function save(toDraft: (form: ConnectionForm) => ConnectionDraft): Promise<void> {
      const form = get().connectionForm;
      if (!form || form.busy !== null) return;
      update(form, { busy: 'saving', errors: {}, failure: null });
      const saved = await bridge.connections.save(toDraft(form));
      if (!saved.ok) {
        refuse(form, saved.error);
        return;
      }
      get().closeConnectionForm();
      set((state) => ({
        ...inFront(state, saved.value),
        // Nothing is left to discard. What else was opened meanwhile, such as the palette, stays open.
        dialog: state.dialog?.kind === 'discard-changes' ? null : state.dialog,
      }));
      await get().go({ kind: 'connection', id: saved.value.id });
      get().announce(savedMessage(form));
    }

    return {
      connectionForm: null,

      openConnectionForm: (id) => {
        const connection = get().connections.find((each) => each.id === id);
        set({ connectionForm: openedForm(connection) });
        // Known trouble is shown with *Try again*; asking now would open the system's prompt uninvited.
        if (!keychainInTrouble(get().keychain)) void get().refreshKeychain();
      },

      closeConnectionForm: () => set({ connectionForm: null }),

      editConnectionForm: (change) => {
        const form = get().connectionForm;
        if (!form) return;
        update(form, editedForm(form, change));
      },

      connectionFormDirty: () => {
        const form = get().connectionForm;
        return form !== null && !sameFields(form.fields, form.initial);
      },

      checkConnection: async () => {
        const form = get().connectionForm;
        if (!form || form.busy !== null) return;
        update(form, { busy: 'checking', errors: {}, failure: null, checks: null, checkedFields: null });
        const checked = await bridge.connections.check(draftOf(form, get()));
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
        if (shown) get().announce(failed === 0 ? 'No check failed.' : `${counted(failed, 'check')} failed.`);
      },

      checkWithPaper: async (paper) => {
        const form = get().connectionForm;
        if (!form || form.busy !== null) return;
        update(form, { busy: 'checking-paper', errors: {}, failure: null });
        const draft = draftOf(form, get());
        const checked = await bridge.connections.checkPaper({ draft, paper });
        if (!checked.ok) {
          refuse(form, checked.error);
          return;
        }
        // Results for other fields don't apply to these.
        const others = form.checkedFields === form.fields ? (form.checks ?? []) : [];
        const checks = [...others.filter(({ part }) => part !== checked.value.part), checked.value];
        const shown = update(form, { busy: null, checks, checkedFields: form.fields });
        if (shown) get().announce(`Paper API: ${checked.value.summary}`);
      },

      saveConnection: () => save((form) => draftOf(form, get())),

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
  };
}
