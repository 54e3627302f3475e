import { expect, test } from 'vitest';
import type { BoardSelection } from '../../../../preload/contract/boards.ts';
import type { Author } from '../../../../main/jobs/plan-file.ts';
import { Plans, type PlansOptions, queryWording } from '../../../../main/jobs/plans.ts';
import { createLog } from '../../../../main/log/log.ts';
import type { NoteRecord } from '../../../../main/store/tables/change-note.ts';
import type { JobReview } from '../../../../preload/contract/jobs.ts';
import { fail, ok, type Result } from '../../../../preload/contract/failure.ts';
import { rowOf } from '../boards/board-rows.ts';
import {
  boardOf,
  DAY,
  every,
  NOW,
  RECORD,
  reviewsOf,
  written,
  type Around,
  asking,
} from './reviews-under-test.ts';

const INES: Author = { user: 'ines', computer: 'desk-1', installation: 'i-1' };
const OMAR: Author = { user: 'omar', computer: 'desk-2', installation: 'i-2' };

/** A file that goes from one computer to the other. */
interface Post {
  file: { readonly name: string; readonly text: string } | null;
}

/** One computer with its own list, notes and clock. */
function computerOf(post: Post, author: Author, around: Around = {}, change: Partial<PlansOptions> = {}) {
  const services = reviewsOf(around);
  const notes: NoteRecord[] = [];
  const plans = new Plans({
    reviews: services.reviews,
    mirror: services.list,
    notesOf: (_connectionId, ids) => Promise.resolve(notes.filter(({ boardId }) => ids.includes(boardId))),
    recordOf: services.options.recordOf,
    files: {
      choose: () =>
        Promise.resolve(post.file === null ? null : ok({ path: `/${post.file.name}`, ...post.file })),
      save: (_purpose, name, text) => {
        post.file = { name, text };
        return Promise.resolve(ok(name));
      },
    },
    author: () => Promise.resolve(author),
    log: createLog({ write: () => undefined }),
    now: () => services.now.at,
    ...change,
  });
  return { ...services, plans, notes };
}

type Computer = ReturnType<typeof computerOf>;

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function draft(
  at: Computer,
  selection: BoardSelection = every(),
  note = 'Ticket 12',
): Promise<JobReview> {
  const review = valueOf(await at.reviews.review({ connectionId: 'c', selection }));
  valueOf(await at.plans.save({ reviewId: review.reviewId, note, validDays: 7 }));
  return review;
}

async function opened(at: Computer): Promise<JobReview> {
  const review = valueOf(await at.plans.open({ connectionId: 'c' }));
  if (review === null) throw new Error('nothing chosen');
  return review;
}

const BOARDS = ['a', 'b', 'c', 'd'].map((id, index) => boardOf(id, 200 + index));
const OLD = every({ kind: 'older-than', days: 180 });

test('one person drafts a plan, and another opens the same boards with all its details and runs it', async () => {
  const post: Post = { file: null };
  await draft(computerOf(post, INES, { boards: [...BOARDS, boardOf('young', 3)] }), OLD);
  expect(post.file?.name).toMatch(/^easel-cleanup-2026-11-21-[0-9a-f]{4}-[0-9a-f]{4}\.easelplan\.json$/u);

  const omar = computerOf(post, OMAR, { boards: BOARDS, policy: { twoPersons: true } });
  const review = await opened(omar);
  expect(review).toMatchObject({ boards: 4, skipped: [], refusal: null, mustType: false, holdSeconds: 300 });
  expect(review.plan).toEqual({
    fileName: post.file?.name,
    author: 'ines on desk-1',
    note: 'Ticket 12',
    createdAt: NOW,
    expiresAt: NOW + 7 * DAY,
    boards: 4,
    code: /-(\w{4}-\w{4})\.easelplan/u.exec(post.file?.name ?? '')?.[1]?.replace('-', ' '),
    filter: 'Older than 180 days',
    changes: { vanished: 0, newlyProtected: 0, notListed: 0 },
  });
  valueOf(await omar.reviews.deleteReviewed({ reviewId: review.reviewId, typed: '', reason: '' }));
  expect(omar.queued).toEqual([
    {
      kind: 'delete-boards',
      connectionId: 'c',
      ids: ['a', 'b', 'c', 'd'],
      reason: 'Ticket 12',
      draftedBy: 'another',
    },
  ]);
});

