import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../../../../main/ipc/preferences/preferences.ts';
import type { PlanInfo } from '../../../../../preload/contract/jobs.ts';
import type { TeamPlan, TeamState } from '../../../../../preload/contract/team.ts';
import { teamPlans } from '../../../../../renderer/commands/jobs-commands.ts';
import { disabledReason } from '../../../../../renderer/commands/run.ts';
import { SavePlan } from '../../../../../renderer/screens/bulk/plan.tsx';
import { RunPlanDialog } from '../../../../../renderer/screens/jobs/delete-dialog.tsx';
import { SETTINGS } from '../../../../../renderer/screens/settings/settings-screen.tsx';
import { ConflictDialog } from '../../../../../renderer/screens/team/team-dialogs.tsx';
import { planWords } from '../../../../../renderer/screens/team/teamwork.tsx';
import type { AppState } from '../../../../../renderer/store/store.ts';
import { AppStoreContext } from '../../../../../renderer/store/use-app.ts';
import { NOW, reviewOf } from '../../job-of.ts';
import { connectionOf, startedStore } from '../../scripted-bridge.ts';
import { teamOf, teamPlanOf } from '../../team-of.ts';

async function markupOf(element: ReactNode, change: Partial<AppState> = {}): Promise<string> {
  const { store } = await startedStore({}, [connectionOf('a', { name: 'Acme' })]);
  store.setState({ team: teamOf(), preferences: DEFAULT_PREFERENCES, ...change });
  return renderToStaticMarkup(
    <AppStoreContext value={{ ...store, getInitialState: store.getState }}>{element}</AppStoreContext>,
  );
}

const RUN = { id: 'r', by: 'ann', state: 'running', boards: 40, done: 12 } as const;

test.each<[string, Partial<TeamPlan>]>([
  ['Waiting for approval · expires in 6 days', {}],
  ['Approved by ben · expires in 6 days', { state: 'approved', approvedBy: 'ben' }],
  ['ann is running the delete: 12 of 40', { state: 'running', done: 12, run: RUN }],
  ['Stopped after 12 of 40', { state: 'stopped', done: 12 }],
  ['Declined by ben: too young', { state: 'declined', closedBy: 'ben', closeReason: 'too young' }],
  ['Withdrawn by ann', { state: 'declined', closedBy: 'ann' }],
  ['Expired 2 days ago', { state: 'expired', expiresAt: NOW - 2 * 86_400_000 }],
])('the state of a team plan is shown as “%s”', (words, change) => {
  expect(planWords(teamPlanOf(change), NOW)).toBe(words);
});

test('the list of team plans is available only if a connection has joined a team', async () => {
  const { state } = await startedStore({}, [connectionOf('a')]);
  expect(disabledReason(teamPlans, { ...state(), team: teamOf() })).toBeNull();
  expect(disabledReason(teamPlans, { ...state(), team: teamOf({}, 1) })).toMatch(/^No connection/u);
});

const REVIEW = reviewOf({ connectionId: 'a', boards: 28 });

const OF_TEAM = { planId: 'p', state: 'waiting', approvedBy: '', isOwn: false, boards: 40 } as const;
function markupOfReview(change: Partial<NonNullable<PlanInfo['team']>> | null): Promise<string> {
  const team = change && { ...OF_TEAM, ...change };
  const times = { createdAt: NOW, expiresAt: NOW };
  const plan = { fileName: '', author: 'ann', note: '', ...times, code: '1a2b 3c4d', query: null, team };
  return markupOf(<RunPlanDialog review={{ ...REVIEW, notMatching: 3, plan }} />);
}

test('in the review of a waiting team plan, a colleague can approve and the author can withdraw the plan', async () => {
  const markup = await markupOfReview({});
  expect(markup).toContain('Cleanup plan: 40 boards in Test');
  expect(markup).toMatch(/type="submit"[^>]*>Approve…/u);
  expect(markup).toContain('Decline plan…');
  expect(markup).not.toMatch(/aria-disabled|Reason or ticket|Save list as CSV/u);
  const own = await markupOfReview({ isOwn: true });
  expect(own).toMatch(/aria-disabled="true" title="A colleague must approve your plan\."[^>]*>Approve…/u);
  expect(own).toContain('Withdraw plan…');
});

test('without a team, a cleanup plan can be saved only as a file', async () => {
  const warning = 'A plan file doesn’t prove who wrote or approved the plan.';
  const shared = await markupOf(<SavePlan review={REVIEW} open />);
  expect(shared).toMatch(new RegExp(`Save as team plan.*Save as file….*${warning}`, 'u'));
  const alone = await markupOf(<SavePlan review={REVIEW} open />, { team: null });
  expect(alone).not.toContain('Save as team plan');
  const opened = await markupOfReview(null);
  expect(opened).toContain(warning);
  expect(opened).toContain('No longer matching the plan’s filter</dt><dd>3 boards, to be deleted too</dd>');
});

test.each<[boolean, Partial<TeamState>]>([
  [false, {}],
  [true, { requiresPresence: true }],
])('the policy can turn on a presence setting that the user has turned off: %s', async (isForced, team) => {
  const setting = SETTINGS.find(({ id }) => id === 'sharesPresence');
  const preferences = { ...DEFAULT_PREFERENCES, sharesPresence: false };
  const control = setting && <setting.Control label={setting.label} about={setting.about} />;
  const markup = await markupOf(control, { team: teamOf(team), preferences });
  expect(markup.includes('checked=""')).toBe(isForced);
  expect(markup.includes('Required by your organisation.')).toBe(isForced);
});

test('the question about a colleague’s change names the changed board or paper', async () => {
  const conflict = { by: 'ann', at: NOW, fields: [] };
  const markup = await markupOf(
    <ConflictDialog
      connectionId="c1"
      target={{ kind: 'board', id: 'f00dcafe-1' }}
      conflict={conflict}
      onMine={() => Promise.resolve(null)}
      onTheirs={() => undefined}
    />,
  );
  expect(markup).toMatch(/<h2[^>]*>Changed by a colleague:<span class="sensitive"> f00dcafe<\/span><\/h2>/u);
  expect(markup).toContain('changed this board');
});
