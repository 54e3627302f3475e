/** Returns a DOM event that the app can prevent. `fields` are properties that Electron adds to this event. */
export function shellEvent(fields: object = {}): Event {
  return Object.assign(new Event('', { cancelable: true }), fields);
}

/** `initiator`: frame that started the navigation. Null if the app or the embedding page started it. */
export function navigationEvent<F>(url: string, frame: F | null, initiator: F | null) {
  return shellEvent({ url, isSameDocument: false, isMainFrame: frame !== null, frame, initiator });
}
