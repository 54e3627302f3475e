/** Join links made in bulk: to the clipboard or a file of the person’s, and nowhere else. */
import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeWhole } from '../../../main/files/write-whole.ts';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { ok } from '../../../preload/contract/failure.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

let practice: PracticeService;
let services: TestServices;
let desk: string;

beforeEach(async () => {
  practice = await startPractice({ boards: 1 });
  desk = await mkdtemp(path.join(tmpdir(), 'easel-desk-'));
  services = await startServices(undefined, {
    files: {
      save: async (_purpose, name, text) => {
        const done = await writeWhole(path.join(desk, name), text);
        return done.ok ? ok(name) : done;
      },
    },
  });
});

afterEach(async () => {
  await services.close();
  await practice.stop();
  await rm(desk, { recursive: true, force: true });
});

/** A paper at the service, on a connection of its own. */
async function newPaper() {
  const { id: connectionId } = await services.must(
    'connections.save',
    draftFor(practice.origin, practice.apiKey),
  );
  const { identifier } = await services.must('papers.create', {
    connectionId,
    name: 'Algebra',
    templateId: null,
  });
  return { connectionId, identifier };
}

test('30 links are created, copied and saved, and no reply, event, log line or file of Easel’s holds a token', async () => {
  const { connectionId, identifier } = await newPaper();
  const names = Array.from({ length: 30 }, (_, index) => `Student ${index + 1}`);
  const { id: jobId } = await services.must('jobs.mintLinks', {
    connectionId,
    identifier,
    names,
    earlier: null,
  });
  await expect
    .poll(async () => (await services.must('jobs.list', {}))[0]?.state, { timeout: 20_000 })
    .toBe('done');

  expect(await services.must('jobs.copyLinks', { jobId })).toEqual({ links: 30 });
  const lines = services.clipboard().split('\n');
  expect(lines.map((line) => line.split('\t')[0])).toEqual(names);
  const tokens = lines.map((line) => new URL(line.split('\t')[1] ?? '').searchParams.get('token') ?? '');
  expect(new Set(tokens).size).toBe(30);

  const saved = await services.must('jobs.saveLinks', { jobId });
  expect(saved?.items).toBe(30);
  const file = path.join(desk, saved?.fileName ?? '');
  expect((await stat(file)).mode & 0o077).toBe(0);
  const text = await readFile(file, 'utf8');
  for (const token of tokens) expect(text).toContain(token);

  const elsewhere = services.said() + (await services.files());
  for (const token of tokens) expect(elsewhere.includes(token)).toBe(false);
});

test('a link that was being made when Easel crashed is unknown, and is not made again by itself', async () => {
  const { connectionId, identifier } = await newPaper();
  await practice.faults.set('accessToken', { kind: 'latency', ms: 20_000, after: 2 });
  const names = ['Ada', 'Ben', 'Cem', 'Dua', 'Eva'];
  const { id: jobId } = await services.must('jobs.mintLinks', {
    connectionId,
    identifier,
    names,
    earlier: null,
  });
  const requests = async () => (await practice.requests()).counts.accessToken;
  await expect.poll(requests, { timeout: 20_000 }).toBe(3);
  // What lies on the disk at that moment is all that the next start has.
  await cp(services.folder, path.join(desk, 'crashed'), { recursive: true });
  const closed = services.close();
  services = await startServices(path.join(desk, 'crashed'));

  const job = { state: 'paused', pause: 'restart', counts: { done: 2, unknown: 1, waiting: 2, sending: 0 } };
  expect(await services.must('jobs.list', {})).toMatchObject([job]);
  const { items } = await services.must('jobs.items', { jobId, from: 0, count: 5, state: 'unknown' });
  const message = 'Easel closed before the answer came. A link may exist that nobody has.';
  expect(items).toMatchObject([{ index: 2, name: 'Cem', message }]);

  await practice.faults.clear();
  await services.must('connections.save', draftFor(practice.origin, practice.apiKey, { id: connectionId }));
  await services.must('jobs.resume', { jobId });
  await expect
    .poll(async () => (await services.must('jobs.list', {}))[0]?.state, { timeout: 20_000 })
    .toBe('done');
  expect(await services.must('jobs.list', {})).toMatchObject([{ counts: { done: 4, unknown: 1 } }]);
  expect(await requests()).toBe(5);
  await closed;
});
