import { beforeEach, expect, test } from 'vitest';
import { ok } from '../../../preload/contract/failure.ts';
import type { ArgsOf } from '../../../preload/contract/contract.ts';
import { deleteNow } from '../../support/delete-now.ts';
import { fileInMemory } from '../../support/services.ts';
import { sharedMain, sharedPractice } from './shared-main.ts';

let asked: string[];
let saved: Map<string, string>;
const shared = sharedPractice({ boards: 1 });
const main = sharedMain({
  confirm: ({ message }) => {
    asked.push(message);
    return Promise.resolve(true);
  },
  files: {
    save: (_purpose, name, text) => {
      saved.set(name, text);
      return Promise.resolve(ok(name));
    },
    saveStream: (_purpose, name) => Promise.resolve(ok(kept(name))),
    choose: () => {
      const text = [...saved.values()].at(-1) ?? '';
      return Promise.resolve(ok({ path: '/x', name: 'x.csv', text }));
    },
  },
  more: {
    folders: {
      chooseFolder: () => Promise.resolve('/x'),
      saveIn: (_folder, name) => Promise.resolve(ok(kept(name))),
      showFile: () => Promise.resolve(false),
    },
  },
});
const kept = (name: string) => fileInMemory(name, (text) => saved.set(name, text));
let connectionId: string;
let templateId: string;

beforeEach(async () => {
  asked = [];
  saved = new Map();
  await main.connect(shared.practice.origin, shared.practice.apiKey);
  ({ connectionId } = main);
  templateId = shared.practice.samplePapers[0]?.identifier ?? '';
});

const papers = () => main.must('papers.list', { connectionId });
const create = (name: string, template: string | null = null) =>
  main.must('papers.create', { connectionId, name, templateId: template });
const add = (pasted: string, name = '') => main.must('papers.add', { connectionId, pasted, name });
const note = (ids: readonly string[], change: ArgsOf<'boards.annotate'>['change']) =>
  main.must('boards.annotate', { connectionId, selection: { kind: 'ids', ids }, change });
const remove = (id: string) => deleteNow(main.services, connectionId, { kind: 'paper', id });

test('Easel’s list of papers is the same after a restart', async () => {
  const made = await create(' Lesson 5 ', templateId);
  const created = { name: 'Lesson 5', source: 'api', template: 'confirmed', origin: 'created' };
  expect(made).toMatchObject({ ...created, templateId });
  await add(templateId);
  const { identifier: shortLived } = await create('Short-lived');
  await shared.practice.clearRequests();
  const rename = { connectionId, identifier: templateId };
  expect(await main.must('papers.rename', { ...rename, name: ' Plan ' })).toMatchObject({ name: 'Plan' });
  expect((await shared.practice.requests()).log).toEqual([]);

  await shared.practice.faults.set('deletePaper', { kind: 'status', status: 422, times: 1 });
  expect(await remove(shortLived)).toMatchObject({ value: { item: { state: 'failed', status: 422 } } });
  expect(await papers()).toHaveLength(3);
  expect((await papers()).every(({ deletedAt }) => deletedAt === null)).toBe(true);
  expect(await remove(shortLived)).toMatchObject({ value: { item: { state: 'done', status: 200 } } });
  const listed = async () =>
    new Map((await papers()).map(({ name, deletedAt }) => [name, deletedAt !== null]));
  const expected = new Map([
    ['Lesson 5', false],
    ['Plan', false],
    ['Short-lived', true],
  ] as const);
  await expect.poll(listed).toEqual(expected);
  await main.restart();
  expect(await listed()).toEqual(expected);
  await main.must('papers.forget', { connectionId, which: 'deleted' });
  expect([...(await listed()).keys()].toSorted()).toEqual(['Lesson 5', 'Plan']);
});

