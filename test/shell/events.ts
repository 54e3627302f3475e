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
