/** Class packs through the whole of main: a paper for all or one each, and a link for each person. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCsv } from '../../../main/files/csv.ts';
import type { PrintedPage } from '../../../main/files/files.ts';
import { readText } from '../../../main/files/read-text.ts';
import { writeWhole } from '../../../main/files/write-whole.ts';
import { ok } from '../../../preload/contract/failure.ts';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { HOSTILE_NAMES, WITH_CONTROLS } from '../../support/hostile-names.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

let practice: PracticeService;
let services: TestServices;
let desk: string;
let connectionId: string;
let printed: PrintedPage[];

beforeEach(async () => {
  practice = await startPractice({ boards: 1 });
  desk = await mkdtemp(path.join(tmpdir(), 'easel-desk-'));
  printed = [];
  services = await startServices(undefined, {
    files: {
      save: async (_purpose, name, text) => {
        const done = await writeWhole(path.join(desk, name), text);
        return done.ok ? ok(name) : done;
      },
    },
    savePdf: (name, page) => {
      printed.push(page);
      return Promise.resolve(ok(name));
    },
  });
  ({ id: connectionId } = await services.must(
    'connections.save',
    draftFor(practice.origin, practice.apiKey),
  ));
});

afterEach(async () => {
  await services.close();
  await practice.stop();
  await rm(desk, { recursive: true, force: true });
});

async function ended(state = 'done') {
  await expect
    .poll(async () => (await services.must('jobs.list', {}))[0]?.state, { timeout: 30_000 })
    .toBe(state);
  const [job] = await services.must('jobs.list', {});
  if (job === undefined) throw new Error('no job');
  return job;
}

/** The rows of the saved links, without their headings: name, paper, link, expiry. */
async function savedRows(jobId: string): Promise<readonly (readonly string[])[]> {
  const saved = await services.must('jobs.saveLinks', { jobId });
  const text = await readText(path.join(desk, saved?.fileName ?? ''), 1e8);
  if (!text.ok) throw new Error(text.error);
  const rows = [...readCsv(text.value)].map((row) => ('cells' in row ? row.cells : []));
  expect(rows[0]).toEqual(['name', 'paper', 'link', 'expires']);
  return rows.slice(1);
}

function tokenOf(link = ''): { readonly name?: string; readonly paper: string } {
  const url = new URL(link);
  const [, claims = ''] = (url.searchParams.get('token') ?? '').split('.');
  const { name } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { readonly name?: string };
  return { ...(name === undefined ? {} : { name }), paper: url.pathname.split('/').at(-1) ?? '' };
}

const template = (): string => practice.samplePapers[0]?.identifier ?? '';
const people = Array.from({ length: 30 }, (_, index) => `Student ${index + 1}`);

test('one paper from a template for all: 30 links to it, each for its person, and one entry for the paper', async () => {
  const asked = { connectionId, shared: true, pattern: 'Fractions {date}', templateId: template() };
  const {
    id: jobId,
    about,
    aboutName,
  } = await services.must('jobs.createPack', { ...asked, names: people, earlier: null });
  await ended();
  const made = (await practice.contents()).papers.filter(({ name }) => name.startsWith('Fractions 20'));
  expect(made).toMatchObject([{ identifier: about, name: aboutName, templateId: template() }]);
  const rows = await savedRows(jobId);
  expect(rows.map(([name, paper]) => [name, paper])).toEqual(people.map((name) => [name, aboutName]));
  expect(rows.map(([, , link]) => tokenOf(link))).toEqual(people.map((name) => ({ name, paper: about })));
  for (const [, , , expires = ''] of rows) expect(Date.parse(expires)).toBeGreaterThan(Date.now());
  expect(
    (await services.must('papers.list', { connectionId })).map(({ identifier }) => identifier),
  ).toContain(about);

  expect(await services.must('jobs.copyLink', { jobId, index: 4 })).toEqual({ name: 'Student 5' });
  expect(tokenOf(services.clipboard())).toEqual({ name: 'Student 5', paper: about });
  const mail = 'Dear {name}: {link} ({paper}) {unknown}';
  expect(await services.must('jobs.copyMail', { jobId, text: mail })).toEqual({ links: 30 });
  expect(services.clipboard().split('Dear ')).toHaveLength(31);
  expect(services.clipboard()).toContain(`Dear Student 7: ${rows[6]?.[2]} (${aboutName}) {unknown}\n`);

  // Whoever comes late gets a link of their own, and nobody else’s changes.
  const before = (await practice.requests()).counts;
  const late = await services.must('jobs.mintLinks', {
    connectionId,
    identifier: about,
    names: ['Late'],
    earlier: null,
  });
  await expect.poll(async () => (await services.must('jobs.list', {}))[0]?.links).toBe(1);
  expect((await savedRows(late.id)).map(([name]) => name)).toEqual(['Late']);
  const { counts } = await practice.requests();
  expect([counts.createPaper - before.createPaper, counts.accessToken - before.accessToken]).toEqual([0, 1]);
});