test('changes since then are reported: vanished and protected boards are skipped, unlisted ones stay', async () => {
  const post: Post = { file: null };
  await draft(computerOf(post, INES, { boards: [...BOARDS, boardOf('e', 300), boardOf('f', 300)] }), OLD);
  const omar = computerOf(post, OMAR, {
    boards: [
      boardOf('a', 200, { vanishedAt: NOW }),
      boardOf('b', 201, { local: written({ protected: true }) }),
      boardOf('c', 202),
      rowOf('f', { created: { raw: 'once', epochMs: null, assumedUtc: false } }),
      boardOf('never planned', 500),
    ],
  });
  const protectedUnlisted = { label: '', note: '', tags: [], customer: '', protected: true, updatedAt: 0 };
  omar.notes.push(
    { boardId: 'e', ...protectedUnlisted },
    { boardId: 'd', ...protectedUnlisted, protected: false },
  );
  const review = await opened(omar);
  expect(review.plan?.changes).toEqual({ vanished: 1, newlyProtected: 2, notListed: 1 });
  expect(review.skipped).toEqual([
    { why: 'protected', boards: 2 },
    { why: 'vanished', boards: 1 },
    { why: 'undated', boards: 1 },
  ]);
  expect(review.samples.map(({ id }) => id)).toEqual(['c', 'd']);
  valueOf(
    await omar.reviews.deleteReviewed({ reviewId: review.reviewId, typed: '', reason: ' my own reason ' }),
  );
  expect(omar.queued).toEqual([
    {
      kind: 'delete-boards',
      connectionId: 'c',
      ids: ['c', 'd'],
      reason: 'my own reason',
      draftedBy: 'another',
    },
  ]);
});

test.each([
  ['the same person', INES],
  ['the same user and computer with a second Easel', { ...INES, installation: 'i-9' }],
  ['the same Easel on a renamed computer', { ...INES, computer: 'desk-9' }],
])('two persons: %s may not run their own draft', async (_who, author) => {
  const post: Post = { file: null };
  await draft(computerOf(post, INES, { boards: BOARDS }));
  const same = computerOf(post, author, { boards: BOARDS, policy: { twoPersons: true } });
  const { reviewId, refusal } = await opened(same);
  expect(refusal).toMatchObject({
    code: 'policy',
    message: expect.stringMatching(/You drafted/u) as unknown,
  });
  expect(await same.reviews.deleteReviewed({ reviewId, typed: '', reason: '' })).toEqual(fail(refusal));
  expect(same.queued).toEqual([]);
});

test.each([
  ['another user of the computer', { ...INES, user: 'omar', installation: 'i-2' }],
  ['a user of that name elsewhere', { ...INES, computer: 'desk-2', installation: 'i-2' }],
])('two persons: %s counts as another one', async (_who, author) => {
  const post: Post = { file: null };
  await draft(computerOf(post, INES, { boards: BOARDS }));
  const other = computerOf(post, author, { boards: BOARDS, policy: { twoPersons: true } });
  expect((await opened(other)).refusal).toBeNull();
});

test('a plan for another service is refused, whatever the connection is called', async () => {
  const post: Post = { file: null };
  await draft(computerOf(post, INES, { boards: BOARDS }));
  const omar = computerOf(post, OMAR, { boards: BOARDS });
  omar.connection.record = { ...RECORD, boardApi: 'https://elsewhere.example.com' };
  expect(await omar.plans.open({ connectionId: 'c' })).toMatchObject({
    error: {
      code: 'refused',
      message: 'This plan is for another service: https://boards.example.com',
    },
  });
  omar.connection.record = { ...RECORD, id: 'c', name: 'Acme here', boardApi: 'https://BOARDS.example.com/' };
  expect((await opened(omar)).boards).toBe(4);
});

test('a plan that expires while its review is open doesn’t run', async () => {
  const post: Post = { file: null };
  await draft(computerOf(post, INES, { boards: BOARDS }));
  const omar = computerOf(post, OMAR, { boards: BOARDS });
  const { reviewId } = await opened(omar);
  omar.now.at = NOW + 7 * DAY;
  expect(await omar.reviews.deleteReviewed({ reviewId, typed: '', reason: '' })).toMatchObject({
    error: { code: 'refused', message: 'This plan expired on 2026-11-28.' },
  });
  expect(omar.queued).toEqual([]);
});

