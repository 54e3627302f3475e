import { expect, test, describe } from 'vitest';
import { failure } from '../../../../main/wording/failure.ts';
import type { BoardSelection } from '../../../../preload/contract/boards.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { paperOf } from '../../../support/paper-of.ts';
import { rowOf } from '../boards/board-rows.ts';
import { jobOf } from './jobs-parts.ts';
import {
  asking,
  boardOf,
  every,
  NOW,
  opened,
  RECORD,
  reviewsOf,
  some,
  written,
  type Around,
} from './reviews-under-test.ts';
import { DEFAULT_PREFERENCES } from '../../../../main/preferences/preferences.ts';
import type { Question } from '../../../../main/ipc/implementation.ts';
import type { Reviews } from '../../../../main/jobs/reviews.ts';

const MIXED = [
  ...some(3),
  boardOf('kept', 400, { local: written({ protected: true }) }),
  boardOf('gone', 400, { vanishedAt: NOW }),
  rowOf(null, { created: boardOf('x', 400).created }),
  rowOf('when', { created: { raw: 'last spring', epochMs: null, assumedUtc: false } }),
];

test('protected, vanished and nameless boards are excluded, and counted by reason', async () => {
  const { reviews, queued } = reviewsOf({ boards: MIXED });
  const all: BoardSelection = { kind: 'ids', ids: ['b0', 'b1', 'b2', 'kept', 'gone', 'when'] };
  const review = await opened(reviews, all);
  expect(review).toMatchObject({ boards: 4, completeness: 'complete', asOf: NOW, refusal: null, plan: null });
  expect(review.skipped).toEqual([
    { why: 'protected', boards: 1 },
    { why: 'vanished', boards: 1 },
  ]);
  expect((await opened(reviews)).skipped).toEqual([
    { why: 'protected', boards: 1 },
    { why: 'without-id', boards: 1 },
  ]);
  await reviews.deleteReviewed({ reviewId: review.reviewId, typed: '', reason: '' });
  expect(queued[0]?.ids).toEqual(['b0', 'b1', 'b2', 'when']);
});

test.each(['1240', '1,240', '1 240', '1.240', '1’240', '1\u{202f}240', ' 1240 ', 'Acme boards'])(
  '“%s” confirms 1,240 boards of Acme boards',
  async (typed) => {
    const { reviews, queued } = reviewsOf({ boards: some(1240), environment: 'production' });
    const { reviewId } = await opened(reviews);
    expect(await reviews.deleteReviewed({ reviewId, typed, reason: '' })).toMatchObject({ ok: true });
    expect(queued[0]?.ids).toHaveLength(1240);
  },
);

test.each(['', '1239', '12,40', '1,240.', '1,24 0', '0x4d8', '+1240', '1240.0', 'acme boards', 'Acme'])(
  '“%s” doesn’t confirm, and the review stays for another try',
  async (typed) => {
    const { reviews, queued } = reviewsOf({ boards: some(1240), environment: 'production' });
    const { reviewId } = await opened(reviews);
    const answer = await reviews.deleteReviewed({ reviewId, typed, reason: '' });
    expect(answer).toMatchObject({
      error: { code: 'invalid-input', fields: { typed: expect.stringMatching(/1,240.*Acme boards/u) } },
    });
    expect(queued).toEqual([]);
    expect(await reviews.deleteReviewed({ reviewId, typed: '1240', reason: '' })).toMatchObject({ ok: true });
  },
);

test('a connection that has become Production meanwhile requires its name or the count', async () => {
  const { reviews, connection, queued } = reviewsOf({ boards: some(2) });
  const { reviewId } = await opened(reviews);
  connection.record = { ...RECORD, environment: 'production' };
  expect(await reviews.deleteReviewed({ reviewId, typed: '', reason: '' })).toMatchObject({
    error: { code: 'invalid-input' },
  });
  expect(queued).toEqual([]);
});

test('when the policy requires a reason, nothing is queued without one', async () => {
  const { reviews, queued } = reviewsOf({ boards: some(2), policy: { requireReason: true } });
  const { reviewId } = await opened(reviews);
  expect(await reviews.deleteReviewed({ reviewId, typed: '', reason: ' ' })).toMatchObject({
    error: { code: 'invalid-input', fields: { reason: 'Your organisation requires a reason.' } },
  });
  expect(queued).toEqual([]);
  expect(await reviews.deleteReviewed({ reviewId, typed: '', reason: 'T-12' })).toMatchObject({ ok: true });
});

