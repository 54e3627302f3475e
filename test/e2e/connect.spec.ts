/** The connection form: what it refuses, what Check finds, and where the key ends up. */
import type { Locator, Page } from 'playwright';
import { boardsListed, connectByForm, entriesFor, fillForm } from '../support/easel.ts';
import { countPresses, JOURNEYS } from '../support/presses.ts';
import { canMakeCertificates, startTlsHost } from '../support/tls-host.ts';
import { startAppHost } from '../support/app-host.ts';
import { expect, test } from './fixtures.ts';

const field = (window: Page, label: string): Locator => window.getByLabel(label, { exact: true });
const button = (window: Page, name: string): Locator => window.getByRole('button', { name, exact: true });
const checks = (window: Page): Locator => window.getByRole('complementary', { name: 'Check' });
/** What Check says of one part. */
const part = (window: Page, name: string): Locator =>
  checks(window)
    .getByRole('listitem')
    .filter({ has: window.getByText(name, { exact: true }) });

async function openForm(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Connect to your service' }).click();
}

async function edit(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Edit connection' }).click();
}

test.describe('a form with mistakes', () => {
  const wrong = [
    ['Name', '   ', /Enter a name\./u],
    ['Paper API address', 'http://api.example.com', /Use https:\/\/\. Plain http:\/\/ works only for this/u],
    [
      'Board API address',
      'https://api.example.com/api/board',
      /Remove \/api and everything after it: Easel adds it\./u,
    ],
    ['App address', 'https://me:secret@example.com', /Remove the user name and password: Easel sends only/u],
    ['API key', 'two words', /An API key has no spaces/u],
  ] as const;

  test('Save and Check do nothing, explain each mistake at its field, and keep what was typed', async ({
    easel,
  }) => {
    const { window } = easel;
    for (const name of ['Save', 'Check']) {
      await test.step(name, async () => {
        await openForm(window);
        for (const [label, text] of wrong) await field(window, label).fill(text);
        await button(window, name).click();
        for (const [label, text, sentence] of wrong) {
          await expect(field(window, label)).toHaveAttribute('aria-invalid', 'true');
          await expect(field(window, label)).toHaveAccessibleDescription(sentence);
          await expect(field(window, label)).toHaveValue(text);
        }
        await expect(field(window, 'Name')).toBeFocused();
        await expect(window.getByRole('heading', { level: 1 })).toHaveText('New connection');
        await expect(window.getByRole('navigation', { name: 'Screens' })).toHaveCount(0);
        await button(window, 'Cancel').click();
        await window.getByRole('button', { name: 'Discard changes' }).click();
      });
    }
  });

  test('moves the focus to the first invalid field, and clears an error once its field changes', async ({
    easel,
    practice,
  }) => {
    const { window } = easel;
    await openForm(window);
    await fillForm(window, entriesFor(practice, { boardApi: 'nonsense', apiKey: '' }));
    await button(window, 'Save').click();
    await expect(field(window, 'Board API address')).toBeFocused();
    await expect(field(window, 'API key')).toHaveAccessibleDescription(/Paste the API key/u);
    await field(window, 'Board API address').fill(practice.origin);
    await expect(field(window, 'Board API address')).not.toHaveAttribute('aria-invalid');
    await expect(field(window, 'API key')).toHaveAttribute('aria-invalid', 'true');
  });
});

test.describe('leaving the form', () => {
  test('asks first when something was typed, and forgets the key; otherwise it doesn’t ask', async ({
    easel,
    practice,
  }) => {
    const { window } = easel;
    await openForm(window);
    await fillForm(window, entriesFor(practice));
    await window.keyboard.press('Escape');
    const question = window.getByRole('alertdialog', { name: 'Discard your changes?' });
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(field(window, 'API key')).toHaveValue(practice.apiKey);
    await button(window, 'Cancel').click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await openForm(window);
    await expect(field(window, 'API key')).toHaveValue('');
    await expect(field(window, 'Name')).toHaveValue('');
    await button(window, 'Cancel').click();
    await expect(window.getByRole('button', { name: 'Practise with sample data' })).toBeVisible();
    await expect(window.getByRole('alertdialog')).toHaveCount(0);
  });
});

