/** Counts the clicks and keys of a journey. */
import type { Locator, Page } from 'playwright';

export interface Presses {
  readonly clicks: number;
  /** Shortcuts and Enter, but not typed text and Tab. */
  readonly keys: number;
}

/** Expected number of clicks and keys per journey. */
export const JOURNEYS = {
  practise: { clicks: 1, keys: 0 },
  firstRun: { clicks: 3, keys: 0 },
  /** / and three letters. */
  findById: { clicks: 0, keys: 1 },
  /** Click on Customer, and Enter after typing. */
  findByCustomer: { clicks: 1, keys: 1 },
  /** Search and Enter. */
  customerPage: { clicks: 0, keys: 2 },
  /** F2, and Enter after typing. */
  label: { clicks: 0, keys: 2 },
  /** Clicks on the view, Delete all matching and Confirm. */
  cleanUp: { clicks: 3, keys: 0 },
  /** Clicks on Stop and its confirmation. */
  stopDelete: { clicks: 2, keys: 0 },
  /** Search and Enter; clicks on Preview, Join and Leave. */
  support: { clicks: 3, keys: 2 },
  /** Clicks on the template, Class pack, Make, Save links, QR codes and Save. */
  classPack: { clicks: 6, keys: 0 },
  /** L, and a click on Copy join link after typing the name. */
  linkForOne: { clicks: 1, keys: 1 },
  stageOffline: { clicks: 3, keys: 0 },
  /** Pressed once offline and once online, because checks that create a token are not repeated automatically. */
  checkOnline: { clicks: 2, keys: 0 },
  /** Click on Retire, and Enter after typing the word. */
  retire: { clicks: 1, keys: 1 },
  /** Click on Try again after the keychain is unlocked. */
  lockedKeychain: { clicks: 1, keys: 0 },
  outage: { clicks: 0, keys: 0 },
  refusedKey: { clicks: 0, keys: 0 },
  restart: { clicks: 0, keys: 0 },
  lockByHand: { clicks: 0, keys: 1 },
  /** Clicks on Change key and Save; the key is pasted. */
  wrongKey: { clicks: 2, keys: 0 },
  handOver: { clicks: 0, keys: 2 },
  /** Enter on Import, and Enter after typing the key. */
  takeOver: { clicks: 0, keys: 2 },
} as const satisfies Record<string, Presses>;

export async function countPresses(window: Page): Promise<() => Promise<Presses>> {
  await window.evaluate(() => {
    const presses = { clicks: 0, keys: 0 };
    Object.assign(globalThis, { presses });
    // Enter on a button causes a click event with detail 0.
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
      const isModifier = /^(?:Tab|Control|Shift|Alt|Meta)$/u.test(event.key);
      if (event.isTrusted && !event.repeat && !isText && !isModifier) presses.keys += 1;
    };
    document.addEventListener('click', click, true);
    document.addEventListener('keydown', key, true);
  });
  return () => window.evaluate(() => (globalThis as unknown as { presses: Presses }).presses);
}

/** Presses a key until the target has the focus; fails after 30. */
export async function pressUntilFocused(window: Page, key: string, target: Locator): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await window.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${String(target)}`);
}

export async function enter(window: Page, target: Locator): Promise<void> {
  await pressUntilFocused(window, 'Tab', target);
  await window.keyboard.press('Enter');
}
