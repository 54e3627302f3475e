import { describe, expect, test, vi } from 'vitest';
import { must } from '../../support/must.ts';
import { whyNoPostgres } from '../../support/postgres.ts';
import { policyOf } from '../../support/services.ts';
import { team, type Member } from './members.ts';

const shared = team();
const until = (accept: () => Promise<boolean>) => vi.waitUntil(accept, { timeout: 10_000, interval: 60 });

const reviewed = async ({ must, connectionId }: Member, ids: readonly string[]) =>
  must('jobs.review', { connectionId, selection: { kind: 'ids', ids } });

const queue = ({ call }: Member, reviewId: string) =>
  call('jobs.deleteReviewed', { reviewId, typed: '', reason: '' });

const queued = async (member: Member, { reviewId }: { readonly reviewId: string }) =>
  must(await queue(member, reviewId));

const planReview = ({ must, connectionId }: Member, planId: string) =>
  must('teamwork.reviewPlan', { connectionId, planId });

const boardsOf = async (): Promise<readonly string[]> => (await shared.practice.contents()).boards;

describe.skipIf(whyNoPostgres() !== null)('team approvals', () => {
  test('a bulk delete under a two-person policy runs after a colleague has approved its plan', async () => {
    const [ann, ben] = await shared.both({ policy: policyOf({ twoPersons: true }) });
    const ids = ann.ids.slice(0, 4);
    const { reviewId } = await reviewed(ann, ids);
    expect(await queue(ann, reviewId)).toMatchObject({ error: { code: 'policy' } });
    await ann.must('teamwork.savePlan', { reviewId, note: 'Ticket 12', validDays: 7 });
    const [{ id: planId } = { id: '' }] = await ben.must('teamwork.plans', {});
    const own = await planReview(ann, planId);
    expect(own.plan).toMatchObject({
      author: 'ann',
      note: 'Ticket 12',
      team: { isOwn: true, state: 'waiting' },
    });
    expect(await ann.call('teamwork.approve', { reviewId: own.reviewId })).toMatchObject({
      error: { code: 'policy', message: 'A colleague must approve your plan.' },
    });
    shared.pass();
    const theirs = await planReview(ben, planId);
    expect(await queue(ben, theirs.reviewId)).toMatchObject({ error: { code: 'refused' } });
    await ben.must('teamwork.approve', { reviewId: theirs.reviewId });
    shared.pass();
    await ann.label(ids[3] ?? '', '', { change: { protected: true } });
    await until(async () => (await ben.note(ids[3] ?? ''))?.protected === true);
    const run = await planReview(ben, planId);
    expect(run).toMatchObject({ boards: 3, skipped: [{ why: 'protected', boards: 1 }], refusal: null });
    const job = await queued(ben, run);
    expect(await ann.must('teamwork.plans', {})).toMatchObject([
      { state: 'running', run: { by: 'ben', state: 'held', boards: 3 } },
    ]);
    shared.pass();
    await ben.must('jobs.startNow', { jobId: job.id });
    await until(async () => (await ann.must('teamwork.plans', {}))[0]?.state === 'done');
    expect(await ann.must('teamwork.plans', {})).toMatchObject([{ done: 3, boards: 4, approvedBy: 'ben' }]);
    expect((await boardsOf()).filter((id) => ids.includes(id))).toEqual([ids[3]]);
  });

  test('a queued delete pauses when a colleague protects one of its boards', async () => {
    const [ann, ben] = await shared.both();
    const ids = ann.ids.slice(0, 3);
    const job = await queued(ben, await reviewed(ben, ids));
    const [id = ''] = ids;
    await ann.label(id, '', { change: { protected: true } });
    const { connectionId } = ann;
    const [run] = await ann.must('teamwork.runsWith', { connectionId });
    expect(run).toMatchObject({ by: 'ben', state: 'held', boards: 3 });
    await ann.must('teamwork.askPause', { connectionId, runId: run?.id ?? '' });
    await until(async () => (await ben.must('jobs.list', {}))[0]?.pause === 'colleague');
    expect((await ben.must('jobs.list', {}))[0]?.failure?.message).toContain('“ann” asked for this pause');
    shared.pass();
    await ben.must('jobs.startNow', { jobId: job.id });
    await until(async () => (await ben.must('jobs.list', {}))[0]?.state === 'done');
    expect((await boardsOf()).filter((each) => ids.includes(each))).toEqual([id]);
  });
});