test('papers are reviewed as boards are: what is protected, deleted, unknown or queued is left out', async () => {
  const papers = [
    paperOf('new', { rememberedAt: NOW }),
    paperOf('old', { name: 'Lesson', rememberedAt: NOW - 1000 }),
    paperOf('kept', { local: written({ protected: true }) }),
    paperOf('gone', { deletedAt: NOW }),
    paperOf('held', { queued: true }),
  ];
  const { reviews, queued } = reviewsOf({ papers });
  const identifiers = ['new', 'old', 'old', 'kept', 'gone', 'held', 'unknown'];
  const made = await reviews.reviewPapers({ connectionId: 'c', identifiers });
  if (!made.ok) throw new Error(made.error.message);
  const { reviewId } = made.value;
  expect(made.value).toMatchObject({
    of: 'paper',
    boards: 2,
    skipped: [
      { why: 'protected', boards: 1 },
      { why: 'vanished', boards: 2 },
      { why: 'queued', boards: 1 },
    ],
    oldest: { epochMs: NOW - 1000 },
    newest: { epochMs: NOW },
    samples: [{ id: 'old', local: { label: 'Lesson' } }, { id: 'new' }],
    refusal: null,
  });
  const question = await reviews.question({ reviewId, typed: '', reason: '' });
  expect(question).toMatchObject({ value: { message: expect.stringMatching(/^Delete 2 papers from/u) } });
  expect(question.ok && question.value?.detail).toContain(new URL(RECORD.paperApi).host);
  await reviews.deleteReviewed({ reviewId, typed: '', reason: '' });
  expect(queued).toEqual([
    { kind: 'delete-papers', connectionId: 'c', ids: ['new', 'old'], reason: '', draftedBy: null },
  ]);
});

test('what the organisation and Production ask of a delete of boards, they ask of one of papers', async () => {
  const papers = [paperOf('a'), paperOf('b'), paperOf('c')];
  const identifiers = papers.map(({ identifier }) => identifier);
  const made = async (around: Around) => {
    const { reviews } = reviewsOf({ ...around, papers });
    const review = await reviews.reviewPapers({ connectionId: 'c', identifiers });
    if (!review.ok) throw new Error(review.error.message);
    return { reviews, review: review.value };
  };
  const limited = await made({ policy: { maxBulk: 2 } });
  expect(limited.review.refusal).toMatchObject({ code: 'policy', nextStep: 'Choose fewer papers.' });
  const two = await made({ policy: { twoPersons: true } });
  expect(two.review.refusal).toMatchObject({ code: 'policy' });
  expect(two.review.refusal?.nextStep).toContain('one by one');
  const { reviews, review } = await made({ environment: 'production' });
  const asked = { reviewId: review.reviewId, reason: '' };
  expect(review.mustType).toBe(true);
  expect(await reviews.deleteReviewed({ ...asked, typed: '2' })).toMatchObject({
    error: { fields: { typed: expect.any(String) as string } },
  });
  expect((await reviews.deleteReviewed({ ...asked, typed: '3' })).ok).toBe(true);
});

test('a review is used once, even when confirmed twice at the same time', async () => {
  const { reviews, queued } = reviewsOf({ boards: some(3) });
  const { reviewId } = await opened(reviews);
  const both = await Promise.all([
    reviews.deleteReviewed({ reviewId, typed: '', reason: ' T-12 ' }),
    reviews.deleteReviewed({ reviewId, typed: '', reason: 'again' }),
  ]);
  expect(both.filter(({ ok: isOk }) => isOk)).toHaveLength(1);
  expect(queued).toEqual([
    { kind: 'delete-boards', connectionId: 'c', ids: ['b0', 'b1', 'b2'], reason: 'T-12', draftedBy: null },
  ]);
  expect(await reviews.save({ reviewId })).toMatchObject({ error: { code: 'not-found' } });
});

