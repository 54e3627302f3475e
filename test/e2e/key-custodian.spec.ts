import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findings } from '../support/axe.ts';
import { chooseFile, connect, entriesFor, goTo, runCommand, toasts } from '../support/easel.ts';
import { pictureTaker } from '../support/theme.ts';
import { button } from '../support/jobs-screen.ts';
import { expect, test } from './fixtures.ts';

test('a key custodian replaces an API key that is due for rotation', async ({
  easel,
  practice,
  restart,
}, info) => {
  const { window } = easel;
  const picture = pictureTaker(easel, info);
  const dialog = window.getByRole('dialog');
  const [next, sample] = [await practice.issueKey(), practice.samplePapers[0]];
  await connect(window, entriesFor(practice));
  await connect(window, entriesFor(practice, { name: 'North School', environment: 'Staging' }));
  await goTo(window, 'Keys & connections');
  await button(window.getByRole('list', { name: 'Connections' }), /North School/u).click();
  await window.getByRole('button', { name: 'Edit key…' }).click();
  await dialog.getByLabel('Rotation reminder').fill('2026-01-31');
  await dialog.getByRole('button', { name: 'Save' }).click();

  await test.step('the Home screen lists an API key of another connection that is due for rotation', async () => {
    await window.getByRole('button', { name: 'Home' }).click();
    const line = window.getByRole('region', { name: 'Key' }).getByRole('button', { name: /North School/u });
    await expect(line).toContainText('Rotate now');
    await picture('home');
    await line.click();
    await expect(window.getByRole('heading', { name: /North School/u })).toBeVisible();
  });

  await test.step('the export of the list “All keys” does not contain the API keys themselves', async () => {
    await runCommand(window, 'All keys');
    const table = window.getByRole('grid', { name: 'All keys' });
    const first = table.getByRole('row').nth(1);
    await expect(table.getByRole('row')).toHaveCount(3);
    await expect(first).toContainText('StagingNorth SchoolAPI keyCurrent');
    await expect(first).toContainText('31 Jan 2026');
    await picture('all-keys');
    expect(await findings(window)).toEqual([]);
    await table.getByRole('button', { name: 'Connection' }).click();
    await expect(first).toContainText('Acme School');
    const file = path.join(easel.userData, 'keys.csv');
    await chooseFile(easel, file);
    await window.getByRole('button', { name: 'Export list…' }).click();
    await expect(toasts(window)).toContainText('Exported 2 keys to keys.csv.');
    const csv = await readFile(file, 'utf8');
    expect(csv).toContain('North School,Staging,API key,Current,');
    expect(csv).not.toContain(practice.apiKey);
    await table.focus();
    await window.keyboard.press('End');
    await window.keyboard.press('Enter');
  });

  const record = path.join(easel.userData, 'record.txt');
  await test.step('the record of a key rotation can be saved as PDF and as text', async () => {
    await window.getByRole('button', { name: 'Stage next key' }).click();
    await dialog.getByLabel('API key', { exact: true }).fill(next);
    await dialog.getByRole('button', { name: 'Save key' }).click();
    await dialog.waitFor({ state: 'detached' });
    await window.getByLabel('Paper (optional)').fill(sample?.identifier ?? '');
    await window.getByRole('button', { name: 'Check keys' }).click();
    await expect(window.getByText('The next key is now in use').first()).toBeVisible();
    for (const [format, name] of [
      ['PDF', 'record.pdf'],
      ['text', 'record.txt'],
    ] as const) {
      await chooseFile(easel, path.join(easel.userData, name));
      await window.getByRole('button', { name: 'Rotation record' }).click();
      if (format === 'PDF') await picture('record');
      await window.getByRole('menuitem', { name: `Save as ${format}…` }).click();
      await expect(toasts(window)).toContainText(`Saved the rotation record as ${name}.`);
    }
    expect(await readFile(path.join(easel.userData, 'record.pdf'), 'latin1')).toMatch(/^%PDF-/u);
    const text = await readFile(record, 'utf8');
    expect(text).toContain('Connection: North School');
    expect(text).toContain('Check of the new key: paper API passed, board API passed');
    for (const key of [practice.apiKey, next]) expect(text).not.toContain(key);
  });

  await test.step('the record of a key rotation can be saved after a restart of Easel', async () => {
    const again = await restart();
    await again.window.getByRole('button', { name: 'Activity' }).click();
    await again.window.getByRole('row').filter({ hasText: 'API key switched' }).click();
    const entry = again.window.getByRole('region', { name: 'Selected entry' });
    await pictureTaker(again, info)('activity');
    const file = path.join(easel.userData, 'again.txt');
    await chooseFile(again, file);
    await entry.getByRole('button', { name: 'Rotation record' }).click();
    await again.window.getByRole('menuitem', { name: 'Save as text…' }).click();
    await expect(toasts(again.window)).toContainText('Saved the rotation record as again.txt.');
    expect(await readFile(file, 'utf8')).toBe(await readFile(record, 'utf8'));
  });
});
