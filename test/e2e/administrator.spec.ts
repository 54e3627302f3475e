import { readFile } from 'node:fs/promises';
import { findings } from '../support/axe.ts';
import { callMain, chooseFile, goTo, toasts } from '../support/easel.ts';
import { button, grid, review, row } from '../support/jobs-screen.ts';
import { must } from '../support/must.ts';
import { countPresses, JOURNEYS } from '../support/presses.ts';
import { pictureTaker } from '../support/theme.ts';
import { expect } from './fixtures.ts';
import { test } from './preview-fixtures.ts';

test('an administrator finds a customer’s boards and reviews the boards that a cleanup rule would delete', async ({
  easel,
  practice,
  paper,
}, info) => {
  const { window } = easel;
  const { keyboard } = window;
  const picture = pictureTaker(easel, info);
  const { boards } = await practice.contents();
  const { currentId } = must(await callMain(window, 'connections.list', {}));
  async function note(ids: readonly string[], change: { customer: string; note?: string }): Promise<void> {
    const selection = { kind: 'ids', ids } as const;
    must(await callMain(window, 'boards.annotate', { connectionId: currentId ?? '', selection, change }));
  }
  await note(boards.slice(0, 30), { customer: 'Linden School' });
  await note([paper.identifier], { customer: 'Linden School', note: 'Asks for a second template.' });
  await note(boards.slice(30, 41), { customer: 'Acme School' });
  const heading = window.getByRole('heading', { name: 'Linden School' });
  const section = (name: string | RegExp) => window.getByRole('region', { name });

  await test.step('a customer’s page links each count to the list of the counted boards or papers', async () => {
    await goTo(window, 'Boards');
    const presses = await countPresses(window);
    await keyboard.press('ControlOrMeta+k');
    await keyboard.insertText('linden');
    await expect(window.getByRole('option', { selected: true })).toContainText('Customer, 30 boards');
    await keyboard.press('Enter');
    await expect(heading).toBeFocused();
    expect(await presses()).toEqual(JOURNEYS.customerPage);
    await expect(section('Papers on this computer (1)')).toContainText(paper.name);
    await expect(section('Notes (1)')).toContainText('Asks for a second template.');
    await picture('customer');
    expect(await findings(window)).toEqual([]);
    await section('Boards (30)').getByRole('button', { name: 'Show all in list (30)' }).click();
    await expect(grid(window)).toHaveAttribute('aria-rowcount', '31');
  });

  await test.step('a customer’s page can be opened from the filters, from a board’s row and from the inspector', async () => {
    await button(window.getByRole('group', { name: 'View and filters' }), 'Show customer').click();
    await expect(heading).toBeFocused();
    await keyboard.press('Escape');
    await row(window, boards[0] ?? '').click();
    await button(window.getByRole('region', { name: 'Notes on this computer' }), 'Show customer').click();
    await window.getByRole('button', { name: 'Back' }).click();
    await goTo(window, 'Papers');
    await window.getByRole('grid', { name: 'Papers' }).getByRole('button', { name: 'Linden School' }).click();
    await expect(heading).toBeFocused();
    await section('Notes (1)').getByRole('button').click();
    await expect(window.getByRole('complementary', { name: 'Paper details' })).toContainText(paper.name);
  });

  await test.step('the list of customers with their totals can be sorted and exported', async () => {
    await keyboard.press('ControlOrMeta+1');
    await picture('home');
    await window.getByRole('button', { name: 'Go to customers' }).click();
    const totals = window.getByRole('grid', { name: 'Customers' });
    const names = totals.getByRole('button', { name: / School$/u });
    await expect(names).toHaveText(['Linden School', 'Acme School']);
    await totals.getByRole('columnheader').getByRole('button', { name: 'Boards' }).click();
    await expect(names).toHaveText(['Acme School', 'Linden School']);
    await picture('totals');
    expect(await findings(window)).toEqual([]);
    const file = info.outputPath('customers.csv');
    await chooseFile(easel, file);
    await keyboard.press('ControlOrMeta+e');
    await expect(toasts(window)).toContainText('Exported 2 customers to customers.csv.');
    expect(await readFile(file, 'utf8')).toContain('\nLinden School,30,1,');
    await totals.focus();
    await keyboard.press('End');
    await keyboard.press('Enter');
    await expect(heading).toBeFocused();
    await keyboard.press('Escape');
    await expect(totals).toBeVisible();
  });

  await test.step('a cleanup rule on the Home screen opens the review of the boards that would be deleted', async () => {
    await goTo(window, 'Boards');
    const line = window.getByRole('group', { name: 'View and filters' });
    const dialog = window.getByRole('dialog');
    await line.getByRole('button', { name: 'Clear all' }).click();
    await line.getByRole('button', { name: /^View: / }).click();
    await window.getByRole('menuitem', { name: 'Save as view…' }).click();
    await dialog.getByLabel('Name').fill('Trial');
    await dialog.getByLabel('Cleanup rule').check();
    await dialog.getByLabel('Maximum boards per review').fill('0');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(dialog).toContainText('Enter a number from 1 to 10,000.');
    await dialog.getByLabel('Maximum boards per review').fill('20');
    await picture('make-rule');
    expect(await findings(window)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await dialog.waitFor({ state: 'detached' });
    await keyboard.press('ControlOrMeta+1');
    const rules = section('Cleanup rules');
    await expect(rules).toContainText('217 boards match Trial, older than 90 days');
    await picture('rule');
    await rules.getByRole('button', { name: 'Review 20…' }).click();
    await expect(review(window)).toContainText('Only these 20 boards will be deleted');
    await picture('rule-review');
    await keyboard.press('Escape');
    expect(must(await callMain(window, 'jobs.list', {}))).toEqual([]);
    await goTo(window, 'Boards');
    await line.getByRole('button', { name: /^View: / }).click();
    await window.getByRole('menuitemradio', { name: 'Trial' }).click();
    await line.getByRole('button', { name: /^View: Trial/ }).click();
    await window.getByRole('menuitem', { name: 'Edit “Trial”…' }).click();
    await dialog.getByLabel('Cleanup rule').uncheck();
    await dialog.getByRole('button', { name: 'Edit view' }).click();
    await dialog.waitFor({ state: 'detached' });
    await keyboard.press('ControlOrMeta+1');
    await expect(rules).toBeHidden();
  });
});
