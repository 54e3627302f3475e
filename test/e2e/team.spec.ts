import { readFile, writeFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { lookerInBoth } from '../support/axe.ts';
import {
  chooseFile,
  connect,
  createPaper,
  enterRegister,
  entriesFor,
  goTo,
  holdFor,
  jobsLine,
  choosePaper,
  questionsOf,
  runCommand,
  teamSettings,
} from '../support/easel.ts';
import { button, details, idsOf, queuePicked, row } from '../support/jobs-screen.ts';
import { pictureTaker } from '../support/theme.ts';
import { expect } from './fixtures.ts';
import { joinAcme, joining, test } from './team-fixtures.ts';

/** Time limit for a reconnect. Easel waits up to 30 s between two attempts. */
const RECONNECT_MS = 60_000;

const light = (window: Page): Locator =>
  window.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /^Team/u });
const notes = (window: Page): Locator => details(window).getByRole('region', { name: 'Team notes' });

async function label(window: Page, id: string, text: string): Promise<void> {
  await row(window, id).click();
  await details(window).getByLabel('Label', { exact: true }).fill(text);
  await window.keyboard.press('Enter');
  await expect(row(window, id)).toContainText(text);
}

test('two members of a team share papers, protection and labels', async ({
  startEasel,
  practice,
  database,
  relay,
}, info) => {
  info.setTimeout(180_000);
  const [ann, ben] = await Promise.all([startEasel(), startEasel()]);
  const [anns, bens] = [ann.window, ben.window];
  const picture = pictureTaker(ben, info);
  const look = lookerInBoth(ben, info);
  const [second = '', , third = '', first = '', fourth = ''] = await idsOf(practice);

  await test.step('a second member can join the team account that the first member created', async () => {
    await connect(anns, entriesFor(practice));
    await connect(bens, entriesFor(practice));
    await label(anns, first, 'Biology');
    await label(bens, first, 'Botany');
    await enterRegister(anns, 'ann', { ...database, port: relay.port });
    await joinAcme(anns, true);
    await enterRegister(bens, 'ben', { ...database, port: relay.port });
    await picture('register');
    await expect(light(bens)).toHaveCount(0);
    const bensDialog = await joining(bens);
    await expect(bensDialog.getByRole('table', { name: 'Differences' })).toContainText('Biology');
    await look('join', 'every colour');
    await bensDialog.getByRole('radio', { name: 'Use the team’s values' }).check();
    await bensDialog.getByRole('button', { name: 'Join account' }).click();
    await expect(teamSettings(bens)).toContainText('Member of team account Acme');
    await expect(light(bens)).toHaveText('Team ready');
    await picture('joined');
  });

  await test.step('the second member sees the boards that the first member protected', async () => {
    await createPaper(anns, 'Lesson');
    await choosePaper(anns, 'Lesson');
    await anns.keyboard.press('m');
    await createPaper(anns, 'Physics', 'Lesson');
    await goTo(bens, 'Papers');
    await expect(bens.getByRole('grid', { name: 'Papers' })).toContainText('Physics');
    await goTo(anns, 'Boards');
    await row(anns, first).click();
    await notes(anns).getByRole('checkbox', { name: 'Protected' }).check();
    await goTo(bens, 'Boards');
    await row(bens, first).click();
    await expect(row(bens, first)).toContainText('Biology');
    await expect(notes(bens).getByRole('checkbox', { name: 'Protected' })).toBeChecked();
    await expect(notes(bens)).toContainText('Changed by ann');
  });

  await test.step('a bulk delete leaves boards that a colleague protected before or during its hold', async () => {
    await row(bens, first).click();
    for (const id of [third, fourth]) await row(bens, id).click({ modifiers: ['ControlOrMeta'] });
    await queuePicked(bens);
    await expect(jobsLine(bens)).toContainText('2 boards');
    await row(anns, third).click();
    await notes(anns).getByRole('checkbox', { name: 'Protected' }).check();
    await row(bens, third).click();
    await expect(notes(bens).getByRole('checkbox', { name: 'Protected' })).toBeChecked();
    await jobsLine(bens).getByRole('button', { name: 'Start now' }).click();
    await expect.poll(() => idsOf(practice)).not.toContain(fourth);
    expect(await idsOf(practice)).toEqual(expect.arrayContaining([first, third]));
  });

  await test.step('a member who edits a label that a colleague has just changed chooses one of the two labels', async () => {
    const typed = notes(bens).getByLabel('Label', { exact: true });
    await row(bens, second).click();
    await typed.fill('Chemistry');
    await label(anns, second, 'Physics');
    await expect(row(bens, second)).toContainText('Physics');
    await typed.press('Enter');
    const conflict = bens.getByRole('alertdialog', { name: 'Changed by a colleague' });
    await expect(conflict).toContainText('Physics');
    await bens.keyboard.press('Escape');
    await expect(typed).toHaveValue('Chemistry');
    await typed.press('Enter');
    await conflict.waitFor();
    await look('conflict', 'every colour');
    await label(anns, second, 'Latin');
    await conflict.getByRole('button', { name: 'Use my values' }).click();
    await expect(conflict).toContainText('Latin');
    await expect(conflict.getByRole('button', { name: 'Keep colleague’s values' })).toBeFocused();
    await conflict.getByRole('button', { name: 'Use my values' }).click();
    await expect(row(anns, second)).toContainText('Chemistry');
  });

  await test.step('fields shared with the team can’t be edited while the team’s database is unreachable', async () => {
    await holdFor(bens, 300);
    await notes(bens).getByLabel('Note').fill('half a sentence');
    await relay.shut();
    await expect(light(bens)).toContainText('can’t be reached');
    const spoken = bens.getByRole('contentinfo', { name: 'Status' }).getByRole('status');
    await expect(spoken).toContainText('The team register isn’t available');
    await expect(notes(bens).getByLabel('Note')).toHaveAttribute('readonly');
    await expect(notes(bens).getByLabel('Note')).toHaveValue('half a sentence');
    await picture('away');
    for (const id of [first, second]) await row(bens, id).click();
    await expect(notes(bens).getByLabel('Note')).toHaveValue('half a sentence');
    await row(bens, second).click();
    await bens.keyboard.press('Delete');
    await button(bens.getByRole('alertdialog'), /^Delete board/u).click();
    await expect
      .poll(async () => (await questionsOf(ben)).map(({ message, detail }) => message + detail).join())
      .toContain('register');
    await expect(jobsLine(bens)).toContainText('will be deleted in');
    await jobsLine(bens).getByRole('button', { name: 'Cancel' }).click();
    await relay.open();
    await expect(light(bens)).toHaveText('Team ready', { timeout: RECONNECT_MS });
  });
});

