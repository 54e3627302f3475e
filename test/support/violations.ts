/** What the app's page was stopped from doing by its own content policy. */
import type { Page } from 'playwright';

export interface Violation {
  readonly directive: string;
  readonly blocked: string;
  readonly sample: string;
}

export interface Violations {
  /** All so far, of every document since the listening began. */
  readonly seen: () => Promise<readonly Violation[]>;
}

/**
 * Listens to a page from its next document on, before any script of it runs, and loads that document.
 *
 * The console is read too: a policy also speaks there, for what raises no event.
 */
export async function listenToViolations(page: Page): Promise<Violations> {
  const inConsole: Violation[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (/content security policy|trusted ?(type|script|html)/iu.test(text)) {
      inConsole.push({ directive: 'console', blocked: '', sample: text });
    }
  });
  await page.addInitScript(() => {
    const seen: Violation[] = [];
    Object.assign(globalThis, { seenViolations: seen });
    document.addEventListener('securitypolicyviolation', (event) => {
      seen.push({ directive: event.effectiveDirective, blocked: event.blockedURI, sample: event.sample });
    });
  });
  await page.reload();
  return {
    seen: async () => [
      ...(await page.evaluate(
        () => (globalThis as unknown as { seenViolations: Violation[] }).seenViolations,
      )),
      ...inConsole,
    ],
  };
}
