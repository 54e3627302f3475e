/** What a journey costs a person: real presses, as the page gets them. */
import type { Locator, Page } from 'playwright';

export interface Presses {
  readonly clicks: number;
  /** Shortcuts and Enter. Text that is typed or pasted is none; nor is Tab, the keyboard's way to where a mouse points. */
  readonly keys: number;
}

/** The journeys, each with what it takes: more is a step backwards. */
export const JOURNEYS = {
  firstRun: { clicks: 3, keys: 0 },
  /** A view, all that match, Delete, the count, and the button that says so. */
  cleanUp: { clicks: 5, keys: 0 },
  /** Search and Enter; then Preview, Join, Leave. */
  support: { clicks: 3, keys: 2 },
  /** The template, Class pack, its button; Save links; QR codes, and the button. The names are pasted. */
  classPack: { clicks: 6, keys: 0 },
  stageOffline: { clicks: 3, keys: 0 },
  /** Offline, and once more when the service answers: what makes a token isn’t repeated by itself. */
  checkOnline: { clicks: 2, keys: 0 },
  outage: { clicks: 0, keys: 0 },
  handOver: { clicks: 0, keys: 2 },
  /** Import; then, with the key pasted beside what the file holds, Enter. */
  takeOver: { clicks: 0, keys: 2 },
} as const satisfies Record<string, Presses>;

export async function countPresses(window: Page): Promise<() => Promise<Presses>> {
  await window.evaluate(() => {
    const presses = { clicks: 0, keys: 0 };
    Object.assign(globalThis, { presses });
    // Enter on a button makes a click without a detail.
    const click = ({ isTrusted, detail }: MouseEvent): void => {
      if (isTrusted && detail > 0) presses.clicks += 1;
    };
    const key = (event: KeyboardEvent): void => {
      const isText =
        event.key.length === 1 &&
        !event.ctrlKey &&
        !event.metaKey &&
        event.target instanceof Element &&
        event.target.matches('input, textarea');
      const isWay = /^(?:Tab|Control|Shift|Alt|Meta)$/u.test(event.key);
      if (event.isTrusted && !event.repeat && !isText && !isWay) presses.keys += 1;
    };
    document.addEventListener('click', click, true);
    document.addEventListener('keydown', key, true);
  });
  return () => window.evaluate(() => (globalThis as unknown as { presses: Presses }).presses);
}

/** Presses a key until the focus is where it is wanted; fails when it does not come there. */
export async function pressUntilFocused(window: Page, key: string, target: Locator): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await window.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${String(target)}`);
}

/** The same, and then Enter: a button by the keyboard. */
export async function enter(window: Page, target: Locator): Promise<void> {
  await pressUntilFocused(window, 'Tab', target);
  await window.keyboard.press('Enter');
}
