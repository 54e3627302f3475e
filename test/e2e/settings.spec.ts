/** Settings: what a person chooses stays. What a policy decides there is in `policy.spec.ts`. */
import { expect, test } from './fixtures.ts';

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
