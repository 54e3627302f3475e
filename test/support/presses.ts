/** Counts the user's clicks and key presses, to check that a task needs no more of them than allowed. */
import type { Locator, Page } from 'playwright';

export interface Presses {
  readonly clicks: number;
  /** Number of key presses, including shortcuts and Enter, but without typed text and Tab. */
  readonly keys: number;
}

/** Allowed clicks and key presses per task. Answers to dialogs of the main process count only in `wrongKey`. */
export const JOURNEYS = {
  practise: { clicks: 1, keys: 0 },
  /** The user clicks “Connect to your service”, “Check connection” and “Save”. A remote host adds one click. */
  firstRun: { clicks: 3, keys: 0 },
  /** To find a board by its id, the user presses / for the search and types three letters (not counted). */
  findById: { clicks: 0, keys: 1 },
  /** To find a customer's boards, the user clicks “Customer”, types the name and presses Enter. */
  findByCustomer: { clicks: 1, keys: 1 },
  /** To open a customer's page, the user presses the shortcut of the search, types and presses Enter. */
  customerPage: { clicks: 0, keys: 2 },
  /** To label a board, the user presses F2, types the label and presses Enter. */
  label: { clicks: 0, keys: 2 },
  /** To delete old boards, the user clicks the saved view, “Delete all matching” and the confirm button. */
  cleanUp: { clicks: 3, keys: 0 },
  /** To stop a delete job, the user clicks “Stop” and confirms it by a second click. */
  stopDelete: { clicks: 2, keys: 0 },
  /** To visit a room, the user presses the search shortcut and Enter, then clicks “Preview”, “Join” and “Leave”. */
  support: { clicks: 3, keys: 2 },
  /** For a class pack, the user clicks the template, “Class pack”, “Make”, “Save links”, “QR codes” and “Save”. */
  classPack: { clicks: 6, keys: 0 },
  /** To copy a link for one person, the user presses L, types the name and clicks “Copy join link”. */
  linkForOne: { clicks: 1, keys: 1 },
  stageOffline: { clicks: 3, keys: 0 },
  /** The user clicks “Check keys” offline and again online, because Easel does not repeat a failed check of API keys. */
  checkOnline: { clicks: 2, keys: 0 },
  /** To retire an API key, the user clicks “Retire”, types the required word and presses Enter. */
  retire: { clicks: 1, keys: 1 },
  /** After the keychain was unlocked, the user connects again by a click on “Try again”. */
  lockedKeychain: { clicks: 1, keys: 0 },
  outage: { clicks: 0, keys: 0 },
  refusedKey: { clicks: 0, keys: 0 },
  restart: { clicks: 0, keys: 0 },
  lockByHand: { clicks: 0, keys: 1 },
  /** To replace a rejected API key, the user clicks “Change key”, pastes it, clicks “Save” and answers a dialog. */
  wrongKey: { clicks: 3, keys: 0 },
  handOver: { clicks: 0, keys: 2 },
  /** To import connections, the user presses Enter on “Import”, types the API key and presses Enter. */
  takeOver: { clicks: 0, keys: 2 },
} as const satisfies Record<string, Presses>;

export async function countPresses(window: Page): Promise<() => Promise<Presses>> {
  await window.evaluate(() => {
    const presses = { clicks: 0, keys: 0 };
    Object.assign(globalThis, { presses });
    // Ignores clicks with `detail` 0, because Enter on a button causes them, and the key press is already counted.
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
