/** Listing boards when the service, the network or something in between does not do its part. */
import type { Locator, Page } from 'playwright';
import { boardsListed, connect, entriesFor, fillForm } from '../support/easel.ts';
import { expect, test } from './fixtures.ts';

const grid = (window: Page): Locator => window.getByRole('grid', { name: 'Boards' });
const rows = (window: Page): Locator => grid(window).getByRole('row');
const listing = (window: Page): Locator => window.getByTestId('listing-status');
const notice = (window: Page): Locator => window.getByRole('main').getByRole('alert');
/** What the whole window says of an outage: of one and the same failure nothing else is said. */
const outage = (window: Page): Locator =>
  window.getByRole('region', { name: 'Outage' }).filter({ hasText: 'Problem since' });
const button = (window: Page, name: string): Locator => window.getByRole('button', { name, exact: true });

/** Every way to fail, with its own sentence and its own next step; null where the outage says it. */
const failing = [
  [
    'a refused key',
    { kind: 'status', status: 401, body: { message: 'Unauthenticated.' } },
    'says “Unauthenticated.” (status 401). It does not accept the API key.',
    'then edit the connection. Easel keeps the saved key.',
  ],
  [
    'billing',
    { kind: 'status', status: 402, body: { message: 'Trial ended' } },
    'says “Trial ended” (status 402). It seems to require billing: the trial may have ended, or a payment may be due.',
    'Check billing, the trial period and the key’s permissions in the account’s dashboard.',
  ],
  [
    'missing rights',
    { kind: 'status', status: 403 },
    'doesn’t allow this for your account or key (status 403).',
    'the key’s permissions',
  ],
  [
    'too many requests',
    { kind: 'status', status: 429, headers: { 'retry-after': '600' } },
    'is receiving too many requests (status 429). Try again in 600 seconds.',
    'Try again in 600 s.',
  ],
  [
    'a fault of the service',
    { kind: 'status', status: 500, body: { message: 'Server Error' } },
    'says “Server Error” (status 500). It reports an internal error.',
    null,
  ],
  [
    'a cut connection',
    { kind: 'cut', at: 'before-headers' },
    'closed the connection before its answer was complete.',
    null,
  ],
  [
    'an answer that is cut off',
    { kind: 'cut', at: 'mid-body' },
    'the connection was lost before the answer was complete.',
    null,
  ],
  [
    'broken data',
    { kind: 'malformed-json' },
    'answered, but without a list of boards.',
    'Copy the details: they contain the answer.',
  ],
  ['a web page', { kind: 'html' }, 'answered with a web page (status 200) instead of data.', null],
] as const;

// One run of Easel for all of them: each is mended before the next, as a bad day at a service goes.
test('a failed refresh says why, keeps every row, and a retry recovers', async ({ easel, practice }) => {
  test.setTimeout(120_000);
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await expect(rows(window).nth(1)).not.toHaveAttribute('aria-busy', 'true');
  const before = await rows(window).nth(1).textContent();
  for (const [name, fault, message, nextStep] of failing) {
    await test.step(`by ${name}`, async () => {
      await practice.faults.set('listBoards', fault);
      await button(window, 'Refresh boards').click();
      const told = nextStep === null ? outage(window) : notice(window);
      await expect(told).toContainText(message);
      await expect(told).toContainText('The board API at 127.0.0.1');
      if (nextStep === null) await expect(notice(window)).toHaveCount(0);
      else await expect(told).toContainText(nextStep);
      await expect(grid(window)).toHaveAttribute('aria-rowcount', '313');
      await expect(rows(window).nth(1)).toHaveText(before ?? 'no row');
      await expect(window.getByText(/^As of \d\d:\d\d$/u)).toBeVisible();
      expect(await window.content()).not.toContain(practice.apiKey);

      await practice.faults.clear();
      const again = told.getByRole('button', { name: /^Try (?:again|now)$/u });
      if ('headers' in fault) {
        // The service asked to wait: the notice counts down, the person may still refresh.
        await expect(again).toBeDisabled();
        await button(window, 'Refresh boards').click();
      } else {
        await expect(async () => {
          // Easel looks too, and may find out first.
          if (await again.isVisible()) await again.click({ timeout: 2000 });
          await expect(told).toHaveCount(0, { timeout: 2000 });
        }).toPass();
      }
      await expect(told).toHaveCount(0);
      await expect(listing(window)).toHaveText('312 loaded, complete');
    });
  }
});