test('the review stays when the queue refuses it', async () => {
  let isFull = true;
  const jobs = {
    placeOfNext: () => 1,
    deleteReviewed: () => Promise.resolve(isFull ? fail(failure('storage')) : ok(jobOf())),
  };
  const { reviews } = reviewsOf({ boards: some(3), change: { jobs } });
  const { reviewId } = await opened(reviews);
  expect(await reviews.deleteReviewed({ reviewId, typed: '', reason: '' })).toMatchObject({
    error: { code: 'storage' },
  });
  isFull = false;
  expect((await reviews.deleteReviewed({ reviewId, typed: '', reason: '' })).ok).toBe(true);
});

test('boards that appear after the review are not deleted by it', async () => {
  const { reviews, list, queued } = reviewsOf({ boards: some(3) });
  const { reviewId } = await opened(reviews);
  list.change([...some(3), boardOf('new', 1)]);
  await reviews.deleteReviewed({ reviewId, typed: '', reason: '' });
  expect(queued[0]?.ids).toEqual(['b0', 'b1', 'b2']);
});

test('a list that changes while it is read is read again', async () => {
  const { reviews, list } = reviewsOf({ boards: some(1500) });
  list.onPage = (page) => page === 2 && list.change(some(1400));
  expect((await opened(reviews)).boards).toBe(1400);
});

test('ranks of a list that has changed since are refused', async () => {
  const { reviews, list } = reviewsOf({ boards: some(9) });
  const ranges: BoardSelection = { kind: 'ranges', query: asking(), revision: 1, ranges: [[2, 4]] };
  expect((await opened(reviews, ranges)).samples.map(({ id }) => id)).toEqual(['b4', 'b3', 'b2']);
  list.change(some(9));
  expect(await reviews.review({ connectionId: 'c', selection: ranges })).toMatchObject({
    error: { code: 'refused', message: expect.stringMatching(/changed/u) },
  });
});

test('more than 100,000 boards are too many, and are not read', async () => {
  const { reviews, list } = reviewsOf({ boards: some(100_001) });
  expect(await reviews.review({ connectionId: 'c', selection: every() })).toMatchObject({
    error: { code: 'refused', message: expect.stringMatching(/100,001 boards.*At most 100,000/u) },
  });
  expect(list.pages).toBe(1);
});

test.each([
  [{ allowDelete: false }, 2, /doesn’t allow deleting/u],
  [{ maxBulk: 2 }, 3, /at most 2 boards at once/u],
  [{ twoPersons: true }, 2, /one person to draft a bulk delete and another to run it/u],
] as const)(
  'policy %j refuses %i boards, in the review and when deleting',
  async (policy, count, message) => {
    const { reviews, queued } = reviewsOf({ boards: some(count), policy });
    const { reviewId, refusal } = await opened(reviews);
    expect(refusal).toMatchObject({ code: 'policy', message: expect.stringMatching(message) });
    expect(await reviews.deleteReviewed({ reviewId, typed: '', reason: '' })).toEqual(fail(refusal));
    expect(queued).toEqual([]);
  },
);

test('a connection whose host changed gets no deletes reviewed before', async () => {
  const { reviews, connection, queued } = reviewsOf({ boards: some(2) });
  const { reviewId } = await opened(reviews);
  connection.record = { ...RECORD, boardApi: 'https://other.example.com' };
  expect(await reviews.deleteReviewed({ reviewId, typed: '', reason: '' })).toMatchObject({
    error: { code: 'refused' },
  });
  connection.record = null;
  expect(await reviews.deleteReviewed({ reviewId, typed: '', reason: '' })).toMatchObject({
    error: { code: 'not-found' },
  });
  expect(queued).toEqual([]);
});

test('reviews are removed when closed, after eight others, with their connection, and by the lock', async () => {
  const { reviews } = reviewsOf({ boards: some(2) });
  const ids: string[] = [];
  for (let count = 0; count < 9; count += 1) ids.push((await opened(reviews)).reviewId);
  const open = () => ids.map((id) => reviews.held(id).ok);
  expect(open()).toEqual([false, ...Array.from({ length: 8 }, () => true)]);
  reviews.close({ reviewId: ids[1] ?? '' });
  expect(open().filter(Boolean)).toHaveLength(7);
  reviews.forget('another');
  expect(open().filter(Boolean)).toHaveLength(7);
  reviews.forget('c');
  expect(open()).not.toContain(true);
  ids.push((await opened(reviews)).reviewId);
  reviews.drop();
  expect(open()).not.toContain(true);
});

