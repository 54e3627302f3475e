/** How a dialog closes itself, and nothing else. */
import type { Failure } from '../../preload/contract/failure.ts';
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
