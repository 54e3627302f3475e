import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page, TestInfo } from '@playwright/test';
import {
  addPaper,
  boardsListed,
  callMain,
  connect,
  entriesFor,
  goTo,
  jobsLine,
  openJobs,
  runCommand,
  setFirstPassphrase,
} from '../support/easel.ts';
import { draftFor } from '../support/services.ts';
import { lookerInBoth } from '../support/axe.ts';
import { button, deletes, hold } from '../support/jobs-screen.ts';
import { expect, test } from './fixtures.ts';

const EVERYTHING_OFF = {
  version: 1,
  allowedApiHosts: ['127.0.0.1'],
  readOnly: true,
  requireKeychain: true,
  allowDelete: false,
  allowVisits: false,
  allowKeyExport: false,
  allowClipboardRead: false,
};

async function policyFile(info: TestInfo, content: string): Promise<string> {
  const file = info.outputPath('managed/policy.json');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content, { mode: 0o644 });
  return file;
}

const form = (window: Page): Locator => window.getByRole('region', { name: 'Connection settings' });

test.skip(
  process.platform === 'win32',
  'on Windows the policy must not be writable by the user who runs Easel',
);

test('Easel shows only an error while the policy file is invalid', async ({ startEasel }, info) => {
  const file = await policyFile(info, '{"version": 1, "allowDeletes": false}');
  const easel = await startEasel({ env: { EASEL_POLICY_FILE: file } });
  const { window } = easel;
  await expect(window.getByRole('heading')).toHaveText('Your organisation’s policy can’t be used');
  await expect(window.getByRole('main')).toContainText('allowDeletes');
  await expect(window.getByRole('main')).toContainText(file);
  await expect(window.getByRole('navigation')).toHaveCount(0);
  await lookerInBoth(easel, info)('policy');
  for (const keys of ['ControlOrMeta+k', 'ControlOrMeta+,', 'F1', 'ControlOrMeta+Shift+N'])
    await window.keyboard.press(keys);
  await expect(window.getByRole('button')).toHaveText(['Copy details']);
  await window.getByRole('button', { name: 'Copy details' }).click();
  await expect(window.getByRole('status')).toHaveText('Details copied.');
  await expect(window.getByRole('dialog')).toHaveCount(0);
});

test('a policy disables the commands and input fields that it forbids', async ({
  startEasel,
  practice,
  keyring: _keepsTheKeys,
}, info) => {
  const file = await policyFile(info, JSON.stringify(EVERYTHING_OFF));
  const { window } = await startEasel({ env: { EASEL_POLICY_FILE: file } });
  const [sample] = practice.samplePapers;

  await window.getByRole('button', { name: 'Connect to your service' }).click();
  await expect(form(window).getByRole('radio', { name: 'Keep for this session only' })).toBeDisabled();
  await expect(form(window)).toContainText('Your organisation requires the keychain.');
  await window.getByLabel('Board API address').fill('https://elsewhere.example.com');
  await window.getByRole('button', { name: 'Save' }).click();
  await expect(window.getByLabel('Board API address')).toHaveAccessibleDescription(/organisation/u);
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Discard changes' }).click();

  await connect(window, entriesFor(practice));
  await window.keyboard.press('ControlOrMeta+Shift+E');
  await expect(form(window).getByRole('checkbox', { name: 'Read-only' })).toBeDisabled();
  await window.keyboard.press('Escape');
  await addPaper(window, sample?.identifier ?? '', sample?.name ?? '');
  await practice.clearRequests();
  await expect(window.getByRole('banner')).toContainText('Read-only by policy');
  const papers = window.getByRole('group', { name: 'Papers' });
  await expect(papers.getByRole('button', { name: 'New paper' })).toHaveAttribute('aria-disabled', 'true');
  await window.getByRole('grid', { name: 'Papers' }).getByRole('row').nth(1).click();
  await expect(papers.getByRole('button', { name: 'Visit…' })).toHaveAttribute(
    'title',
    'Your organisation doesn’t allow live previews',
  );
  await window.keyboard.press('Delete');
  await expect(window.getByRole('alertdialog')).toHaveCount(0);
  await runCommand(window, 'Unlock connection');
  await expect(window.getByRole('combobox')).toBeVisible();
  await expect(window.getByRole('option').first()).toContainText('Read-only by policy');
  await window.keyboard.press('Escape');

  await window.keyboard.press('ControlOrMeta+,');
  await expect(window.getByText(file)).toBeVisible();
  const { counts } = await practice.requests();
  const { createBoard, createPaper, deletePaper, accessToken } = counts;
  expect(createBoard + createPaper + deletePaper + accessToken).toBe(0);
  await goTo(window, 'Boards');
  await window.keyboard.press('F5');
  await boardsListed(window);
});

test('a policy can require an idle lock and delayed deletes', async ({ startEasel, practice }, info) => {
  const policy = {
    version: 1,
    allowKeyExport: false,
    allowClipboardRead: false,
    idleLockMinutes: 12,
    holdSeconds: { single: 3600 },
  };
  const file = await policyFile(info, JSON.stringify(policy));
  const easel = await startEasel({ env: { EASEL_POLICY_FILE: file } });
  const { window } = easel;
  await test.step('a policy that requires an idle lock asks for a passphrase before an API key is stored', async () => {
    const asking = window.getByRole('dialog', { name: 'Set a passphrase' });
    await expect(asking).toContainText('lock after 12 minutes');
    await expect(asking.getByLabel('Passphrase', { exact: true })).toBeFocused();
    const draft = draftFor(practice.origin, practice.apiKey);
    expect(await callMain(window, 'connections.save', draft)).toMatchObject({ error: { code: 'locked' } });
    await setFirstPassphrase(window);
  });
  await connect(window, entriesFor(practice));

  await test.step('the button “Start now” is disabled during the hold that the policy requires before a delete', async () => {
    await hold(window, practice, 1);
    const inLine = button(jobsLine(window), 'Start now');
    await expect(inLine).toHaveAttribute('aria-disabled', 'true');
    const drawer = await openJobs(window);
    await expect(drawer).toContainText('Your organisation requires a hold until');
    const inDrawer = button(drawer, 'Start now');
    await expect(inDrawer).toHaveAttribute('aria-disabled', 'true');
    await inDrawer.click({ force: true });
    await button(drawer, 'Cancel').click();
    await expect(drawer.getByRole('listitem')).toContainText('Nothing was sent.');
    expect(await deletes(practice)).toBe(0);
    await window.keyboard.press('ControlOrMeta+j');
  });
});
