/** Settings: what a person chooses, what their organisation decided, and a policy that can't be used. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestInfo } from '@playwright/test';
import { connect, entriesFor } from '../support/easel.ts';
import { expect, test } from './fixtures.ts';

/** A policy file with this content, as an administrator of this computer would leave it. */
async function policyFile(info: TestInfo, content: string): Promise<string> {
  const folder = info.outputPath('managed');
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const file = path.join(folder, 'policy.json');
  await writeFile(file, content);
  await chmod(file, 0o644);
  return file;
}

test('single-character shortcuts are turned off in Settings, and stay so across a restart', async ({
  startEasel,
}, info) => {
  const userData = info.outputPath('user-data');
  const first = await startEasel({ userData });
  const name = 'Listen to single characters, such as / and ?';
  await first.window.getByRole('button', { name: 'Connect to your service' }).waitFor();
  await first.window.keyboard.press('Control+5');
  await first.window.getByLabel(name).uncheck();
  await first.window.getByRole('button', { name: 'Keyboard shortcuts' }).last().click();
  await expect(first.window.getByRole('dialog').getByLabel(name)).not.toBeChecked();
  await first.close();

  const { window } = await startEasel({ userData });
  await window.getByRole('button', { name: 'Connect to your service' }).waitFor();
  await window.keyboard.press('Control+5');
  await expect(window.getByLabel(name)).not.toBeChecked();
  await expect(window.getByText('No policy on this computer.')).toBeVisible();
  await window.getByRole('button', { name: 'Back to the start' }).click();
  await expect(window.getByRole('button', { name: 'Connect to your service' })).toBeVisible();
});

test('a policy is shown rule by rule with the file it came from, and what it forbids is off', async ({
  startEasel,
  practice,
}, info) => {
  const file = await policyFile(info, '{"version": 1, "allowKeyExport": false, "idleLockMinutes": 12}');
  const { window } = await startEasel({ env: { EASEL_POLICY_FILE: file } });
  await connect(window, entriesFor(practice));
  await window.keyboard.press('Control+5');
  const rules = window.getByRole('table', { name: 'Rules of the policy' });
  await expect(rules.getByRole('row', { name: /allowKeyExport .* false/ })).toBeVisible();
  await expect(rules.getByRole('row', { name: /idleLockMinutes .* 12/ })).toBeVisible();
  await expect(window.getByText(file)).toBeVisible();
  const minutes = window.getByLabel('Lock when nobody was here for');
  await expect(minutes.getByRole('option')).toHaveText(['1 minute', '5 minutes', '10 minutes', '12 minutes']);
  await expect(window.getByText('Set a passphrase: until there is one')).toBeVisible();
  await window.keyboard.press('Control+k');
  await window.getByRole('dialog').getByRole('combobox').fill('Export connections');
  await window.keyboard.press('Enter');
  await expect(window.getByLabel('API keys, under a passphrase')).toBeDisabled();
  await expect(window.getByText('Your organisation’s policy allows no keys in exports.')).toBeVisible();
});

test('a policy that can’t be used leaves one screen: what is wrong, where, whom to ask', async ({
  startEasel,
}, info) => {
  const file = await policyFile(info, '{"version": 1, "allowDeletes": false}');
  const { window } = await startEasel({ env: { EASEL_POLICY_FILE: file } });
  await expect(
    window.getByRole('heading', { name: 'Your organisation’s policy can’t be used' }),
  ).toBeVisible();
  await expect(window.getByText('allowDeletes')).toBeVisible();
  await expect(window.getByText(file)).toBeVisible();
  for (const keys of ['Control+k', 'Control+5', 'F1', 'Control+Shift+N']) await window.keyboard.press(keys);
  await expect(window.getByRole('dialog')).toHaveCount(0);
  await expect(window.getByRole('button')).toHaveText(['Copy details']);
  await window.getByRole('button', { name: 'Copy details' }).click();
  await expect(window.getByRole('status')).toHaveText('Copied the details.');
});
