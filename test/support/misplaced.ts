import type { Page } from 'playwright';

/** Finds covered texts and controls, cut texts without a tooltip, and tooltips that only repeat a label. */
export function misplaced(window: Page): Promise<readonly string[]> {
  return window.evaluate(() => {
    const found: string[] = [];
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
    const over = [...document.querySelectorAll('[popover]:popover-open, [data-sheet]')];
    const walker = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT);
    const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';

    const paints = (hit: Element): boolean =>
      hit.textContent !== '' || getComputedStyle(hit).backgroundColor !== 'rgba(0, 0, 0, 0)';

    /** Returns the visible part of a text. `cut` is true if a container that can't scroll cuts the text. */
    const seen = (element: Element, text: DOMRect) => {
      let { left, right, top, bottom } = text;
      let [cut, reachable] = [false, false];
      for (let around: Element | null = element; around !== null; around = around.parentElement) {
        const style = getComputedStyle(around);
        const box = around.getBoundingClientRect();
        const x = style.overflowX !== 'visible' && (right > box.right + 1 || left < box.left - 1);
        const y = style.overflowY !== 'visible' && (bottom > box.bottom + 2 || top < box.top - 2);
        if (x) [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        if (y) [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
        reachable ||= (x && scrolls(style.overflowX)) || (y && scrolls(style.overflowY));
        cut ||= !reachable && ((x && !scrolls(style.overflowX)) || (y && !scrolls(style.overflowY)));
        if (around === modal || style.position === 'fixed') break;
      }
      return { left, right, top, bottom, cut, reachable };
    };

    const hidden = (each: Element): boolean => getComputedStyle(each).clipPath.startsWith('inset(50%');

    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const words = node.textContent?.trim().slice(0, 60) ?? '';
      if (words === '' || element === null || element.closest('[inert], script, style, option') !== null)
        continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (hidden(element) || (element.parentElement !== null && hidden(element.parentElement))) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        if (rect.width < 1 || rect.height < 1) continue;
        const part = seen(element, rect);
        const where = `“${words}” in ${element.closest('[aria-label]')?.getAttribute('aria-label') ?? 'the window'}`;
        // Simulates hovering, because the page adds a tooltip to a cut text only then.
        if (part.cut) element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        const tooltip = element.closest<HTMLElement>('[title]:not([title=""])')?.title ?? '';
        if (part.cut && !tooltip.includes(words)) {
          found.push(`cut: ${where}`);
          break;
        }
        const [width, height] = [part.right - part.left, part.bottom - part.top];
        if (width < 3 || height < 6) continue;
        if (part.right > innerWidth + 1 || part.left < -1 || part.bottom > innerHeight + 1 || part.top < -1) {
          found.push(`off the window: ${where}`);
          break;
        }
        const y = part.top + height / 2;
        const covers = [part.left + 2, part.left + width / 2, part.right - 2]
          .map((x) => document.elementFromPoint(x, y))
          .find((hit) => hit !== null && !hit.contains(element) && !element.contains(hit) && paints(hit));
        if (covers === undefined || covers === null || over.some((each) => each.contains(covers))) continue;
        found.push(`covered: ${where} by ${covers.outerHTML.slice(0, 80)}`);
        break;
      }
    }
    // Checks controls separately, because some have no text, such as icon buttons.
    for (const control of (modal ?? document.body).querySelectorAll('button, input, select, textarea')) {
      const box = control.getBoundingClientRect();
      if (box.width < 3 || !control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue;
      const part = seen(control, box);
      const words = [...control.querySelectorAll('*')].some(hidden) ? '' : control.textContent.trim();
      if (words !== '' && control.getAttribute('title')?.startsWith(words) === true && !part.cut)
        found.push(`tooltip repeats: “${words}”`);
      if (part.reachable || control.closest('[inert]') !== null) continue;
      if (part.cut || part.right > innerWidth + 1 || part.left < -1 || part.bottom > innerHeight + 1)
        found.push(`control off its place: ${control.outerHTML.slice(0, 120)}`);
    }
    return [...new Set(found)];
  });
}
