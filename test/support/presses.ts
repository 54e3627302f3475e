/** Counts a user's clicks and keys in a test, for limits on the effort of a task. */
import type { Locator, Page } from 'playwright';

export interface Presses {
  readonly clicks: number;
  /** Counts shortcuts and Enter, but neither typed text nor Tab. */
  readonly keys: number;
}

export const JOURNEYS = {
  practise: { clicks: 1, keys: 0 },
  firstRun: { clicks: 3, keys: 0 },
  /** Input to find a board by id: the key / for the search. The three typed letters do not count. */
  findById: { clicks: 0, keys: 1 },
  /** Input to find boards by customer: a click on Customer, and Enter after typing. */
  findByCustomer: { clicks: 1, keys: 1 },
  /** Input to open a customer's page: the shortcut of the search, and Enter. */
  customerPage: { clicks: 0, keys: 2 },
  /** Input to label a board: F2, and Enter after typing. */
  label: { clicks: 0, keys: 2 },
  /** Input to delete old boards: clicks on the saved view, Delete all matching and Confirm. */
  cleanUp: { clicks: 3, keys: 0 },
  /** Input to stop a delete job: clicks on Stop and its confirmation. */
  stopDelete: { clicks: 2, keys: 0 },
  /** Input to visit a room: the shortcut of the search and Enter; clicks on Preview, Join and Leave. */
  support: { clicks: 3, keys: 2 },
  /** Input to make links for a class: clicks on the template, Class pack, Make, Save links, QR codes and Save. */
  classPack: { clicks: 6, keys: 0 },
  /** Input to copy a link for one person: the key L, and a click on Copy join link after typing the name. */
  linkForOne: { clicks: 1, keys: 1 },
  stageOffline: { clicks: 3, keys: 0 },
  /** Input to check a key: a click while offline and one while online. Easel does not repeat checks that create a token. */
  checkOnline: { clicks: 2, keys: 0 },
  /** Input to retire a key: a click on Retire, and Enter after typing the word. */
  retire: { clicks: 1, keys: 1 },
  /** Input to connect again after the keychain was unlocked: a click on Try again. */
  lockedKeychain: { clicks: 1, keys: 0 },
  outage: { clicks: 0, keys: 0 },
  refusedKey: { clicks: 0, keys: 0 },
  restart: { clicks: 0, keys: 0 },
  lockByHand: { clicks: 0, keys: 1 },
  /** Input to replace a rejected key: clicks on Change key and Save. Pasting the key does not count. */
  wrongKey: { clicks: 2, keys: 0 },
  handOver: { clicks: 0, keys: 2 },
  /** Input to import connections: Enter on Import, and Enter after typing the key. */
  takeOver: { clicks: 0, keys: 2 },
} as const satisfies Record<string, Presses>;

export async function countPresses(window: Page): Promise<() => Promise<Presses>> {
  await window.evaluate(() => {
    const presses = { clicks: 0, keys: 0 };
    Object.assign(globalThis, { presses });
    // Ignores click events with detail 0: pressing Enter on a button causes them.
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

/** Presses a key until the target element has the focus. Fails after 30 attempts. */
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