test('a first listing that fails doesn’t show an empty account, and Try again recovers', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await practice.faults.set('listBoards', { kind: 'status', status: 500 });
  await window.getByRole('button', { name: 'Connect to your service' }).click();
  await fillForm(window, entriesFor(practice));
  await button(window, 'Save').click();
  await expect(outage(window)).toContainText('reports an internal error (status 500).');
  await expect(window.getByText('Boards not loaded.')).toBeVisible();
  await expect(window.getByText('This account has no boards.')).toHaveCount(0);
  await practice.faults.clear();
  await outage(window).getByRole('button', { name: 'Try now' }).click();
  await expect(listing(window)).toHaveText('312 loaded, complete');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '313');
});

test('a first listing that fails half way keeps its rows and says that they are incomplete', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  // Two requests find out what an offset means, the third brings the first hundred.
  await practice.faults.set('listBoards', [
    { kind: 'list-paging', rule: 'limit-capped', max: 100 },
    { kind: 'status', status: 500, after: 3 },
  ]);
  await window.getByRole('button', { name: 'Connect to your service' }).click();
  await fillForm(window, entriesFor(practice));
  await button(window, 'Save').click();
  await expect(outage(window)).toContainText('reports an internal error (status 500).');
  await expect(listing(window)).toHaveText('100 loaded, may be incomplete');
  await expect(window.getByText('Loading failed.')).toBeVisible();
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '101');
  await practice.clearRequests();
  await outage(window).getByRole('button', { name: 'Try now' }).click();
  await expect.poll(async () => (await practice.requests()).counts.listBoards).toBeGreaterThan(0);
  await expect(outage(window)).toContainText('reports an internal error (status 500).');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '101');
});

test('a slow listing shows that it is running, and Stop cancels it and its request', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await practice.faults.set('listBoards', { kind: 'silence' });
  await practice.clearRequests();
  await button(window, 'Refresh boards').click();
  await expect(window.getByRole('progressbar', { name: 'Loading boards' })).toBeVisible();
  await expect.poll(async () => (await practice.requests()).counts.listBoards).toBe(1);
  await button(window, 'Stop loading').click();
  await expect(window.getByRole('progressbar')).toHaveCount(0);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '313');
  await expect(notice(window)).toHaveCount(0);
  await practice.faults.clear();
  await practice.clearRequests();
  await button(window, 'Refresh boards').click();
  await expect.poll(async () => (await practice.requests()).peakOpen.listBoards).toBeGreaterThan(0);
  await boardsListed(window);
  // Were the stopped one still open, there would be two.
  expect((await practice.requests()).peakOpen.listBoards).toBe(1);
});

test('a short rate limit is waited out silently', async ({ easel, practice }) => {
  const { window } = easel;
  await practice.faults.set('listBoards', {
    kind: 'status',
    status: 429,
    headers: { 'retry-after': '0' },
    times: 1,
  });
  await connect(window, entriesFor(practice));
  await expect(listing(window)).toHaveText('312 loaded, complete');
  await expect(notice(window)).toHaveCount(0);
});

test('the details can be copied and hold no key', async ({ easel, practice }) => {
  const { window } = easel;
  const body = { message: `The key ${practice.apiKey} is not valid` };
  await practice.faults.set('listBoards', { kind: 'status', status: 401, body });
  await window.getByRole('button', { name: 'Connect to your service' }).click();
  await fillForm(window, entriesFor(practice));
  await button(window, 'Save').click();
  await notice(window).getByText('Details', { exact: true }).click();
  await expect(notice(window)).toContainText('Status: 401');
  await notice(window).getByRole('button', { name: 'Copy details' }).click();
  await expect(window.getByRole('status').filter({ hasText: 'Copied the details.' })).toBeVisible();
  const copied = await easel.app.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toMatch(
    /^key-refused: The board API at 127\.0\.0\.1:\d+ says “The key .* is not valid” \(status 401\)\./u,
  );
  expect(copied).not.toContain(practice.apiKey);
});