test('one paper each: where some links are not made the others are of use, and a retry makes no paper twice', async () => {
  await practice.faults.set('accessToken', { kind: 'status', status: 422, after: 3, times: 2 });
  await practice.faults.set('createPaper', { kind: 'status', status: 422, after: 7, times: 1 });
  const names = people.slice(0, 10);
  const asked = {
    connectionId,
    names,
    earlier: null,
    shared: false,
    pattern: 'Sums: {name} {nn}',
    templateId: template(),
  };
  const { id: jobId } = await services.must('jobs.createPack', asked);
  expect((await ended()).counts).toMatchObject({ done: 7, failed: 3 });
  expect(await savedRows(jobId)).toHaveLength(7);
  const sums = async () => (await practice.contents()).papers.filter(({ name }) => name.startsWith('Sums: '));
  expect(await sums()).toHaveLength(9);

  await practice.faults.clear();
  await services.must('jobs.retryFailed', { jobId });
  await expect.poll(async () => (await services.must('jobs.list', {}))[0]?.counts.done).toBe(10);
  const rows = await savedRows(jobId);
  expect(rows.map(([name]) => name)).toEqual(names);
  const papers = await sums();
  expect(papers.map(({ name }) => name).toSorted()).toEqual(
    names.map((name, at) => `Sums: ${name} ${String(at + 1).padStart(2, '0')}`).toSorted(),
  );
  expect(papers.every(({ templateId }) => templateId === template())).toBe(true);
  for (const [name, paper, link] of rows) {
    expect(tokenOf(link)).toEqual({ name, paper: papers.find((each) => each.name === paper)?.identifier });
  }
});

test('a link whose answer was lost can be made again, but a paper whose answer was lost is never made again', async () => {
  await practice.faults.set('accessToken', { kind: 'cut', at: 'after-processing', after: 1, times: 1 });
  await practice.faults.set('createPaper', { kind: 'cut', at: 'after-processing', after: 2, times: 1 });
  const asked = { connectionId, shared: false, pattern: '{name}', templateId: null };
  const { id: jobId } = await services.must('jobs.createPack', {
    ...asked,
    names: ['Ada', 'Ben', 'Cem', 'Dua'],
    earlier: null,
  });
  expect((await ended()).counts).toMatchObject({ done: 2, failed: 1, unknown: 1 });
  await services.must('jobs.retryFailed', { jobId });
  await expect
    .poll(async () => (await services.must('jobs.list', {}))[0]?.counts)
    .toMatchObject({ done: 3, unknown: 1 });
  expect((await savedRows(jobId)).map(([name]) => name)).toEqual(['Ada', 'Ben', 'Dua']);
  expect((await practice.requests()).counts.createPaper).toBe(4);
});

test('hostile names: none is lost on the way through service, table and clipboard', async () => {
  const pasted = [...HOSTILE_NAMES, ...WITH_CONTROLS.map(([name]) => name)];
  const names = [...HOSTILE_NAMES.map((name) => name.trim()), ...WITH_CONTROLS.map(([, name]) => name)];
  expect(new Set(names).size).toBeGreaterThan(100);
  const { listId } = await services.must('jobs.addNames', { names: pasted.slice(0, 40), earlier: null });
  const asked = { connectionId, earlier: listId, names: pasted.slice(40) };
  const { id: jobId } = await services.must('jobs.createPack', {
    ...asked,
    shared: true,
    pattern: 'P',
    templateId: null,
  });
  expect((await ended()).counts).toMatchObject({ done: names.length, failed: 0 });
  const rows = await savedRows(jobId);
  expect(rows.map(([name]) => name)).toEqual(names);
  for (const [at, [, , link]] of rows.entries()) {
    const shown = tokenOf(link).name ?? '';
    const name = names[at] ?? '';
    // The room shows the beginning of a long one.
    if (name.length <= 80) expect(shown).toBe(name);
    else
      expect([shown.length <= 80, shown.endsWith('…'), name.startsWith(shown.slice(0, -1))]).toEqual([
        true,
        true,
        true,
      ]);
  }
  await services.must('jobs.copyLinks', { jobId });
  expect(services.clipboard().split('\n')).toHaveLength(names.length);
});

test('no token of a pack is in a reply, an event, a log line or a file of Easel’s', async () => {
  const asked = { connectionId, shared: false, pattern: '{name}', templateId: null };
  const { id: jobId } = await services.must('jobs.createPack', {
    ...asked,
    names: people.slice(0, 5),
    earlier: null,
  });
  await ended();
  const rows = await savedRows(jobId);
  await services.must('jobs.saveQrSheet', { jobId, size: 'Letter' });
  const tokens = rows.map(([, , link = '']) => new URL(link).searchParams.get('token') ?? '');
  const elsewhere = services.said() + (await services.files());
  for (const token of tokens) expect(elsewhere.includes(token)).toBe(false);
  // A code is a drawing: its sheet holds no text of it either.
  for (const token of tokens) expect(printed[0]?.body.includes(token)).toBe(false);
  expect(
    await readFile(
      path.join(desk, (await services.must('jobs.saveLinks', { jobId }))?.fileName ?? ''),
      'utf8',
    ),
  ).toContain(tokens[0]);
});
