/** Returns a DOM event that the app can prevent, with the properties that Electron adds to its event (`fields`). */
export function shellEvent(fields: object = {}): Event {
  return Object.assign(new Event('', { cancelable: true }), fields);
}

/** `initiator` is null if the app, or the page that embeds the guest, started the navigation. */
export function navigationEvent<F>(url: string, frame: F | null, initiator: F | null) {
  return shellEvent({ url, isSameDocument: false, isMainFrame: frame !== null, frame, initiator });
}
