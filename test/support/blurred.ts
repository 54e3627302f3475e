/** Finds what can be read on a page though it is to be blurred. */
import type { Page } from 'playwright';

/**
 * Every visible text, value, choice and title of the window that holds one of `texts` (letter case ignored), and
 * that no blur covers. Each is told as "needle: where: the text".
 */
export function readable(window: Page, texts: readonly string[]): Promise<readonly string[]> {
  return window.evaluate((all) => {
    const isBlurred = (element: Element | null): boolean => {
      for (let each = element; each !== null; each = each.parentElement) {
        const radius = /blur\((\d+(?:\.\d+)?)px\)/u.exec(getComputedStyle(each).filter)?.[1];
        if (Number(radius ?? 0) >= 6) return true;
      }
      return false;
    };
    const isSeen = (element: Element): boolean => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
      // Text for screen readers only is clipped to nothing.
      return element.closest('.visually-hidden') === null;
    };
    const found: string[] = [];
    const look = (element: Element | null, text: string, where: string): void => {
      const held = text.toLowerCase();
      const needle = all.find((each) => held.includes(each.toLowerCase()));
      if (needle === undefined || (element !== null && (!isSeen(element) || isBlurred(element)))) return;
      found.push(`${needle}: ${where}: ${text.trim().slice(0, 120)}`);
    };
    const path = (element: Element): string => {
      const part = element
        .closest('dialog, [popover], [data-pane], header, main')
        ?.getAttribute('aria-label');
      return `${element.localName} in ${part ?? 'the window'}`;
    };

    look(null, document.title, 'title of the window');
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      // The list of a select is drawn by the system, blurred or not: its words themselves must tell nothing.
      const option = parent?.closest('option');
      if (option) look(null, node.nodeValue ?? '', 'choice of a list');
      else if (parent) look(parent, node.nodeValue ?? '', path(parent));
    }
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'input, textarea',
    )) {
      if (!['password', 'checkbox', 'radio'].includes(field.type))
        look(field, field.value, `value, ${path(field)}`);
      look(field, field.placeholder, `placeholder, ${path(field)}`);
    }
    return found;
  }, texts);
}

/** The tooltip that the pointer would bring up where it is; empty for none. */
export function tooltip(window: Page): Promise<string> {
  return window.evaluate(() => {
    const titled = [...document.querySelectorAll(':hover')].filter((element) =>
      element.hasAttribute('title'),
    );
    return titled.at(-1)?.getAttribute('title') ?? '';
  });
}
