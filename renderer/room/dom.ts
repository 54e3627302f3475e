export function byId<T extends Element>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} called ${id}`);
  return element;
}

export function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

export function tint(target: ElementCSSInlineStyle, color: string): void {
  target.style.setProperty('--tint', `var(--${color})`);
}

/** Returns a random item id. Avoids `crypto.randomUUID`, because it needs a secure context. */
export function newId(): string {
  return crypto.getRandomValues(new Uint8Array(12)).join('.');
}
