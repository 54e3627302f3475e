import { useState } from 'react';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { useActions, useApp, useAppStore } from './use-app.ts';

/** Returns `isOpen` and `close` for the dialog that calls this hook. They never affect a dialog opened later. */
export function useDialog() {
  const store = useAppStore();
  const own = useApp((state) => state.dialog);
  const isOpen = (): boolean => store.getState().dialog === own;
  const close = (): void => {
    if (isOpen()) store.getState().closeDialog();
  };
  return { isOpen, close };
}

const NONE: Readonly<Record<string, string>> = {};

export type Submission = Readonly<ReturnType<typeof useSubmit>>;

export function useSubmit({ stays = false } = {}) {
  const { isOpen, close } = useDialog();
  const { raise } = useActions();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState(NONE);
  const [failure, setFailure] = useState<Failure | null>(null);

  /** Calls `ask`, unless a call is running or `wrong` has an error. Success closes the dialog, unless `stays`. */
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
    if (failed.code === 'cancelled') return false;
    // Shows the failure in the dialog, or on the current screen if the user has closed the dialog.
    if (!isOpen()) raise(failed);
    else {
      setErrors(failed.fields ?? NONE);
      setFailure(failed.fields === undefined ? failed : null);
    }
    return false;
  }
  const changed = (): void => setErrors((before) => (Object.keys(before).length === 0 ? before : NONE));
  return { busy, errors, failure, changed, submit, close };
}

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
