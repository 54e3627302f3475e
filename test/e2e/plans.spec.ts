import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { lookerInBoth } from '../support/axe.ts';
import {
  choosePaper,
  createPaper,
  goTo,
  jobsLine,
  previewPaper,
  questionsOf,
  runCommand,
  teamSettings,
  toasts,
} from '../support/easel.ts';
import { button, idsOf, listing, pick, review } from '../support/jobs-screen.ts';
import { pictureTaker } from '../support/theme.ts';
import { guestJoined } from '../support/guests.ts';
import { expect } from './fixtures.ts';
import { test } from './team-fixtures.ts';

const BOARDS = 60;
/** Number of deletes that the service answers before the delete job stops. */
const ANSWERED = 12;
const PLANNED = 40;
test.use({ boards: BOARDS });

const plansOf = (window: Page): Locator => window.getByRole('dialog', { name: 'Team plans' });
const planReview = (window: Page): Locator => window.getByRole('dialog', { name: /^Cleanup plan/u });

async function openPlans(window: Page): Promise<Locator> {
  await runCommand(window, 'Team plans');
  await plansOf(window).waitFor();
  return plansOf(window);
}

async function runPlan(window: Page): Promise<void> {
  await button(await openPlans(window), 'Review plan…').click();
  await review(window).getByRole('checkbox', { name: 'Save list as CSV before deleting' }).uncheck();
  await button(review(window), /^Delete \d+ boards? in/u).click();
  await expect(jobsLine(window)).toContainText('will be deleted in');
}

test('one team member drafts a team plan, and a colleague runs it', async ({
  startMembers,
  practice,
  database,
}, info) => {
  info.setTimeout(240_000);
  const rules = info.outputPath('policy.json');
  await writeFile(rules, JSON.stringify({ version: 1, twoPersons: true }));
  const [ann, ben] = await startMembers({ env: { EASEL_POLICY_FILE: rules } });
  const [anns, bens] = [ann.window, ben.window];
  const [lookAtAnns, lookAtBens] = [lookerInBoth(ann, info), lookerInBoth(ben, info)];
  const picture = pictureTaker(ann, info);

  await test.step('a bulk delete that the policy refuses can be saved as a team plan', async () => {
    await goTo(anns, 'Boards');
    await expect(listing(anns)).toContainText(String(BOARDS));
    await pick(anns, PLANNED);
    await anns.keyboard.press('Delete');
    await expect(review(anns)).toContainText('requires a colleague to approve');
    await review(anns).getByLabel('Note (optional)').fill('Ticket 12');
    await picture('save');
    await button(review(anns), 'Save as team plan').click();
    await expect(toasts(anns)).toContainText('A colleague must approve it');
  });

  await test.step('the author of a team plan can’t approve it', async () => {
    await button(await openPlans(anns), 'Review plan…').click();
    const approve = button(planReview(anns), 'Approve…');
    await expect(approve).toHaveAttribute('aria-disabled', 'true');
    await lookAtAnns('own-plan', 'every colour');
    await anns.keyboard.press('Escape');
  });

  await test.step('a colleague can approve the team plan from the Home screen', async () => {
    await bens.keyboard.press('ControlOrMeta+1');
    await expect(bens.getByText('1 plan needs your approval')).toBeVisible();
    await lookAtBens('home');
    await bens.getByRole('button', { name: 'Team plans…' }).first().click();
    await expect(plansOf(bens)).toContainText('Ticket 12');
    await expect(plansOf(bens)).toContainText('Waiting for approval');
    await lookAtBens('plans', 'every colour');
    await button(plansOf(bens), 'Review plan…').click();
    await lookAtBens('review');
    await button(planReview(bens), 'Approve…').click();
    await expect(toasts(bens)).toContainText('Plan approved');
    expect((await questionsOf(ben)).at(-1)).toMatchObject({ buttons: ['Cancel', 'Approve plan'] });
  });

  await test.step('both members see the progress of a running team plan', async () => {
    await runPlan(bens);
    await expect(await openPlans(anns)).toContainText(`ben has put the delete on hold: 0 of ${PLANNED}`);
    await practice.faults.set('deleteBoard', { kind: 'latency', ms: 600_000, after: ANSWERED });
    await jobsLine(bens).getByRole('button', { name: 'Start now' }).click();
    await expect.poll(async () => BOARDS - (await idsOf(practice)).length).toBe(ANSWERED);
    await expect(plansOf(anns)).toContainText('ben is running the delete');
    await lookAtAnns('running');
  });

  await test.step('the author can finish running a team plan after Easel crashed on a colleague’s computer during the run', async () => {
    ben.app.process().kill('SIGKILL');
    await practice.faults.clear();
    await database.as('postgres', `UPDATE easel.runs SET seen_at = seen_at - interval '61 seconds'`);
    await anns.keyboard.press('Escape');
    await expect(await openPlans(anns)).toContainText('Stopped');
    await picture('stopped');
    await anns.keyboard.press('Escape');
    await expect(listing(anns)).toContainText(`${BOARDS - ANSWERED} loaded`);
    await expect(anns.getByTestId('selected')).toHaveText(`${PLANNED} selected, ${ANSWERED} not shown`);
    await runPlan(anns);
    await jobsLine(anns).getByRole('button', { name: 'Start now' }).click();
    await expect.poll(async () => (await idsOf(practice)).length).toBe(BOARDS - PLANNED);
    await expect(await openPlans(anns)).toContainText('Done');
    await lookAtAnns('done');
    await anns.keyboard.press('Escape');
  });
});

