import { expect, test } from 'vitest';
import { failure } from '../../../../main/lib/wording/failure.ts';
import type { BoardSelection } from '../../../../preload/contract/boards.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { must } from '../../../support/must.ts';
import { paperOf } from '../../../support/paper-of.ts';
import { rowOf } from '../boards/board-rows.ts';
import { jobOf } from '../../renderer/job-of.ts';
import type { Question } from '../../../../main/lib/implementation.ts';
import type { Reviews } from '../../../../main/jobs/reviews.ts';
import { asking, boardOf, every, NOW, RECORD, reviewsOf, some, written } from './reviews-under-test.ts';

test('a delete review excludes boards that are protected, no longer listed or have no id', async () => {
  const { open, run, queued } = reviewsOf({
    boards: [
      ...some(3),
      boardOf('kept', 400, { local: written({ protected: true }) }),
      boardOf('gone', 400, { vanishedAt: NOW }),
      rowOf(null, { created: boardOf('x', 400).created }),
      rowOf('when', { created: { raw: 'last spring', epochMs: null, assumedUtc: false } }),
    ],
  });
  const review = await open({ kind: 'ids', ids: ['b0', 'b1', 'b2', 'kept', 'gone', 'when'] });
  expect(review).toMatchObject({ boards: 4, completeness: 'complete', asOf: NOW, refusal: null, plan: null });
  expect(review.skipped).toEqual([
    { why: 'protected', boards: 1 },
    { why: 'vanished', boards: 1 },
  ]);
  expect((await open()).skipped).toEqual([
    { why: 'protected', boards: 1 },
    { why: 'without-id', boards: 1 },
  ]);
  const old = await open(every({ kind: 'older-than', days: 2 }));
  expect(old.skipped).toContainEqual({ why: 'undated', boards: 1 });
  await run(review.reviewId);
  expect(queued[0]?.ids).toEqual(['b0', 'b1', 'b2', 'when']);
});

