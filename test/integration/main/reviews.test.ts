/** Reviews and plans over the mirror, the notes and the files of two computers; the deletes themselves are the queue’s. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginWhole, writeWhole } from '../../../main/files/write-whole.ts';
import { readText } from '../../../main/files/read-text.ts';
import type { Files } from '../../../main/files/files.ts';
import { readCsv } from '../../../main/files/csv.ts';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import type { BoardFilter, BoardSelection, BoardQuery } from '../../../preload/contract/boards.ts';
import type { JobReview } from '../../../preload/contract/jobs.ts';
import { ok } from '../../../preload/contract/failure.ts';
import { draftFor, policyOf, startServices, type TestServices } from '../../support/services.ts';

const BOARDS = 1100;

let practice: PracticeService;
let desk: string;
let apps: TestServices[];

beforeEach(async () => {
  practice = await startPractice({ boards: BOARDS });
  desk = await mkdtemp(path.join(tmpdir(), 'easel-desk-'));
  apps = [];
});

afterEach(async () => {
  for (const services of apps) await services.close();
  await practice.stop();
  await rm(desk, { recursive: true, force: true });
});

/** The folder that both computers reach: what is saved is called after its kind. */
const PLAN = 'plan.json';
const files = (): Partial<Files> => ({
  choose: async () => {
    const file = path.join(desk, PLAN);
    const text = await readText(file, 16 * 1024 * 1024);
    return text.ok ? ok({ path: file, name: PLAN, text: text.value }) : text;
  },
  save: async (purpose, name, text) => {
    const done = await writeWhole(path.join(desk, purpose === 'plan' ? PLAN : name), text);
    return done.ok ? ok(name) : done;
  },
  saveStream: (_purpose, name) => beginWhole(path.join(desk, name)),
});

/** A computer with its own Easel, that has listed all boards. */
async function computer(around: Parameters<typeof startServices>[1] = {}) {
  const services = await startServices(undefined, { files: files(), ...around });
  apps.push(services);
  const { must } = services;
  const draft = draftFor(practice.origin, practice.apiKey);
  const { id: connectionId } = await must('connections.save', draft);
  const list = async (): Promise<void> => {
    await must('boards.list', { connectionId });
    await expect
      .poll(async () => (await must('boards.state', { connectionId })).phase, { timeout: 20_000 })
      .toBe('done');
  };
  await list();
  return { services, must, connectionId, list };
}

const asking = (...filters: readonly BoardFilter[]): BoardQuery => ({
  find: '',
  filters,
  order: { by: 'created', descending: true },
});
const every = (...filters: readonly BoardFilter[]): BoardSelection => ({
  kind: 'all',
  query: asking(...filters),
  except: [],
});
const skippedFor = (review: JobReview, why: string): number =>
  review.skipped.find((skipped) => skipped.why === why)?.boards ?? 0;

test('a review of all boards counts each once, saves each once, and becomes one held job', async () => {
  const { must, services, connectionId } = await computer();
  const all = await must('boards.window', {
    connectionId,
    from: 0,
    count: 1000,
    query: asking({ kind: 'mark', mark: 'dated', is: true }),
    fields: [],
  });
  const kept = all.rows.slice(5, 12).flatMap(({ id }) => id ?? []);
  const change = { protected: true, label: '=1+1' };
  await must('boards.annotate', { connectionId, selection: { kind: 'ids', ids: kept }, change });
  const fields = ['updated_at'];
  const review = await must('jobs.review', { connectionId, selection: every(), fields });
  expect(skippedFor(review, 'protected')).toBe(7);
  expect(review.boards + review.skipped.reduce((sum, { boards }) => sum + boards, 0)).toBe(BOARDS);
  expect(review).toMatchObject({
    mustType: false,
    holdSeconds: 300,
    completeness: 'complete',
    refusal: null,
  });
  expect(review.newest).toEqual(all.rows[0]?.created);
  expect(review.samples).toHaveLength(12);
  expect(review.fields).toEqual(fields);
  for (const sample of review.samples) expect(sample.fields).toEqual([expect.stringMatching(/^\d{4}-/u)]);

  const saved = await must('jobs.saveReview', { reviewId: review.reviewId });
  expect(saved?.items).toBe(review.boards);
  const text = await readFile(path.join(desk, saved?.fileName ?? ''), 'utf8');
  const [head = [], ...lines] = [...readCsv(text.slice(1))].map((row) =>
    'cells' in row ? row.cells : [row.why],
  );
  expect(head.at(-1)).toBe('updated_at');
  expect(lines.find(([id]) => id === review.samples[0]?.id)?.at(-1)).toBe(review.samples[0]?.fields[0]);
  const ids = lines.map(([id]) => id);
  expect(new Set(ids).size).toBe(review.boards);
  expect(ids).not.toContain(kept[0]);
  const run = { reviewId: review.reviewId, typed: review.boards.toLocaleString('en'), reason: 'Ticket 12' };
  const job = await must('jobs.deleteReviewed', run);
  expect(job).toMatchObject({ state: 'held', kind: 'delete-boards', reason: 'Ticket 12' });
  expect(job.counts).toMatchObject({ total: review.boards, waiting: review.boards });
  expect(await services.call('jobs.deleteReviewed', run)).toMatchObject({ error: { code: 'not-found' } });
  const table = await must('jobs.saveItems', { jobId: job.id });
  expect(table?.items).toBe(review.boards);
  expect(await practice.requests()).toMatchObject({ counts: { deleteBoard: 0 } });
});

test('a plan is opened on a second computer, which knows what has changed there', async () => {
  const ines = await computer({ policy: policyOf({ twoPersons: true }) });
  const draft = await ines.must('jobs.review', {
    connectionId: ines.connectionId,
    selection: every({ kind: 'older-than', days: 30 }),
  });
  expect(draft.refusal).toMatchObject({ code: 'policy' });
  await ines.must('plans.save', { reviewId: draft.reviewId, note: 'Ticket 12', validDays: 7 });

  const other = await computer();
  const [first] = draft.samples;
  const ids = [first?.id ?? ''];
  const { connectionId } = other;
  await other.must('boards.annotate', {
    connectionId,
    selection: { kind: 'ids', ids },
    change: { protected: true },
  });
  const review = await other.must('plans.open', { connectionId, fields: ['updated_at'] });
  expect(review?.samples[0]?.fields).toEqual([expect.stringMatching(/^\d{4}-/u)]);
  expect(review).toMatchObject({ boards: draft.boards - 1, refusal: null });
  expect(review?.plan).toMatchObject({
    boards: draft.boards,
    filter: 'Older than 30 days',
    note: 'Ticket 12',
    changes: { vanished: 0, newlyProtected: 1, notListed: 0 },
  });
  expect(review?.samples.map(({ id }) => id)).not.toContain(ids[0]);
});

test('when two persons are required, no Easel of the author runs the draft', async () => {
  const policy = policyOf({ twoPersons: true });
  const first = await computer({ policy });
  const { connectionId } = first;
  const { reviewId } = await first.must('jobs.review', { connectionId, selection: every() });
  await first.must('plans.save', { reviewId, note: '', validDays: 1 });
  const second = await computer({ policy });
  for (const { must, services, connectionId: here } of [first, second]) {
    const review = await must('plans.open', { connectionId: here });
    expect(review?.refusal).toMatchObject({ code: 'policy' });
    const typed = String(review?.boards);
    const run = { reviewId: review?.reviewId ?? '', typed, reason: '' };
    expect(await services.call('jobs.deleteReviewed', run)).toMatchObject({ error: { code: 'policy' } });
  }
});
