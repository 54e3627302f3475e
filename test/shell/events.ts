/** Event objects for Electron's listeners. */

export type ShellEvent = {
  defaultPrevented: boolean;
  preventDefault: () => void;
};

/** A preventable event with additional fields. */
export function shellEvent<T extends object>(fields?: T): ShellEvent & T {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event as ShellEvent & T;
}

/** Fields of a navigation event; `initiator` is null for navigations by the app or the embedder. */
export function navigationEvent<F>(url: string, frame: F | null, initiator: F | null) {
  return shellEvent({ url, isSameDocument: false, isMainFrame: frame !== null, frame, initiator });
}
