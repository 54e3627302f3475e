/** Main's own question before a bulk delete, and that just what it named is deleted. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../../../main/preferences/preferences.ts';
import type { Question } from '../../../../main/ipc/implementation.ts';
import type { Reviews } from '../../../../main/jobs/reviews.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { boardOf, opened, RECORD, reviewsOf, some, written } from './reviews-under-test.ts';

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
