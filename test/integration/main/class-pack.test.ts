import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readCsv } from '../../../main/lib/files/csv.ts';
import type { PrintedPage } from '../../../main/lib/files/files.ts';
import { readText } from '../../../main/lib/files/read-text.ts';
import { beginWhole } from '../../../main/lib/files/write-whole.ts';
import type { ArgsOf } from '../../../preload/contract/contract.ts';
import { ok } from '../../../preload/contract/failure.ts';
import { sharedFolder } from '../../support/fresh-folder.ts';
import { HOSTILE_NAMES, WITH_CONTROLS } from '../../support/hostile-names.ts';
import { sharedMain, sharedPractice } from './shared-main.ts';

const folder = sharedFolder();
const printed: PrintedPage[] = [];
const shared = sharedPractice({ boards: 1 });
const main = sharedMain({
  files: { saveStream: (_purpose, name) => beginWhole(path.join(folder, name)) },
  savePdf: (name, page) => {
    printed.push(page);
    return Promise.resolve(ok(name));
  },
});

beforeEach(() => main.connect(shared.practice.origin, shared.practice.apiKey));

const people = (count: number) => Array.from({ length: count }, (_, index) => `Student ${index + 1}`);
const done = (jobId: string) => main.until(jobId, ({ state }) => state === 'done');

const createPack = (pack: Partial<ArgsOf<'jobs.createPack'>> & { readonly names: readonly string[] }) =>
  main.must('jobs.createPack', {
    connectionId: main.connectionId,
    shared: false,
    pattern: '{name}',
    templateId: null,
    ...pack,
  });

async function saveLinks(jobId: string): Promise<string> {
  const saved = await main.must('jobs.saveLinks', { jobId });
  return path.join(folder, saved?.fileName ?? '');
}

async function savedRows(jobId: string): Promise<readonly (readonly string[])[]> {
  const text = await readText(await saveLinks(jobId), 1e8);
  if (!text.ok) throw new Error(text.error);
  const rows = [...readCsv(text.value.text)].map((row) => ('cells' in row ? row.cells : []));
  expect(rows[0]).toEqual(['name', 'paper', 'link', 'expires']);
  return rows.slice(1);
}

const tokenIn = (link = ''): string => new URL(link).searchParams.get('token') ?? '';

function nameIn(link: string): string {
  const [, claims = ''] = tokenIn(link).split('.');
  const { name = '' } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { readonly name?: string };
  return name;
}

test('the join links and the saved table of a class pack contain even hostile names correctly', async () => {
  const pasted = [...HOSTILE_NAMES, ...WITH_CONTROLS.map(([name]) => name)];
  const names = [...HOSTILE_NAMES.map((name) => name.trim()), ...WITH_CONTROLS.map(([, name]) => name)];
  const { id: jobId, about } = await createPack({ names: pasted, shared: true, pattern: 'P' });
  expect((await done(jobId)).counts).toMatchObject({ done: names.length, failed: 0 });
  const rows = await savedRows(jobId);
  expect(rows.map(([name]) => name)).toEqual(names);
  for (const [at, [, paper, link = '', expires = '']] of rows.entries()) {
    expect([paper, new URL(link).pathname.split('/').at(-1)]).toEqual(['P', about]);
    expect(Date.parse(expires)).toBeGreaterThan(Date.now());
    const shown = nameIn(link);
    const name = names[at] ?? '';
    // Easel shortens longer names to 80 characters, its maximum for display names.
    expect(shown.length).toBeLessThanOrEqual(80);
    expect(shown).toBe(name.length <= 80 ? name : `${name.slice(0, shown.length - 1)}…`);
  }
  await main.must('jobs.copyLinks', { jobId });
  expect(main.services.clipboard().split('\n')).toHaveLength(names.length);
});

test('the access tokens of a class pack are only in the clipboard and in the file that the user saved', async () => {
  const names = people(5);
  const { id: jobId } = await createPack({ names });
  await done(jobId);
  expect(await main.must('jobs.copyLinks', { jobId })).toEqual({ links: 5 });
  const copied = main.services
    .clipboard()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(copied.map(([name]) => name)).toEqual(names);
  const tokens = copied.map(([, link]) => tokenIn(link));
  const mail = 'Dear {name}: {link} ({paper}) {unknown}';
  expect(await main.must('jobs.copyMail', { jobId, text: mail })).toEqual({ links: 5 });
  const { clipboard } = main.services;
  expect(clipboard()).toContain(`Dear Student 2: ${copied[1]?.[1]} (Student 2) {unknown}\n`);
  expect(await main.must('jobs.copyLink', { jobId, index: 4 })).toEqual({ name: 'Student 5' });
  expect(clipboard()).toBe(copied[4]?.[1]);
  expect(new Set(tokens).size).toBe(5);
  const file = await saveLinks(jobId);
  expect((await stat(file)).mode & 0o077).toBe(0);
  const text = await readFile(file, 'utf8');
  await main.must('jobs.saveQrSheet', { jobId, size: 'Letter' });
  const elsewhere = main.services.said() + (await main.services.files()) + (printed[0]?.body ?? '');
  for (const token of tokens)
    expect([text.includes(token), elsewhere.includes(token)]).toEqual([true, false]);
});