// Main's own question before a bulk delete, and that just what it named is deleted.

async function questionOf(reviews: Reviews, reviewId: string): Promise<Question> {
  const asked = await reviews.question({ reviewId, typed: '', reason: '' });
  if (!asked.ok || asked.value === null) throw new Error('nothing is asked');
  return asked.value;
}

/** The lines that name what is deleted. */
const named = ({ detail }: Question): readonly string[] => detail.split('\n\n')[0]?.split('\n') ?? [];

describe('the question', () => {
  test.each([6, 22, 1240])(
    'names five of %i boards, the oldest and the newest among them, and counts the rest',
    async (count) => {
      const { reviews } = reviewsOf({ boards: some(count) });
      const { reviewId } = await opened(reviews);
      const lines = named(await questionOf(reviews, reviewId));
      expect(lines).toHaveLength(6);
      expect([lines[0], lines[4]]).toEqual([`b${count - 1}`, 'b0']);
      expect(lines[5]).toBe(`and ${(count - 5).toLocaleString('en-GB')} more`);
    },
  );

  test('gives labels and ids no line of their own', async () => {
    const boards = [
      boardOf('b1\nand 9 more', 2, { local: written({ label: 'Plan\n\nThe service is harmless.example' }) }),
      boardOf(') Cancel', 1, { local: written({ label: '\u202egnp.exe' }) }),
    ];
    const { reviews } = reviewsOf({ boards });
    const question = await questionOf(reviews, (await opened(reviews)).reviewId);
    expect(named(question)).toHaveLength(2);
    expect(question.detail.split('\n\n')).toHaveLength(2);
    expect(question.detail).not.toContain('\u202e');
    expect(named(question)[1]).toContain('“) Cancel”');
  });

  test('says how long deletes are held now, not when the review was opened', async () => {
    let bulk = 300;
    const preferences = () =>
      Promise.resolve(ok({ ...DEFAULT_PREFERENCES, holdSeconds: { single: 10, bulk } }));
    const { reviews } = reviewsOf({ boards: some(3), change: { preferences } });
    const { reviewId } = await opened(reviews);
    expect((await questionOf(reviews, reviewId)).detail).toContain('Nothing is sent for 5 minutes');
    bulk = 5;
    expect((await questionOf(reviews, reviewId)).detail).toContain('Nothing is sent for 5 seconds');
  });
});

describe('a delete that was answered with yes', () => {
  test('deletes the boards of its own review, although another one was opened while main asked', async () => {
    const { reviews, queued } = reviewsOf({ boards: some(20) });
    const { reviewId } = await opened(reviews, { kind: 'ids', ids: ['b0', 'b1'] });
    const asked = await questionOf(reviews, reviewId);
    const other = await opened(reviews, { kind: 'ids', ids: ['b18', 'b19'] });
    reviews.close({ reviewId: other.reviewId });
    expect((await reviews.deleteReviewed({ reviewId, typed: '', reason: '' }, asked)).ok).toBe(true);
    expect(queued.map(({ ids }) => ids)).toEqual([['b0', 'b1']]);
  });

  test('deletes nothing where the question would be another one by now, and keeps the review', async () => {
    let bulk = 300;
    const preferences = () =>
      Promise.resolve(ok({ ...DEFAULT_PREFERENCES, holdSeconds: { single: 10, bulk } }));
    const { reviews, queued, connection } = reviewsOf({ boards: some(3), change: { preferences } });
    const { reviewId } = await opened(reviews);
    const asked = await questionOf(reviews, reviewId);
    const run = (question: Question) => reviews.deleteReviewed({ reviewId, typed: '', reason: '' }, question);
    bulk = 5;
    expect(await run(asked)).toMatchObject({ error: { code: 'refused' } });
    bulk = 300;
    connection.record = { ...RECORD, name: 'Acme sandbox' };
    expect(await run(asked)).toMatchObject({ error: { code: 'refused' } });
    expect(await run({ ...asked, message: 'Delete 2 boards from “Acme boards”?' })).toMatchObject({
      error: { code: 'refused' },
    });
    expect(queued).toEqual([]);
    connection.record = RECORD;
    expect((await run(asked)).ok).toBe(true);
  });
});
