/** How a dialog closes itself, and how a form sends what it asks. */
import { useState } from 'react';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { useApp, useAppStore } from './use-app.ts';

/** The dialog whose component this is called in. Its calls may end when it is long closed, and another one stands open. */
export function useDialog() {
  const store = useAppStore();
  const own = useApp((state) => state.dialog);
  const isOpen = (): boolean => store.getState().dialog === own;
  return {
    close: (): void => {
      if (isOpen()) store.getState().closeDialog();
    },
    /** Shows why its call failed: by `here` while it is open, else above the screen. */
    tell: (failure: Failure, here: () => void): void => {
      if (isOpen()) here();
      else store.getState().raise(failure);
    },
  };
}

export type FieldErrors = Readonly<Record<string, string>>;

const NONE: FieldErrors = {};

export type Submission = Readonly<ReturnType<typeof useSubmit>>;

/** The one button of a form: busy while its call runs, then done or with what went wrong. */
export function useSubmit({ stays = false } = {}) {
  const { close, tell } = useDialog();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState(NONE);
  const [failure, setFailure] = useState<Failure | null>(null);

  /**
   * Calls `ask`, one at a time, unless some field is `wrong` already (null: it isn't). Gives whether it went well; then
   * the dialog closes, unless it stays.
   */
  async function submit(
    ask: () => Promise<Failure | Result<unknown> | null>,
    wrong: Readonly<Record<string, string | null>> = NONE,
  ): Promise<boolean> {
    if (busy) return false;
    const known = Object.entries(wrong).flatMap(([field, why]) =>
      why === null ? [] : [[field, why] as const],
    );
    setErrors(Object.fromEntries(known));
    setFailure(null);
    if (known.length > 0) return false;
    setBusy(true);
    const answer = await ask();
    setBusy(false);
    const failed = answer !== null && 'ok' in answer ? (answer.ok ? null : answer.error) : answer;
    if (failed === null) {
      if (!stays) close();
      return true;
    }
    // The person has just said no.
    if (failed.code === 'cancelled') return false;
    tell(failed, () => {
      setErrors(failed.fields ?? NONE);
      setFailure(failed.fields === undefined ? failed : null);
    });
    return false;
  }
  const changed = (): void => setErrors((said) => (Object.keys(said).length === 0 ? said : NONE));
  return { busy, errors, failure, changed, submit, close };
}

/** A form with fields of text: what is typed into each, and what its field needs. Typing ends what was said of them. */
export function useFields<Name extends string>(
  initial: Readonly<Record<Name, string>>,
  { stays = false } = {},
) {
  const form = useSubmit({ stays });
  const [typed, setTyped] = useState(initial);
  const field = (name: Name) => ({
    value: typed[name],
    error: form.errors[name],
    onChange: (text: string) => {
      setTyped((before) => ({ ...before, [name]: text }));
      form.changed();
    },
  });
  return { ...form, typed, field, clear: () => setTyped(initial) };
}
