/** What the app's page was stopped from doing by its own content policy: Chromium says all of it in the console. */
import type { Page } from 'playwright';

export function listenToViolations(page: Page, tell: (text: string) => void): void {
  page.on('console', (message) => {
    const text = message.text();
    const isOfPolicy = /content security policy|trusted ?(type|script|html)/iu.test(text);
    if (isOfPolicy && !message.location().url.includes('/room/')) tell(text);
  });
}