test.describe('Check', () => {
  test('reports a working connection part by part, and sends the key only to the board API', async ({
    easel,
    practice,
  }) => {
    const { window } = easel;
    const presses = await countPresses(window);
    await openForm(window);
    await fillForm(window, entriesFor(practice, { environment: 'Production' }));
    await expect(part(window, 'Board API')).toContainText('Not checked');
    await button(window, 'Check').click();
    await expect(part(window, 'Board API')).toContainText('Accepted the key');
    await expect(part(window, 'Keychain')).toContainText('is ready.');
    await expect(part(window, 'Paper API')).toContainText('Enter a paper to check the key');
    await expect(part(window, 'App')).toContainText('The host answers');
    const { counts, log } = await practice.requests();
    expect(counts.createPaper + counts.createBoard + counts.accessToken).toBe(0);
    expect(log.filter(({ key }) => key === 'accepted').map(({ path }) => path)).toEqual([
      '/api/board?limit=1&offset=0',
    ]);
    await field(window, 'API key').fill('another-key');
    await expect(checks(window)).toContainText('The form has changed since.');
    await field(window, 'API key').fill(practice.apiKey);
    await button(window, 'Save').click();
    await boardsListed(window);
    expect(await presses()).toEqual(JOURNEYS.firstRun);
  });

  const failing = [
    [
      'a key that is refused',
      { kind: 'status', status: 401, body: { message: 'Unauthenticated.' } },
      /does not accept the API key/u,
      /Check the key in .* then paste it again/u,
    ],
    [
      'a web page in place of data',
      { kind: 'html' },
      /answered with a web page \(status 200\) instead of data/u,
      /Check the address/u,
    ],
    [
      'a redirect to a sign-in',
      { kind: 'status', status: 302, headers: { location: 'https://elsewhere.example/login' } },
      /redirects to https:\/\/elsewhere\.example\/login/u,
      /looks like a sign-in page/u,
    ],
    [
      'an account without billing',
      { kind: 'status', status: 402 },
      /seems to require billing/u,
      /dashboard/u,
    ],
    [
      'something that is no list',
      { kind: 'status', status: 200, body: { hello: 'world' } },
      /answered, but without a list of boards/u,
      /Copy the details/u,
    ],
  ] as const;
  test('says what it found and what to do next, for each kind of failure', async ({ easel, practice }) => {
    const { window } = easel;
    await openForm(window);
    await fillForm(window, entriesFor(practice));
    for (const [name, fault, message, nextStep] of failing) {
      await test.step(name, async () => {
        await practice.faults.set('listBoards', fault);
        await button(window, 'Check').click();
        await expect(part(window, 'Board API')).toContainText(message);
        await expect(part(window, 'Board API')).toContainText(nextStep);
        await expect(part(window, 'Board API')).toContainText('Failed');
        // The others are told apart from it.
        await expect(part(window, 'App')).toContainText('Passed');
        await expect(field(window, 'API key')).toHaveValue(practice.apiKey);
      });
    }
  });

  test('names the host when nothing answers', async ({ easel, practice }) => {
    const { window } = easel;
    const host = await startAppHost();
    await host.takeDown();
    await openForm(window);
    await fillForm(window, entriesFor(practice, { boardApi: host.origin }));
    await button(window, 'Check').click();
    await expect(part(window, 'Board API')).toContainText(
      `The board API at ${new URL(host.origin).host} refused the connection.`,
    );
    await expect(part(window, 'Board API')).toContainText('the service isn’t running there');
    await expect(part(window, 'Paper API')).toContainText('The host answers.');
  });

  test('sends nothing to a host with an untrusted certificate', async ({ easel, practice }) => {
    test.skip(!canMakeCertificates(), 'needs openssl');
    const { window } = easel;
    const host = await startTlsHost();
    await openForm(window);
    await fillForm(window, entriesFor(practice, { boardApi: host.origin }));
    await button(window, 'Check').click();
    await expect(part(window, 'Board API')).toContainText(
      `The certificate of ${new URL(host.origin).host} comes from an issuer that this computer doesn’t trust`,
    );
    await expect(part(window, 'Board API')).toContainText('add its certificate authority to this computer');
    expect(host.requests()).toBe(0);
    await host.stop();
  });

  test('shows that it is running on a slow service, and can be cancelled', async ({ easel, practice }) => {
    const { window } = easel;
    await practice.faults.set('listBoards', { kind: 'silence' });
    await openForm(window);
    await fillForm(window, entriesFor(practice));
    await button(window, 'Check').click();
    await expect(part(window, 'Board API')).toContainText('Checking…');
    await expect(button(window, 'Check')).toHaveAttribute('aria-busy', 'true');
    await expect.poll(async () => (await practice.requests()).counts.listBoards).toBe(1);
    await button(window, 'Cancel').click();
    await window.getByRole('button', { name: 'Discard changes' }).click();
    await practice.faults.clear();
    await connectByForm(window, entriesFor(practice));
    await expect(window.getByTestId('listing-status')).toHaveText('312 loaded, complete');
  });
});

test.describe('editing', () => {
  test('keeps the key when its field stays empty', async ({ easel, practice }) => {
    const { window } = easel;
    await connectByForm(window, entriesFor(practice));
    await edit(window);
    await expect(field(window, 'API key')).toHaveAccessibleDescription(/^Saved \(fingerprint \w+\)\./u);
    await expect(field(window, 'API key')).toHaveValue('');
    await field(window, 'Name').fill('Acme Academy');
    await button(window, 'Check').click();
    await expect(part(window, 'Board API')).toContainText('Accepted the key');
    await button(window, 'Save').click();
    await expect(window.getByRole('banner')).toContainText('Acme Academy');
    await practice.clearRequests();
    await window.keyboard.press('F5');
    await expect.poll(async () => (await practice.requests()).log.at(-1)?.key).toBe('accepted');
  });

  test('asks for the key again when an API address changes to another host, and sends it nowhere', async ({
    easel,
    practice,
  }) => {
    const { window } = easel;
    const host = await startAppHost();
    await connectByForm(window, entriesFor(practice));
    await edit(window);
    for (const label of ['Paper API address', 'Board API address']) {
      await field(window, label).fill(host.origin);
      for (const name of ['Save', 'Check']) {
        await button(window, name).click();
        await expect(field(window, 'API key')).toHaveAccessibleDescription(
          /You changed the host of an API address\. Paste its key again\./u,
        );
        await expect(field(window, 'API key')).toBeFocused();
      }
      await field(window, label).fill(practice.origin);
    }
    expect(host.paths).toEqual([]);
    await button(window, 'Save').click();
    await boardsListed(window);
    await host.takeDown();
  });

  test('replaces the key with the one typed', async ({ easel, practice }) => {
    const { window } = easel;
    await connectByForm(window, entriesFor(practice));
    const next = await practice.issueKey();
    await practice.retireKey(practice.apiKey);
    await edit(window);
    await field(window, 'API key').fill(next);
    await button(window, 'Save').click();
    await boardsListed(window);
    expect((await practice.requests()).log.at(-1)?.key).toBe('accepted');
  });
});
