/** Polls a condition every 50 ms. Fails after `ms`. Prefer awaiting an event. */
export async function waitUntil(what: string, isSo: () => Promise<boolean>, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Waited ${ms} ms in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