test('a delete review excludes papers that are protected, deleted, unknown or already queued', async () => {
  const papers = [
    paperOf('new', { rememberedAt: NOW }),
    paperOf('old', { name: 'Lesson', rememberedAt: NOW - 1000 }),
    paperOf('kept', { local: written({ protected: true }) }),
    paperOf('gone', { deletedAt: NOW }),
    paperOf('held', { queued: true }),
  ];
  const { reviews, run, queued } = reviewsOf({ papers });
  const identifiers = ['new', 'old', 'old', 'kept', 'gone', 'held', 'unknown'];
  const review = must(await reviews.reviewPapers({ connectionId: 'c', identifiers }));
  expect(review).toMatchObject({
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
  const question = await questionOf(reviews, review.reviewId);
  expect(question.message).toMatch(/^Delete 2 papers from/u);
  expect(question.detail).toContain(new URL(RECORD.paperApi).host);
  await run(review.reviewId);
  const asked = { kind: 'delete-papers', connectionId: 'c', ids: ['new', 'old'], address: RECORD.paperApi };
  expect(queued).toEqual([{ ...asked, reason: '', plan: null }]);
});

test('a bulk delete on a Production connection must be confirmed with the exact count or connection name', async () => {
  const { open, run, queued } = reviewsOf({ boards: some(1240), environment: 'production' });
  const { reviewId } = await open();
  for (const typed of ['', '1239', '12,40', '1,240.', '1,24 0', '0x4d8', '+1240', 'acme boards', 'Acme']) {
    expect(await run(reviewId, { typed }), typed).toMatchObject({
      error: { code: 'invalid-input', fields: { typed: expect.stringMatching(/1,240.*Acme boards/u) } },
    });
  }
  expect(queued).toEqual([]);
  for (const typed of ['1240', '1\u{202f}240', 'Acme boards'])
    must(await run((await open()).reviewId, { typed }));
  expect(queued.map(({ ids }) => ids.length)).toEqual([1240, 1240, 1240]);
});

test('a bulk delete needs typed confirmation if the connection became Production during the delete review', async () => {
  const { open, run, connection, queued } = reviewsOf({ boards: some(2) });
  const { reviewId } = await open();
  connection.record = { ...RECORD, environment: 'production' };
  expect(await run(reviewId)).toMatchObject({ error: { code: 'invalid-input' } });
  expect(queued).toEqual([]);
});

test('a delete review can’t be confirmed without the reason that the policy requires', async () => {
  const { open, run, queued } = reviewsOf({ boards: some(2), policy: { requireReason: true } });
  const { reviewId } = await open();
  expect(await run(reviewId, { reason: ' ' })).toMatchObject({
    error: {
      code: 'invalid-input',
      fields: { reason: 'Your organisation requires a reason for a bulk delete.' },
    },
  });
  expect(queued).toEqual([]);
  expect(await run(reviewId, { reason: 'T-12' })).toMatchObject({ ok: true });
});

test('a delete review shows why the policy refuses the delete', async () => {
  const { open } = reviewsOf({ boards: some(3), policy: { maxBulk: 2 } });
  const message = expect.stringMatching(/at most 2 boards at once/u) as unknown;
  expect((await open()).refusal).toMatchObject({ code: 'policy', message });
  const nothing = reviewsOf();
  const { reviewId, refusal } = await nothing.open();
  expect(await nothing.run(reviewId)).toEqual(fail(refusal));
  expect(nothing.queued).toEqual([]);
});

test('confirming a delete review twice at the same time queues only one job', async () => {
  const { open, run, reviews, queued } = reviewsOf({ boards: some(3) });
  const { reviewId } = await open();
  const both = await Promise.all([run(reviewId, { reason: ' T-12 ' }), run(reviewId, { reason: 'again' })]);
  expect(both.filter(({ ok: isOk }) => isOk)).toHaveLength(1);
  expect(queued).toMatchObject([{ ids: ['b0', 'b1', 'b2'], address: RECORD.boardApi, reason: 'T-12' }]);
  expect(reviews.find(reviewId)).toMatchObject({ error: { code: 'not-found' } });
});

test('a delete review stays open if the job can’t be queued', async () => {
  let isFull = true;
  const jobs = {
    placeOfNext: () => 1,
    deleteReviewed: () => Promise.resolve(isFull ? fail(failure('storage')) : ok(jobOf('job'))),
  };
  const { open, run } = reviewsOf({ boards: some(3), change: { jobs } });
  const { reviewId } = await open();
  expect(await run(reviewId)).toMatchObject({ error: { code: 'storage' } });
  isFull = false;
  expect((await run(reviewId)).ok).toBe(true);
});

test('a delete review ignores boards that appear in the list after the review was opened', async () => {
  const { open, run, list, queued } = reviewsOf({ boards: some(3) });
  const { reviewId } = await open();
  list.change([...some(3), boardOf('new', 1)]);
  await run(reviewId);
  expect(queued[0]?.ids).toEqual(['b0', 'b1', 'b2']);
});

test('a delete review reads the list of boards again if the list changes while it is read', async () => {
  const { open, list } = reviewsOf({ boards: some(1500) });
  list.onPage = (page) => page === 2 && list.change(some(1400));
  expect((await open()).boards).toBe(1400);
});

test('Easel refuses a delete review of selected rows if the board list has changed since the selection', async () => {
  const { open, reviews, list } = reviewsOf({ boards: some(9) });
  const ranges: BoardSelection = { kind: 'ranges', query: asking(), revision: 1, ranges: [[2, 4]] };
  expect((await open(ranges)).samples.map(({ id }) => id)).toEqual(['b4', 'b3', 'b2']);
  list.change(some(9));
  expect(await reviews.review({ connectionId: 'c', selection: ranges })).toMatchObject({
    error: { code: 'refused', message: expect.stringMatching(/changed/u) },
  });
});

test('Easel refuses a delete review of more than 100,000 boards after reading only the first page of boards', async () => {
  const { open, list } = reviewsOf({ boards: some(100_001) });
  await expect(open()).rejects.toThrow(/refused.*100,001 boards.*At most 100,000/u);
  expect(list.pages).toBe(1);
});

test('a delete review can’t be confirmed after its connection’s host has changed', async () => {
  const { open, run, connection, queued } = reviewsOf({ boards: some(2) });
  const { reviewId } = await open();
  connection.record = { ...RECORD, boardApi: 'https://other.example.com' };
  expect(await run(reviewId)).toMatchObject({ error: { code: 'refused' } });
  connection.record = null;
  expect(await run(reviewId)).toMatchObject({ error: { code: 'not-found' } });
  expect(queued).toEqual([]);
});

test('at most eight delete reviews are open at a time', async () => {
  const { open, reviews } = reviewsOf({ boards: some(2) });
  const ids: string[] = [];
  for (let count = 0; count < 9; count += 1) ids.push((await open()).reviewId);
  const isHeld = () => ids.map((id) => reviews.find(id).ok);
  expect(isHeld()).toEqual([false, ...Array.from({ length: 8 }, () => true)]);
  reviews.close({ reviewId: ids[1] ?? '' });
  reviews.forget('another');
  expect(isHeld().filter(Boolean)).toHaveLength(7);
  reviews.forget('c');
  expect(isHeld()).not.toContain(true);
  ids.push((await open()).reviewId);
  reviews.drop();
  expect(isHeld()).not.toContain(true);
});

async function questionOf(reviews: Reviews, reviewId: string): Promise<Question> {
  const question = must(await reviews.question({ reviewId, typed: '', reason: '' }));
  if (question === null) throw new Error('nothing is asked');
  return question;
}

const named = ({ detail }: Question): readonly string[] => detail.split('\n\n')[0]?.split('\n') ?? [];

test('main’s confirmation dialog for a bulk delete names the oldest and the newest board', async () => {
  const { open, reviews } = reviewsOf({ boards: some(1240) });
  const lines = named(await questionOf(reviews, (await open()).reviewId));
  expect(lines).toHaveLength(6);
  expect([lines[0], lines[4]]).toEqual(['b1239', 'b0']);
  expect(lines[5]).toBe('and 1,235 more');
});

test('main’s confirmation dialog for a bulk delete shows each board on one line', async () => {
  const boards = [
    boardOf('b1\nand 9 more', 2, { local: written({ label: 'Plan\n\nThe service is harmless.example' }) }),
    boardOf(') Cancel', 1, { local: written({ label: '\u202egnp.exe' }) }),
  ];
  const { open, reviews } = reviewsOf({ boards });
  const question = await questionOf(reviews, (await open()).reviewId);
  expect(named(question)).toHaveLength(2);
  expect(question.detail.split('\n\n')).toHaveLength(2);
  expect(question.detail).not.toContain('\u202e');
  expect(named(question)[1]).toContain('“) Cancel”');
});

test('Easel refuses a bulk delete whose hold, connection or count changed since main’s confirmation dialog', async () => {
  const { open, run, reviews, queued, connection } = reviewsOf({ boards: some(3) });
  const { reviewId } = await open();
  const asked = await questionOf(reviews, reviewId);
  const refused = { error: { code: 'refused' } };
  connection.bulk = 5;
  expect(await run(reviewId, {}, asked)).toMatchObject(refused);
  connection.bulk = 300;
  connection.record = { ...RECORD, name: 'Acme sandbox' };
  expect(await run(reviewId, {}, asked)).toMatchObject(refused);
  const other = { ...asked, message: 'Delete 2 boards from “Acme boards”?' };
  expect(await run(reviewId, {}, other)).toMatchObject(refused);
  expect(queued).toEqual([]);
  connection.record = RECORD;
  expect((await run(reviewId, {}, asked)).ok).toBe(true);
});
