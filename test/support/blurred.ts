import type { Page } from 'playwright';

/** Returns unblurred texts, values and tooltips that contain one of `texts` in any case, as "needle: where: text". */
export function readable(window: Page, texts: readonly string[]): Promise<readonly string[]> {
  return window.evaluate((all) => {
    const isBlurred = (element: Element | null): boolean => {
      for (let each = element; each !== null; each = each.parentElement) {
        const radius = /blur\((\d+(?:\.\d+)?)px\)/u.exec(getComputedStyle(each).filter)?.[1];
        if (Number(radius ?? 0) >= 6) return true;
      }
      return false;
    };
    const isVisible = (element: Element): boolean => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
      return element.closest('.visually-hidden') === null;
    };
    const found: string[] = [];
    const look = (element: Element | null, text: string, where: string): void => {
      const lower = text.toLowerCase();
      const needle = all.find((each) => lower.includes(each.toLowerCase()));
      if (needle === undefined || (element !== null && (!isVisible(element) || isBlurred(element)))) return;
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
      // Options of a select field count as unblurred, because the operating system draws them without CSS.
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

export function tooltip(window: Page): Promise<string> {
  return window.evaluate(() => {
    const titled = [...document.querySelectorAll(':hover')].filter((element) =>
      element.hasAttribute('title'),
    );
    return titled.at(-1)?.getAttribute('title') ?? '';
  });
}
