/**
 * The events that Electron hands to listeners.
 */

export type ShellEvent = {
  defaultPrevented: boolean;
  preventDefault: () => void;
};

/** A preventable event, with more fields if given. */
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

/** A navigation to another document, as its event's fields; `initiator` is null where the app or the embedder wants it. */
export function navigationEvent<F>(url: string, frame: F | null, initiator: F | null) {
  return shellEvent({ url, isSameDocument: false, isMainFrame: frame !== null, frame, initiator });
}