test('a bulk delete of papers skips a paper that the user protects before the delete starts', async () => {
  const ids: string[] = [];
  for (const name of ['One', 'Two', 'Late shield', 'Shielded']) ids.push((await create(name)).identifier);
  const [one = '', two = '', late = '', shielded = ''] = ids;
  await add('not-there', 'Unknown there');
  await note([shielded], { protected: true });
  await shared.practice.clearRequests();

  const identifiers = [...ids, 'not-there'];
  const review = await main.must('jobs.reviewPapers', { connectionId, identifiers });
  expect(review).toMatchObject({ of: 'paper', boards: 4, skipped: [{ why: 'protected', boards: 1 }] });
  const { reviewId } = review;
  const plan = await main.call('plans.save', { reviewId, note: '', validDays: 7 });
  expect(plan).toMatchObject({ error: { code: 'refused' } });

  const job = await main.must('jobs.deleteReviewed', {
    reviewId,
    typed: '',
    reason: 'End of term',
    saves: true,
  });
  const [list = ''] = saved.values();
  for (const name of ['One', 'Two', 'Late shield', 'Unknown there']) expect(list).toContain(name);
  expect(list).not.toContain('Shielded');
  expect(job).toMatchObject({ kind: 'delete-papers', state: 'held', counts: { waiting: 4 } });
  expect(asked).toEqual([expect.stringMatching(/^Delete 4 papers from/u)]);
  expect((await shared.practice.requests()).log).toEqual([]);
  const again = await main.must('jobs.reviewPapers', { connectionId, identifiers: [one, two] });
  expect(again).toMatchObject({ boards: 0, skipped: [{ why: 'queued', boards: 2 }] });

  await note([late], { protected: true });
  await main.must('jobs.startNow', { jobId: job.id });
  const ended = await main.until(job.id, ({ state }) => state === 'done');
  expect(ended.counts).toMatchObject({ done: 2, failed: 1, skipped: 1 });
  const { items } = await main.must('jobs.items', { jobId: job.id, from: 0, count: 10, state: null });
  expect(items.map(({ name, state }) => `${name}: ${state}`).toSorted()).toEqual([
    'Late shield: skipped',
    'One: done',
    'Two: done',
    'Unknown there: failed',
  ]);
  const standings = async () =>
    (await papers()).flatMap(({ name, deletedAt, standing = 'deleted' }) =>
      deletedAt === null ? [] : `${name}: ${standing}`,
    );
  const expected = ['One: deleted', 'Two: deleted', 'Unknown there: not-found'];
  await expect.poll(async () => (await standings()).toSorted()).toEqual(expected);
  expect((await shared.practice.requests()).counts).toMatchObject({ deletePaper: 3, deleteBoard: 0 });
  await expect.poll(() => main.services.files()).toContain('End of term');
});

test('a paper whose create response was lost stays unresolved until the user dismisses it', async () => {
  await shared.practice.faults.set('createPaper', { kind: 'cut', at: 'after-processing', times: 1 });
  await main.call('papers.create', { connectionId, name: 'Lost', templateId: null });
  await main.restart();
  const unresolved = () => main.must('unresolved.list', { connectionId });
  const [{ id: unresolvedId } = { id: '' }, ...others] = await unresolved();
  expect(others).toEqual([]);
  const sentence = expect.stringContaining('can’t list papers') as string;
  const check = await main.must('unresolved.check', { connectionId, unresolvedId });
  expect(check).toEqual({ kind: 'paper', sentence });
  await shared.practice.clearRequests();
  await main.must('unresolved.settle', { connectionId, unresolvedId, boardId: null });
  expect((await shared.practice.requests()).log).toEqual([]);
  await main.restart();
  expect(await unresolved()).toEqual([]);
});

test('closing Easel waits for the response to a create request', async () => {
  await shared.practice.faults.set('createPaper', { kind: 'latency', ms: 500, times: 1 });
  void main.call('papers.create', { connectionId, name: 'Late', templateId: null });
  await expect.poll(async () => (await shared.practice.requests()).counts.createPaper).toBe(1);
  await main.restart();
  expect((await papers()).map(({ name }) => name)).toEqual(['Late']);
});

test('importing an exported table of papers restores papers that the user has removed from the list', async () => {
  await add('plain', '=2+2 “x”');
  const { identifier: made } = await create('Lesson');
  await main.must('papers.markTemplates', { connectionId, which: [made], isTemplate: true });
  await note(['plain'], { note: 'For the fair', customer: 'Acme', addTags: ['a, b'], protected: true });
  const register = async () =>
    (await papers())
      .map(({ identifier, name, isTemplate, local }) => ({ identifier, name, isTemplate, local }))
      .toSorted((a, b) => a.identifier.localeCompare(b.identifier));
  const before = await register();
  const written = await main.must('papers.export', { connectionId, which: 'all', format: 'csv' });
  expect(written).toMatchObject({ items: 2, fileName: expect.stringMatching(/\.csv$/u) });
  await main.must('papers.forget', { connectionId, which: [made, 'plain'] });
  const all = { connectionId, find: '', user: null, since: null, until: null, open: [], from: 0, count: 9 };
  const log = await main.must('activity.page', { ...all, action: 'paper-forgotten' });
  expect(JSON.stringify(log)).toContain(made);
  expect(JSON.stringify(log)).toContain('"plain"');
  await note(['plain'], { note: '', customer: '', removeTags: ['a, b'], protected: false });
  const read = await main.must('papers.readList', {});
  await main.must('papers.addMany', { connectionId, pasted: read?.text ?? '', pastedHead: '' });
  expect(await register()).toEqual(before);
});
