/** Papers of the register, many at once: deleted through the same review and engine as boards, and exported for programs. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileInWriting } from '../../../main/files/files.ts';
import { ok } from '../../../preload/contract/failure.ts';
import type { ArgsOf } from '../../../preload/contract/contract.ts';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { atRest } from '../../support/delete-now.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

let practice: PracticeService;
let services: TestServices;
let connectionId: string;
let asked: string[];
let saved: Map<string, string>;

beforeEach(async () => {
  practice = await startPractice();
  asked = [];
  saved = new Map();
  services = await startServices(undefined, {
    confirm: (question) => {
      asked.push(`${question.message} ${question.detail}`);
      return Promise.resolve(true);
    },
    files: {
      save: (_purpose, name, text) => {
        saved.set(name, text);
        return Promise.resolve(ok(name));
      },
      saveStream: (_purpose, name) => Promise.resolve(ok(kept(name))),
      choose: () =>
        Promise.resolve(ok({ path: '/x', name: 'x.json', text: [...saved.values()].at(-1) ?? '' })),
    },
  });
  connectionId = (await services.must('connections.save', draftFor(practice.origin, practice.apiKey))).id;
});

afterEach(async () => {
  await services.close();
  await practice.stop();
});

/** A file that is kept in memory. */
function kept(name: string): FileInWriting {
  const pieces: string[] = [];
  return {
    name,
    write: (text) => {
      pieces.push(text);
      return Promise.resolve(ok(null));
    },
    finish: () => {
      saved.set(name, pieces.join(''));
      return Promise.resolve(ok(null));
    },
    abort: () => Promise.resolve(),
  };
}

const papersOf = () => services.must('papers.list', { connectionId });
const created = async (name: string) =>
  (await services.must('papers.create', { connectionId, name, templateId: null })).identifier;
const noted = (ids: readonly string[], change: ArgsOf<'boards.annotate'>['change']) =>
  services.must('boards.annotate', { connectionId, selection: { kind: 'ids', ids }, change });

test('papers are deleted together: reviewed, held, protected to the last moment, and each told for itself', async () => {
  const names = ['One', 'Two', 'Late shield', 'Shielded', 'Unknown there'];
  const ids: string[] = [];
  for (const name of names.slice(0, 4)) ids.push(await created(name));
  const [one = '', two = '', late = '', shielded = ''] = ids;
  await services.must('papers.add', { connectionId, pasted: 'not-there', name: 'Unknown there' });
  await noted([shielded], { protected: true });
  await practice.clearRequests();

  const identifiers = [...ids, 'not-there'];
  const review = await services.must('jobs.reviewPapers', { connectionId, identifiers });
  expect(review).toMatchObject({ of: 'paper', boards: 4, skipped: [{ why: 'protected', boards: 1 }] });
  const { reviewId } = review;
  expect(await services.must('jobs.saveReview', { reviewId })).toMatchObject({ items: 4 });
  const [list = ''] = saved.values();
  for (const name of ['One', 'Two', 'Late shield', 'Unknown there']) expect(list).toContain(name);
  expect(list).not.toContain('Shielded');
  expect(await services.call('plans.save', { reviewId, note: '', validDays: 7 })).toMatchObject({
    error: { code: 'refused' },
  });

  const job = await services.must('jobs.deleteReviewed', { reviewId, typed: '', reason: 'End of term' });
  expect(job).toMatchObject({ kind: 'delete-papers', state: 'held', counts: { waiting: 4 } });
  expect(asked).toEqual([expect.stringMatching(/^Delete 4 papers from/u)]);
  expect((await practice.requests()).log).toEqual([]);
  const queued = (await papersOf()).filter((paper) => paper.queued === true);
  expect(queued.map(({ name }) => name).toSorted()).toEqual(['Late shield', 'One', 'Two', 'Unknown there']);
  // A second delete of any of them has to wait for the first.
  const again = await services.must('jobs.reviewPapers', { connectionId, identifiers: [one, two] });
  expect(again).toMatchObject({ boards: 0, skipped: [{ why: 'queued', boards: 2 }] });

  await noted([late], { protected: true });
  const rested = atRest(services, job.id);
  await services.must('jobs.startNow', { jobId: job.id });
  const ended = await rested;
  expect(ended).toMatchObject({ state: 'done', counts: { done: 2, failed: 1, skipped: 1 } });
  const { items } = await services.must('jobs.items', { jobId: job.id, from: 0, count: 10, state: null });
  expect(new Map(items.map(({ name, state }) => [name, state]))).toEqual(
    new Map(
      Object.entries({ One: 'done', Two: 'done', 'Late shield': 'skipped', 'Unknown there': 'failed' }),
    ),
  );
  const buried = async () =>
    (await papersOf()).flatMap(({ name, deletedAt, standing = 'deleted' }) =>
      deletedAt === null ? [] : `${name}: ${standing}`,
    );
  const expected = ['One: deleted', 'Two: deleted', 'Unknown there: not-found'];
  await expect.poll(async () => (await buried()).toSorted()).toEqual(expected);
  expect((await practice.requests()).counts).toMatchObject({ deletePaper: 3, deleteBoard: 0 });
  await expect.poll(() => services.files()).toContain('"action":"paper-deleted"');
  expect(await services.files()).toContain('End of term');
});

