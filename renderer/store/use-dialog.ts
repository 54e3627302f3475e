/** How a dialog closes itself, and how a form sends what it asks. */
import { useState } from 'react';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { useApp, useAppStore } from './use-app.ts';

/** The dialog that asks for this. Its calls may end when it is long closed, and another one stands open. */
export interface OwnDialog {
  /** Closes it; another one that was opened since stays. */
  readonly close: () => void;
  /** Shows why its call failed: by `here` while it is open, else above the screen. */
  readonly tell: (failure: Failure, here: () => void) => void;
}

/** Of the dialog whose component this is called in. */
export function useDialog(): OwnDialog {
  const store = useAppStore();
  const own = useApp((state) => state.dialog);
  const isOpen = (): boolean => store.getState().dialog === own;
  return {
    close: () => {
      if (isOpen()) store.getState().closeDialog();
    },
    tell: (failure, here) => {
      if (isOpen()) here();
      else store.getState().raise(failure);
    },
  };
}

export type FieldErrors = Readonly<Record<string, string>>;

const NONE: FieldErrors = {};

export interface Submission {
  readonly busy: boolean;
  readonly errors: FieldErrors;
  /** Why the call failed, where no field says it. */
  readonly failure: Failure | null;
  /** Something was changed in the fields: what was said of them is over. */
  readonly changed: () => void;
  /**
   * Calls `ask`, one at a time, unless some field is `wrong` already. Gives whether it went well; then the dialog closes,
   * unless it stays.
   */
  readonly submit: (
    ask: () => Promise<Failure | Result<unknown> | null>,
    wrong?: FieldErrors,
  ) => Promise<boolean>;
  /** Closes the dialog that the form stands in. */
  readonly close: () => void;
}

/** The one button of a form: busy while its call runs, then done or with what went wrong. */
export function useSubmit({ stays = false } = {}): Submission {
  const { close, tell } = useDialog();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState(NONE);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function submit(
    ask: () => Promise<Failure | Result<unknown> | null>,
    wrong: FieldErrors = NONE,
  ): Promise<boolean> {
    if (busy) return false;
    setErrors(wrong);
    setFailure(null);
    if (Object.keys(wrong).length > 0) return false;
    setBusy(true);
    const answer = await ask();
    setBusy(false);
    const failed = answer !== null && 'ok' in answer ? (answer.ok ? null : answer.error) : answer;
    if (failed === null) {
      if (!stays) close();
      return true;
    }
    tell(failed, () => {
      setErrors(failed.fields ?? NONE);
      setFailure(failed.fields === undefined ? failed : null);
    });
    return false;
  }
  const changed = (): void => setErrors((said) => (Object.keys(said).length === 0 ? said : NONE));
  return { busy, errors, failure, changed, submit, close };
}
