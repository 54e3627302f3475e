import type { Notes } from '../../../../main/notes/notes.ts';
import { expect, test } from 'vitest';
import type { BoardSelection } from '../../../../preload/contract/boards.ts';
import { readPlan, type Author } from '../../../../main/jobs/plan-file.ts';
import { Plans, type PlansOptions } from '../../../../main/jobs/plans.ts';
import type { NoteRecord } from '../../../../main/store/tables/change-note.ts';
import { teamPlans, type TeamPlansOptions } from '../../../../main/jobs/team-plans.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { must } from '../../../support/must.ts';
import { teamPlanOf } from '../../renderer/team-of.ts';
import { rowOf } from '../boards/board-rows.ts';
import { boardOf, DAY, every, NOW, RECORD, reviewsOf, written, type Around } from './reviews-under-test.ts';

const INES: Author = { user: 'ines', computer: 'desk-1' };
const OMAR: Author = { user: 'omar', computer: 'desk-2' };
const BOARDS = ['a', 'b', 'c', 'd'].map((id, index) => boardOf(id, 200 + index));

const unused = () => Promise.reject(new Error('not in this test'));
const noTeam: PlansOptions['team'] = { save: unused, read: unused, decide: unused };

interface Post {
  file: { readonly name: string; readonly text: string } | null;
}

function computerOf(post: Post, author: Author, around: Around = {}, change: Partial<PlansOptions> = {}) {
  const notes: NoteRecord[] = [];
  const ofBoards: Notes['ofBoards'] = (_connectionId, ids) =>
    Promise.resolve(notes.filter(({ boardId }) => ids.includes(boardId)));
  const services = reviewsOf({
    boards: BOARDS,
    ...around,
    change: { notes: { ofBoards }, ...around.change },
  });
  const plans = new Plans({
    reviews: services.reviews,
    recordOf: services.options.recordOf,
    files: {
      choose: () =>
        Promise.resolve(post.file === null ? null : ok({ path: `/${post.file.name}`, ...post.file })),
      save: (_purpose, name, text) => {
        post.file = { name, text };
        return Promise.resolve(ok(name));
      },
    },
    readPlan: (...args) => Promise.resolve(readPlan(...args)),
    author,
    team: noTeam,
    now: () => services.now.at,
    ...change,
  });
  const openPlan = async () => {
    const review = must(await plans.open({ connectionId: 'c' }));
    if (review === null) throw new Error('nothing chosen');
    return review;
  };
  return { ...services, plans, notes, openPlan };
}

async function drafted(around: Around = {}, selection: BoardSelection = every()): Promise<Post> {
  const post: Post = { file: null };
  const { open, plans } = computerOf(post, INES, around);
  const { reviewId } = await open(selection);
  must(await plans.save({ reviewId, note: 'Ticket 12', validDays: 7 }));
  return post;
}

const OLD = every({ kind: 'older-than', days: 180 });

test('a cleanup plan does not delete boards that are now protected, not listed or undated', async () => {
  const dashless = '0b5e0f0a7c1d4e2f9a3b4c5d6e7f8a9b';
  const dashed = '0B5E0F0A-7C1D-4E2F-9A3B-4C5D6E7F8A9B';
  const unusual = [`{${dashed}}`, 'odd id'].map((id) => boardOf(id, 203));
  const planned = [dashed, 'f', 'g'].map((id) => boardOf(id, 300));
  const post = await drafted({ boards: [...BOARDS, ...planned, ...unusual] }, OLD);
  const omar = computerOf(post, OMAR, {
    boards: [
      boardOf('a', 200, { vanishedAt: NOW }),
      boardOf('b', 201, { local: written({ protected: true }) }),
      boardOf('c', 202),
      ...unusual.slice(1),
      rowOf('f', { created: { raw: 'once', epochMs: null, assumedUtc: false } }),
      boardOf('g', 20),
      boardOf('never planned', 500),
    ],
  });
  const note = { label: '', note: '', tags: [], customer: '', updatedAt: 0 };
  omar.notes.push(
    { boardId: dashless, ...note, protected: true },
    { boardId: 'd', ...note, protected: false },
  );
  const review = await omar.openPlan();
  expect(review).toMatchObject({ notListed: 1, notMatching: 1 });
  expect(review.skipped).toEqual([
    { why: 'protected', boards: 2 },
    { why: 'vanished', boards: 2 },
    { why: 'undated', boards: 1 },
  ]);
  expect(review.samples.map(({ id }) => id)).toEqual(['odd id', 'c', 'g', 'd']);
  must(await omar.run(review.reviewId, { reason: ' my own reason ' }));
  expect(omar.queued).toMatchObject([
    { ids: ['c', 'd', 'g', 'odd id'], reason: 'my own reason', plan: null },
  ]);
});