test('a database error is reported as one, and so is a file that can’t be read', async () => {
  const post: Post = { file: null };
  await draft(computerOf(post, INES, { boards: BOARDS }));
  const author = () => Promise.reject(new Error('disk'));
  expect(
    await computerOf(post, OMAR, { boards: BOARDS }, { author }).plans.open({ connectionId: 'c' }),
  ).toMatchObject({
    error: { code: 'storage' },
  });
  const notesOf = () => Promise.reject(new Error('disk'));
  expect(
    await computerOf(post, OMAR, { boards: BOARDS }, { notesOf }).plans.open({ connectionId: 'c' }),
  ).toMatchObject({
    error: { code: 'storage' },
  });
  const files = {
    choose: () => Promise.resolve(fail('This file is too large: at most 16 MiB.')),
    save: () => Promise.resolve(null),
  };
  expect(
    await computerOf(post, OMAR, { boards: BOARDS }, { files }).plans.open({ connectionId: 'c' }),
  ).toMatchObject({
    error: { code: 'invalid-input', message: 'This file is too large: at most 16 MiB.' },
  });
});

test.each([
  [asking(), 'All boards'],
  [asking({ kind: 'older-than', days: 180 }), 'Older than 180 days'],
  [
    asking({ kind: 'newer-than', days: 1 }, { kind: 'mark', mark: 'labelled', is: false }),
    'Newer than 1 day, without a label',
  ],
  [
    asking({ kind: 'created', from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 1, 1) }),
    'Created from 2026-01-01T00:00:00.000Z, and before 2026-02-01T00:00:00.000Z',
  ],
  [asking({ kind: 'created', from: null, to: 0 }), 'Created before 1970-01-01T00:00:00.000Z'],
  [asking({ kind: 'created', from: null, to: null }), 'With a readable date'],
  [
    { ...asking({ kind: 'tag', tag: 'old' }, { kind: 'customer', customer: 'Acme' }), find: ' algebra ' },
    'With the tag “old”, of the customer “Acme”, with the text “algebra”',
  ],
  [
    asking({ kind: 'id-prefix', prefix: 'a1' }, { kind: 'field', name: 'owner', text: 'ines' }),
    'With an id that begins with “a1”, with “ines” in “owner”',
  ],
] as const)('a query is described in words: %#', (query, words) => {
  expect(queryWording(query)).toBe(words);
});

/** Opens a file of ids over a list of these boards. */
function openedIds(text: string, listed: readonly string[]) {
  const services = reviewsOf({ boards: listed.map((id) => boardOf(id, 200)) });
  const options: Partial<PlansOptions> = {
    reviews: services.reviews,
    mirror: services.list,
    notesOf: () => Promise.resolve([]),
    recordOf: services.options.recordOf,
    files: {
      choose: () => Promise.resolve(ok({ path: '/ids.csv', name: 'ids.csv', text })),
      save: () => Promise.resolve(null),
    },
    log: createLog({ write: () => undefined }),
  };
  return new Plans(options as PlansOptions).openIds({ connectionId: 'c' });
}

test.each([
  ['a table', 'label,id\nx,b-1\ny,1.58E+18\n', 3, '1.58E+18'],
  ['a line for each id', 'b-1\n3-Apr\n', 2, '3-Apr'],
  ['semicolons', 'id;label\n04.09.2026;x\n', 2, '04.09.2026'],
  ['a rounded number', 'id\nb-1\n1580000000000000000\n', 3, '1580000000000000000'],
])('a list with an id that a spreadsheet has rewritten is refused (%s)', async (_what, text, line, id) => {
  const opened = await openedIds(text, ['b-1']);
  expect(opened).toMatchObject({ error: { code: 'refused' } });
  const { message } = opened.ok ? { message: '' } : opened.error;
  expect(message).toContain(`Line ${line}: “${id}”`);
  expect(message).toContain('spreadsheets');
});

test('a review of a list tells how many ids are not in the list of boards', async () => {
  const numbers = 'id\nb-1\n1580000000000000001\n007\n';
  expect(await openedIds(numbers, ['b-1'])).toMatchObject({ value: { boards: 3, notListed: 2 } });
  expect(await openedIds('["b-1","3-4"]', ['b-1'])).toMatchObject({ value: { boards: 2, notListed: 1 } });
});