test('rows are copied for a spreadsheet in the order asked for, and none holds a formula', async () => {
  await services.must('papers.add', { connectionId, pasted: 'plain', name: '=2+2' });
  await services.must('papers.add', { connectionId, pasted: 'other', name: 'Lesson' });
  await noted(['plain'], { note: 'For\nthe fair', addTags: ['a'] });
  await services.must('papers.copy', { connectionId, which: ['other', 'plain', 'unknown'], as: 'rows' });
  const lines = services.clipboard().split('\n');
  expect(lines.map((line) => line.split('\t').slice(0, 2))).toEqual([
    ['other', 'Lesson'],
    ['plain', "'=2+2"],
  ]);
  expect(lines[1]).toContain('For the fair');
  const gone = await services.call('papers.copy', { connectionId, which: ['unknown'], as: 'rows' });
  expect(gone).toMatchObject({ ok: false, error: { code: 'not-found' } });
});

test('what is exported as JSON is added elsewhere with names, notes, tags and marks; both forms say the same', async () => {
  await services.must('papers.add', { connectionId, pasted: 'plain', name: '=2+2 “x”' });
  const made = await created('Lesson');
  await services.must('papers.markTemplates', { connectionId, which: [made], isTemplate: true });
  await noted(['plain'], { note: 'For the fair', customer: 'Acme', addTags: ['a, b', 'c'], protected: true });
  const before = await papersOf();
  const written = await services.must('papers.export', { connectionId, which: 'all', format: 'json' });
  expect(written).toMatchObject({ items: 2, fileName: expect.stringMatching(/\.json$/u) });
  const [text = ''] = saved.values();
  expect(JSON.parse(text)).toMatchObject([
    { identifier: made, isTemplate: true, source: 'api', raw: expect.any(String) },
    { identifier: 'plain', name: '=2+2 “x”', tags: ['a, b', 'c'], protected: true, raw: null },
  ]);
  await services.must('papers.forget', { connectionId, which: [made, 'plain'] });
  await noted(['plain'], { note: '', customer: '', removeTags: ['a, b', 'c'], protected: false });
  const read = await services.must('papers.readList', {});
  await services.must('papers.addMany', { connectionId, pasted: read?.text ?? '', pastedHead: '' });
  const said = (papers: typeof before) =>
    new Map(
      papers.map(({ identifier, name, isTemplate, local }) => [identifier, { name, isTemplate, local }]),
    );
  expect(said(await papersOf())).toEqual(said(before));
});
