/** A day of a key custodian: finds the due key, rotates it, and hands the record to an auditor. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chooseFile, connect, copied, entriesFor, goTo, runCommand, toasts } from '../support/easel.ts';
import { pictureTaker } from '../support/theme.ts';
import { expect, test } from './fixtures.ts';

test('a key custodian rotates the key that is due, and keeps its record', async ({
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
  await window
    .getByRole('list', { name: 'Connections' })
    .getByRole('button', { name: /North School/u })
    .click();
  await window.getByRole('button', { name: 'Edit…' }).click();
  await dialog.getByLabel('Rotation reminder').fill('2026-01-31');
  await dialog.getByRole('button', { name: 'Save' }).click();

  await test.step('Home names the connection whose key is due, though another one is open', async () => {
    await window.getByRole('button', { name: 'Home' }).click();
    const line = window.getByRole('region', { name: 'Key' }).getByRole('button', { name: /North School/u });
    await expect(line).toContainText('Rotate now');
    await picture('home');
    await line.click();
    await expect(window.getByRole('heading', { name: /North School/u })).toBeVisible();
  });

  await test.step('all keys are listed by due date, sorted by a column, and exported without keys', async () => {
    await runCommand(window, 'All keys');
    const table = window.getByRole('grid', { name: 'All keys' });
    const first = table.getByRole('row').nth(1);
    await expect(table.getByRole('row')).toHaveCount(3);
    await expect(first).toContainText('North SchoolStagingAPI keyCurrent');
    await expect(first).toContainText('31 Jan 2026');
    await picture('all-keys');
    await table.getByRole('button', { name: 'Connection' }).click();
    await expect(first).toContainText('Acme School');
    const file = path.join(easel.userData, 'keys.csv');
    await chooseFile(easel, file);
    await window.getByRole('button', { name: 'Export…' }).click();
    await expect(toasts(window)).toContainText('Exported 2 keys to keys.csv.');
    const csv = await readFile(file, 'utf8');
    expect(csv).toContain('North School,Staging,API key,Current,');
    expect(csv).not.toContain(practice.apiKey);
    await table.getByRole('row').nth(2).dblclick();
  });

  const record = await test.step('the key is rotated, and its record is copied and saved', async () => {
    await window.getByRole('button', { name: 'Stage next key' }).click();
    await dialog.getByLabel('API key', { exact: true }).fill(next);
    await dialog.getByRole('button', { name: 'Save key' }).click();
    await dialog.waitFor({ state: 'detached' });
    await window.getByLabel('Paper (optional)').fill(sample?.identifier ?? '');
    await window.getByRole('button', { name: 'Check now' }).click();
    await window.getByRole('button', { name: 'Rotation record…' }).click();
    await expect(dialog).toContainText('Check of the new key: paper API passed, board API passed');
    await picture('record');
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => copied(easel)).toContain('Connection: North School');
    const text = await copied(easel);
    for (const key of [practice.apiKey, next]) expect(text).not.toContain(key);
    const file = path.join(easel.userData, 'record.pdf');
    await chooseFile(easel, file);
    await dialog.getByRole('button', { name: 'Save as PDF…' }).click();
    await expect(toasts(window)).toContainText('Saved the rotation record as record.pdf.');
    expect(await readFile(file, 'latin1')).toMatch(/^%PDF-/u);
    return text;
  });

  await test.step('after a restart, Activity opens the same record', async () => {
    const again = await restart();
    await again.window.getByRole('button', { name: 'Activity' }).click();
    await again.window.getByRole('row').filter({ hasText: 'API key switched' }).click();
    const entry = again.window.getByRole('region', { name: 'Selected entry' });
    await pictureTaker(again, info)('activity');
    await entry.getByRole('button', { name: 'Rotation record…' }).click();
    const shown = again.window.getByRole('dialog', { name: 'Rotation record' });
    for (const line of record.split('\n')) await expect(shown).toContainText(line);
  });
});