test('a cleanup plan file does not count as approved if the policy requires two persons', async () => {
  const { plans } = computerOf(await drafted(), OMAR, { policy: { twoPersons: true } });
  const review = must(await plans.open({ connectionId: 'c', fields: ['owner'] }));
  expect(review).toMatchObject({ refusal: { code: 'policy' }, fields: ['owner'] });
});

test('Easel rejects a cleanup plan for another service, even if the connection’s name matches', async () => {
  const omar = computerOf(await drafted(), OMAR, {}, { team: teamOf('approved') });
  omar.connection.record = { ...RECORD, boardApi: 'https://elsewhere.example.com' };
  const message = 'This plan is for another service: https://boards.example.com';
  for (const opened of [omar.plans.open({ connectionId: 'c' }), omar.plans.reviewOfTeam(query)])
    expect(await opened).toMatchObject({ error: { code: 'refused', message } });
  omar.connection.record = { ...RECORD, id: 'c', name: 'Acme here', boardApi: 'https://BOARDS.example.com/' };
  expect((await omar.openPlan()).boards).toBe(4);
});

test('a cleanup plan can’t run if it expired while its review was open', async () => {
  const omar = computerOf(await drafted(), OMAR);
  const { reviewId } = await omar.openPlan();
  omar.now.at = NOW + 7 * DAY;
  expect(await omar.run(reviewId)).toMatchObject({
    error: { code: 'refused', message: 'This plan expired on 2026-11-28.' },
  });
  expect(omar.queued).toEqual([]);
});

const query = { planId: 'p', connectionId: 'c' };
function teamOf(state: 'waiting' | 'approved') {
  const plan = teamPlanOf({ state, boards: 3, expiresAt: NOW + DAY });
  const { boardApi } = RECORD;
  const read = { plan, planId: 'p', digest: 'd', query: null, boardApi, remaining: ['a', 'b', 'c'] };
  return { ...noTeam, read: () => Promise.resolve(ok(read)) };
}

test('a team plan expires by the clock of the team’s database, not by the clock of the user’s computer', async () => {
  const { plans, now, run } = computerOf({ file: null }, OMAR, {}, { team: teamOf('approved') });
  const { reviewId } = must(await plans.reviewOfTeam(query));
  now.at = NOW + 2 * DAY;
  must(await run(reviewId));
});

test('the dialog for approving a team plan states the numbers of boards and of locally protected boards', async () => {
  const boards = [boardOf('a', 200, { local: written({ protected: true }) }), ...BOARDS.slice(1)];
  const team = teamOf('waiting');
  const { plans } = computerOf({ file: null }, OMAR, { boards }, { team });
  const { reviewId } = must(await plans.reviewOfTeam(query));
  const { detail } = must(await plans.approveQuestion({ reviewId }));
  expect(detail).toMatch(/^c\nb\nand 1 more\n\nThe service’s host is boards\.example\.com\./u);
  expect(detail).toContain('delete the plan’s 3 boards until');
  expect(detail).toContain('On this computer, Easel would skip 1 of the boards.');
});

test('a cleanup plan can’t be opened if Easel can’t read which boards are protected', async () => {
  const ofBoards = () => Promise.reject(new Error('disk'));
  const { plans } = computerOf(await drafted(), OMAR, { change: { notes: { ofBoards } } });
  expect(await plans.open({ connectionId: 'c' })).toMatchObject({ error: { code: 'storage' } });
});

test('the list of team plans omits only the plans of the connections that can’t be read', async () => {
  const { connectionId: _connection, code: _code, ...plan } = teamPlanOf({ id: 'p' });
  const answers = { gone: fail(failure('not-found')), acme: ok([[plan, 'a digest']]) };
  const plansOf = (...ids: readonly (keyof typeof answers)[]) => {
    const joined = () => ids.map((connectionId) => ({ connectionId }));
    const ask = (id: keyof typeof answers) => Promise.resolve(answers[id]);
    return teamPlans({ copies: { joined, ask } } as unknown as TeamPlansOptions).list();
  };
  expect(await plansOf('gone', 'acme')).toMatchObject(ok([{ id: 'p', connectionId: 'acme' }]));
  expect(await plansOf('gone')).toEqual(answers.gone);
});
