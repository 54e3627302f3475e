/** Waits for something that only asking can tell; for all else await the event. */

/** Asks every 50 ms until it is true; fails after `ms` (60,000) and names what did not come. */
export async function waitUntil(what: string, isSo: () => Promise<boolean>, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Waited ${ms} ms in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
