export type ShellEvent = {
  defaultPrevented: boolean;
  preventDefault: () => void;
};

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

/** `initiator` is null if the app or the page that embeds a guest started the navigation. */
export function navigationEvent<F>(url: string, frame: F | null, initiator: F | null) {
  return shellEvent({ url, isSameDocument: false, isMainFrame: frame !== null, frame, initiator });
}