test('a board’s row shows that a colleague is in the board’s room', async ({
  startMembers,
  database,
}, info) => {
  info.setTimeout(120_000);
  const [ann, ben] = await startMembers();
  const [anns, bens] = [ann.window, ben.window];
  const look = lookerInBoth(ann, info);
  await createPaper(anns, 'Lesson');
  const there = anns.getByRole('grid', { name: 'Papers' }).getByText(/^ben has been in this room since \d/u);
  const visit = async (): Promise<void> => {
    await previewPaper(bens, 'Lesson', 'Ben');
    await guestJoined(ben.app);
  };
  const leave = async (): Promise<void> => {
    await bens.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(there).toHaveCount(0);
  };

  await test.step('the dialog before a visit names a colleague who is in the room', async () => {
    await visit();
    await expect(there).toBeAttached();
    await choosePaper(anns, 'Lesson');
    await anns.keyboard.press('p');
    await expect(anns.getByRole('dialog')).toContainText('ben has been in this room since');
    await look('visit', 'every colour');
    await anns.keyboard.press('Escape');
    await leave();
  });

  await test.step('a team member can hide from colleagues which room the member is visiting', async () => {
    await bens.keyboard.press('ControlOrMeta+,');
    await teamSettings(bens).getByRole('checkbox', { name: 'Show colleagues which rooms I am in' }).uncheck();
    await visit();
    await createPaper(bens, 'Art');
    // Ben created this paper after his visit. So when Ann sees the paper, a published visit would be visible too.
    await expect(anns.getByRole('grid', { name: 'Papers' })).toContainText('Art');
    await expect(there).toHaveCount(0);
    expect(await database.as('postgres', 'SELECT 1 FROM easel.visits')).toEqual([]);
    await bens.keyboard.press('ControlOrMeta+,');
    await teamSettings(bens).getByRole('checkbox', { name: 'Show colleagues which rooms I am in' }).check();
    await expect(there).toBeAttached();
  });

  await test.step('a member whose Easel crashed is no longer shown as being in a room after a minute', async () => {
    ben.app.process().kill('SIGKILL');
    await database.as('postgres', `UPDATE easel.visits SET seen_at = seen_at - interval '61 seconds'`);
    // Waits up to 30 s, because Easel reads the visits of colleagues every 20 s.
    await expect(there).toHaveCount(0, { timeout: 30_000 });
  });
});
