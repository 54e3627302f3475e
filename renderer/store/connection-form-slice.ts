import type { ConnectionDraft } from '../../preload/contract/connections.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { counted } from '../lib/format.ts';
import { allows } from './changes.ts';
import { onlyForSession } from './keychain-slice.ts';
import { passedSentence } from './keys-slice.ts';
import { COLOR_OF, type ConnectionFields, type ConnectionForm } from './open-form-slice.ts';
import type { AppState, SliceContext } from './store.ts';

export function createConnectionFormSlice({ bridge, set, get }: SliceContext) {
  const update = (form: ConnectionForm, change: Partial<ConnectionForm>): boolean => {
    const current = get().connectionForm;
    if (current === null || current.initial !== form.initial) return false;
    set({ connectionForm: { ...current, ...change } });
    return true;
  };

  /** Number of checks and saves so far. If it grows during a check, the check's response is outdated. */
  let begun = 0;
  const begin = (busy: ConnectionForm['busy']): ConnectionForm | null => {
    const form = get().connectionForm;
    // Allows a save during a check, because the check of a slow service can take long. The save ends the check.
    if (form === null || form.busy === busy || form.busy === 'saving') return null;
    begun += 1;
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

  async function save(toDraft: (form: ConnectionForm) => ConnectionDraft): Promise<void> {
    const form = begin('saving');
    if (form === null) return;
    const saved = await bridge.connections.save(toDraft(form));
    if (get().connectionForm?.initial !== form.initial) {
      // Stays on the current screen, because the user left the form during the save.
      return saved.ok ? get().announce(`Saved connection ${saved.value.name}.`) : get().raise(saved.error);
    }
    if (!saved.ok) return refuse(form, saved.error);
    get().closeConnectionForm();
    const { dialog } = get();
    // If the user opens another dialog during the save, this dialog stays open.
    const question = dialog?.kind === 'discard-changes' ? dialog : null;
    const connectionId = saved.value.id;
    set({ currentId: connectionId, dialog: question === null ? dialog : null });
    await get().go({ kind: 'connection', id: connectionId });
    // Checks the paper API and the app host with `health.look`, because listing boards uses only the board API.
    void get()
      .openBoards(connectionId, true)
      .then(() => bridge.health.look({ connectionId }));
    if (question !== null) await get().go(question.to);
    get().announce('Saved.');
  }

  return {
    editConnectionForm: (change: Partial<ConnectionFields>) => {
      const form = get().connectionForm;
      if (!form) return;
      const errors = Object.fromEntries(Object.entries(form.errors).filter(([name]) => !(name in change)));
      const colorChosen = form.colorChosen || change.color !== undefined;
      const fields = { ...form.fields, ...change };
      const color = colorChosen ? fields.color : COLOR_OF[fields.environment];
      update(form, { fields: { ...fields, color }, errors, colorChosen });
    },

    checkConnection: async (paper: string) => {
      const form = begin('checking');
      if (form === null) return;
      const before = begun;
      update(form, { checks: null, checkedFields: null });
      const checked = await bridge.connections.check({ ...draftOf(form, get()), paper });
      if (begun !== before) return;
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
      if (shown) get().say(failed === 0 ? passedSentence(checks) : `${counted(failed, 'check')} failed.`);
    },

    saveConnection: () => save((form) => draftOf(form, get())),

    /** Saves the connection again after a keychain failure. Tries the keychain, unless the user chose memory only. */
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

/** Converts the form to a draft. An empty API key field becomes null, and main then keeps the stored API key. */
function draftOf({ id, fields }: ConnectionForm, state: AppState): ConnectionDraft {
  const typed = (key: string): string | null => (key === '' ? null : key);
  const apiKey = typed(fields.apiKey);
  const boardApiKey = fields.separateBoardKey ? typed(fields.boardApiKey) : null;
  const wanted = fields.sessionOnly || ((apiKey ?? boardApiKey) !== null && onlyForSession(state));
  return { ...fields, id, apiKey, boardApiKey, sessionOnly: wanted && allows(state, 'sessionKeys') };
}
