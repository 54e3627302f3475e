/** What Easel says of the service and the way to it: outages, papers whose create has no outcome, the network. */
import type { Page } from 'playwright';
import {
  addPaper,
  boardsListed,
  connect,
  entriesFor,
  goTo,
  passTime,
  previewPaper,
  toasts,
} from '../support/easel.ts';
import { countPresses, JOURNEYS } from '../support/presses.ts';
import { expect, test } from './fixtures.ts';

const outage = (window: Page) => window.getByRole('region', { name: 'Outage' });
const unresolved = (window: Page) => window.getByRole('list', { name: 'Outcome unknown' });

test('an outage explains itself without a click, keeps the rows, and clears when it ends', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await practice.faults.set('listBoards', { kind: 'status', status: 500 });
  await window.keyboard.press('F5');
  const presses = await countPresses(window);
  await expect(outage(window)).toContainText('Problem since');
  await expect(outage(window)).toContainText('The paper API and the app host answer. Your network is fine.');
  await expect(window.getByRole('grid', { name: 'Boards' })).toHaveAttribute('aria-rowcount', '313');
  const parts = window.getByRole('contentinfo').getByRole('button', { name: /Board API problem/u });
  await expect(parts).toHaveAccessibleName(/Paper API good/u);
  expect(await presses()).toEqual(JOURNEYS.outage);

  await practice.faults.clear();
  await outage(window).getByRole('button', { name: 'Try now' }).click();
  await expect(outage(window)).not.toContainText('Problem');
  await expect(toasts(window)).toContainText('The board API is answering again');
  await boardsListed(window);
});

test('the service status describes each part, also by keyboard', async ({ easel, practice }) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await window
    .getByRole('contentinfo')
    .getByRole('button', { name: /Board API good/u })
    .focus();
  await window.keyboard.press('Enter');
  const status = window.getByRole('dialog', { name: 'Service status' });
  await expect(status).toContainText('Board API');
  await expect(status).toContainText('Last success');
  await window.keyboard.press('Escape');
  await expect(status).toBeHidden();

  await test.step('Settings shows what was learned of the service, for a report', async () => {
    await window.keyboard.press('ControlOrMeta+,');
    const learned = window.getByRole('table', { name: 'What Easel has learned of this service' });
    await expect(learned.getByRole('row', { name: /^Boards are in/u })).toContainText('the answer itself');
    await window.getByRole('button', { name: 'Copy for a report' }).click();
    await expect(window.getByRole('contentinfo').getByRole('status')).toHaveText(
      'Copied what Easel has learned of this service.',
    );
    const report = await easel.app.evaluate(({ clipboard }) => clipboard.readText());
    expect(report).toMatch(/^Creation times are in \w+ \(likely, seen once, last \d{4}-/mu);
  });
});

test('a paper whose create lost its response says what can and can’t be known', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await goTo(window, 'Papers');
  await practice.faults.set('createPaper', { kind: 'cut', at: 'after-processing', times: 1 });
  await window.getByRole('button', { name: 'New paper' }).first().click();
  const form = window.getByRole('dialog', { name: 'New paper' });
  await form.getByLabel('Name').fill('Lost');
  await form.getByRole('button', { name: 'Create paper' }).click();
  await form.getByRole('button', { name: 'Close', exact: true }).last().click();
  await unresolved(window).getByRole('button', { name: 'Check' }).click();
  const question = window.getByRole('dialog', { name: 'Was the paper created?' });
  await expect(question).toContainText('The service can’t list papers');
  expect((await practice.requests()).counts.createPaper).toBe(1);
});

test('a room that opens marks the app host healthy, and one that loses it makes an outage of it at once', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  const [sample] = practice.samplePapers;
  await connect(window, entriesFor(practice));
  const parts = window.getByRole('contentinfo').getByRole('button', { name: /Board API good/u });
  await expect(parts).toHaveAccessibleName(/App not asked yet/u);
  await addPaper(window, sample?.identifier ?? '', 'Sample');
  await previewPaper(window, 'Sample', 'Ada');
  await expect(parts).toHaveAccessibleName(/App good/u);
  // What was asked a moment ago is not asked again.
  await passTime(easel, 60_000);
  await practice.stop();
  await expect(outage(window)).toContainText('Problem since');
  await expect(
    window.getByRole('contentinfo').getByRole('button', { name: /Board API problem.*App problem/u }),
  ).toBeVisible();
  await expect(window.getByRole('region', { name: 'Outage' }).getByText('Problem since')).toHaveCount(1);
});

test('the network dialog shows how each address is reached', async ({ easel, practice }) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await window.getByRole('button', { name: 'Network settings' }).click();
  const dialog = window.getByRole('dialog', { name: 'Network' });
  await expect(dialog.getByText('No proxy')).toHaveCount(3);
  await expect(dialog.getByRole('button', { name: 'Add file…' })).toBeVisible();
});
