/**
 * The element of this identifier.
 * @throws when the page has none of this type: page and code are one build, so that is a bug
 */
export function byId<T extends Element>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} called ${id}`);
  return element;
}

/** Makes an element with a class and a text. */
export function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

/** Sets an element's `--tint` to a colour of this name in room.css. */
export function tint(shown: ElementCSSInlineStyle, color: string): void {
  shown.style.setProperty('--tint', `var(--${color})`);
}

/** A random name for an item. Not randomUUID: an embedding page may make this no secure context. */
export function newId(): string {
  return crypto.getRandomValues(new Uint8Array(12)).join('.');
}