async function tabTo(window: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < 100; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await window.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

test.describe(() => {
  test.use({ kind: 'empty', boards: 6 });

  test('a team’s database can be set up, joined and left by keyboard alone', async ({
    startEasel,
    practice,
    database,
    relay,
  }, info) => {
    info.setTimeout(180_000);
    const rules = info.outputPath('policy.json');
    const teamRegister = { host: '127.0.0.1', port: relay.port, database: database.name };
    await writeFile(rules, JSON.stringify({ version: 1, teamRegister, requireTeamRegister: true }));
    const easel = await startEasel({ env: { EASEL_POLICY_FILE: rules } });
    const { window } = easel;
    const look = lookerInBoth(easel, info);
    const press = async (control: Locator): Promise<void> => {
      await tabTo(window, control);
      await window.keyboard.press('Enter');
    };
    const type = async (control: Locator, text: string): Promise<void> => {
      await tabTo(window, control);
      await window.keyboard.press('ControlOrMeta+a');
      await window.keyboard.type(text);
    };
    const button = (name: string): Locator => teamSettings(window).getByRole('button', { name });
    const state = teamSettings(window).getByRole('status');
    const dialog = window.getByRole('dialog');
    await connect(window, entriesFor(practice));

    await test.step('the address of the team’s database can’t be edited if the policy sets it', async () => {
      await window.keyboard.press('ControlOrMeta+,');
      await expect(teamSettings(window).getByLabel('Host')).toHaveAttribute('readonly');
      await tabTo(window, teamSettings(window).getByLabel('User name'));
      await look('form');
      await press(button('Save and connect…'));
      await expect(teamSettings(window).getByLabel('User name')).toHaveAccessibleDescription(
        /^Enter your database user name/u,
      );
      await look('errors');
    });

    await test.step('the settings say that the team’s database refused a wrong password', async () => {
      await type(teamSettings(window).getByLabel('User name'), 'ann');
      await type(teamSettings(window).getByLabel('Password', { exact: true }), 'wrong');
      await press(button('Save and connect…'));
      await expect(state).toContainText('Team register: login refused');
      await look('refused');
      await press(button('Change settings…'));
      await type(teamSettings(window).getByLabel('New password'), database.password);
      await press(button('Save and connect…'));
      await expect(state).toContainText('Team register: not set up');
      await look('not-set-up');
    });

    await test.step('a database user can set up the team’s database with the saved SQL file', async () => {
      const file = info.outputPath('register.sql');
      await chooseFile(easel, file);
      await press(button('Set up this database…'));
      await expect(dialog.getByLabel('Administrator’s user name')).toBeFocused();
      await press(dialog.getByRole('button', { name: 'Save SQL…' }));
      await expect(dialog.getByLabel('SQL')).toHaveValue(await sqlIn(file));
      await window.keyboard.press('Shift+Tab');
      await press(dialog.getByRole('button', { name: 'Run SQL…' }));
      await expect(dialog.getByRole('alert')).toContainText('“ann” doesn’t have permission');
      await look('set-up', 'every colour');
      await type(dialog.getByLabel('Administrator’s user name'), 'dba');
      await type(dialog.getByLabel('Password'), database.password);
      await window.keyboard.press('Enter');
      await expect(state).toContainText('Team register: ready');
    });

    await test.step('a connection can join a new team account and leave it', async () => {
      await press(button('Join account…'));
      await expect(dialog.getByLabel('Name of the new team account')).toBeFocused();
      await window.keyboard.type('Acme');
      await window.keyboard.press('Enter');
      await dialog.getByRole('table', { name: 'Comparison with the team' }).waitFor();
      await press(dialog.getByRole('button', { name: 'Join account' }));
      await expect(teamSettings(window)).toContainText('Member of team account Acme');
      await window.keyboard.press('ControlOrMeta+2');
      await runCommand(window, 'Save view');
      await expect(dialog.getByRole('checkbox', { name: 'Share with the team' })).toBeEnabled();
      await look('share-view');
      await window.keyboard.press('Escape');
      await relay.shut();
      await press(light(window));
      await expect(state).toContainText('Team register: can’t be reached');
      await look('unreachable', 'every colour');
      await relay.open();
      await expect(state).toContainText('Team register: ready', { timeout: RECONNECT_MS });
      await press(button('Leave account'));
      await expect(teamSettings(window)).toContainText('Left team account Acme, copied');
      await look('left');
    });
  });
});

async function sqlIn(file: string): Promise<string> {
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain('COMMIT;');
  return readFile(file, 'utf8');
}
