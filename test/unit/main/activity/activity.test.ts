import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lineOf, readLine } from '../../../../main/activity/line.ts';
import { activityUnderTest, ALL, DELETED, entriesOf, linesOf, logOf, value } from './activity-under-test.ts';

test('an entry has its number, time, user and connection, and entries come newest first', async () => {
  const under = activityUnderTest();
  const gone = {
    target: 'b-8',
    outcome: 'already-gone',
    status: 404,
    connectionName: 'Acme of then',
  } as const;
  under.activity.record(DELETED, { ...DELETED, ...gone });
  expect(await entriesOf(under)).toEqual([
    expect.objectContaining({ number: 2, ...gone }),
    {
      ...DELETED,
      number: 1,
      at: Date.UTC(2026, 10, 21),
      user: 'ada',
      connectionName: 'Acme',
      job: '',
    },
  ]);
});

test('no key or token is written to the file', async () => {
  const under = activityUnderTest();
  const detail = 'Bearer a-key-that-is-no-key, eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln';
  under.activity.record({ ...DELETED, detail, reason: 'https://app.example/room/1?token=abcdefgh' });
  await under.activity.close();
  const text = readFileSync(under.file, 'utf8');
  expect(text).not.toMatch(/a-key-that|eyJ|abcdefgh/u);
});

test('texts are cut to 200 characters, so that every line is bounded', async () => {
  const under = activityUnderTest();
  under.activity.record({ ...DELETED, detail: 'd'.repeat(5000) });
  expect((await entriesOf(under))[0]?.detail).toHaveLength(200);
});

test('everything is written before the log closes, and the next run appends to it', async () => {
  const first = activityUnderTest();
  first.activity.record(DELETED);
  await first.activity.close();
  const second = activityUnderTest(first);
  second.activity.record({ ...DELETED, target: 'b-8' });
  expect(value(await second.activity.check())).toMatchObject({ entries: 2, brokenAt: null });
  expect((await entriesOf(second))[0]).toMatchObject({
    number: 2,
    target: 'b-8',
  });
});

test('an entry is written within a moment, and the page learns the number of entries', async () => {
  const under = activityUnderTest();
  under.activity.record(DELETED, DELETED);
  expect(under.told).toEqual([]);
  under.runTimers();
  await under.activity.check();
  expect(under.told).toEqual([2]);
  // Only its owner can read the file.
  expect(statSync(under.file).mode & 0o777).toBe(0o600);
});

test('an id is copied where an entry is about it, and no other text is', async () => {
  const under = activityUnderTest();
  under.activity.record({ ...DELETED, target: 'a "quoted" id', reason: 'rm -rf' }, DELETED);
  const copy = (target: string) => under.activity.copyTarget({ target });
  for (const target of ['b-7', 'a "quoted" id'])
    expect(await copy(target)).toEqual({ ok: true, value: null });
  for (const other of ['b-', 'rm -rf', 'T-7', 'quoted', 'board-deleted'])
    expect(await copy(other)).toMatchObject({ error: { code: 'not-found' } });
  expect(under.copied).toEqual(['b-7', 'a "quoted" id']);
});

describe('verification', () => {
  test('finds every line as it was written', async () => {
    const { activity } = await logOf(3);
    expect(value(await activity.check())).toEqual({
      entries: 3,
      brokenAt: null,
      summary: 'The log is unchanged. Entries checked: 3.',
    });
  });

  test.each([
    ['a changed word', 2, (lines: string[]) => lines.with(1, (lines[1] ?? '').replace('b-2', 'b-9'))],
    ['a line taken out', 2, (lines: string[]) => lines.toSpliced(1, 1)],
    ['a line put in twice', 3, (lines: string[]) => lines.toSpliced(2, 0, lines[1] ?? '')],
    ['two lines that changed places', 2, ([a = '', b = '', ...rest]: string[]) => [a, rest[0] ?? '', b]],
    ['a first line taken out', 1, (lines: string[]) => lines.slice(1)],
    ['text that is no line', 2, (lines: string[]) => lines.toSpliced(1, 0, 'hello')],
  ])('finds %s, at line %i', async (_what, line, change) => {
    const under = await logOf(3);
    writeFileSync(under.file, `${change(linesOf(under)).join('\n')}\n`);
    const again = activityUnderTest(under);
    expect(value(await again.activity.check()).brokenAt).toBe(line);
  });

  test('accepts an empty log', async () => {
    const { activity } = activityUnderTest();
    expect(value(await activity.check())).toMatchObject({ entries: 0, brokenAt: null });
  });
});

describe('a damaged last line', () => {
  // As a crash leaves it in the middle of writing a fourth line, which no head was kept for.
  test.each([
    ['cut off in the middle', (line: string) => line.slice(0, -40)],
    ['without its end', (line: string) => line],
    ['of zeros', () => '\0'.repeat(512)],
    ['that is no JSON', () => '{"number":4,\n'],
  ])('%s is set aside and reported, and the log continues', async (_what, damage) => {
    const first = await logOf(3);
    await first.activity.close();
    const read = readLine(linesOf(first)[2] ?? '');
    if (read === null) throw new Error('no line');
    appendFileSync(first.file, damage(lineOf({ ...read.entry, number: 4 }, read.head).line));
    const second = activityUnderTest(first);
    second.activity.record({ ...DELETED, target: 'b-after' });
    const entries = await entriesOf(second);
    expect(entries.slice(0, 2).map(({ action }) => action)).toEqual(['board-deleted', 'log-mended']);
    expect(value(await second.activity.check()).brokenAt).toBeNull();
    expect(readdirSync(first.folder).some((name) => name.includes('.damaged-'))).toBe(true);
  });

  test('alone in the file is set aside, and the log starts again', async () => {
    const first = activityUnderTest();
    await first.activity.close();
    writeFileSync(first.file, 'not a log');
    const second = activityUnderTest(first);
    second.activity.record(DELETED);
    expect(await entriesOf(second)).toHaveLength(2);
  });

  test('longer than the part that is searched doesn’t break numbers and chain', async () => {
    const first = await logOf(3);
    await first.activity.close();
    appendFileSync(first.file, `${'\0'.repeat(100_000)}\n`);
    const second = activityUnderTest(first);
    second.activity.record(DELETED);
    expect((await entriesOf(second))[0]?.number).toBe(4);
    expect(value(await second.activity.check())).toMatchObject({ entries: 5, brokenAt: 4 });
  });
});

test('a log that can’t be opened says so, and blocks nothing', async () => {
  const under = activityUnderTest();
  mkdirSync(under.file);
  under.activity.record(DELETED);
  expect(await under.activity.check()).toMatchObject({ ok: false, error: { code: 'storage' } });
  await under.activity.close();
  expect(under.lines.join()).toContain('can’t be opened');
});

describe('line separators in a name', () => {
  const NAMES = ['Acme\u2028Left: never', 'Ac\u2029me', 'Ac\u0085me'];

  test('keep the log readable, and are found by a search', async () => {
    const first = activityUnderTest();
    for (const name of NAMES) first.activity.record({ ...DELETED, connectionName: name, detail: `${name}.` });
    for (const name of NAMES) expect(await entriesOf(first, { find: name })).toHaveLength(1);
    await first.activity.close();
    expect(readFileSync(first.file, 'utf8')).not.toMatch(/[\u0085\u2028\u2029]/u);
    const second = activityUnderTest(first);
    second.activity.record(DELETED);
    expect((await entriesOf(second)).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    expect(value(await second.activity.check())).toMatchObject({ entries: 4, brokenAt: null });
    expect(readdirSync(first.folder).some((file) => file.includes('.damaged-'))).toBe(false);
  });

  test('are read in a log of an earlier version', async () => {
    const first = await logOf(1);
    await first.activity.close();
    const read = readLine(linesOf(first)[0] ?? '');
    if (read === null) throw new Error('no line');
    // As it was written: unescaped.
    const body = JSON.stringify({ ...read.entry, number: 2, connectionName: NAMES[0] });
    const hash = createHash('sha256').update(read.head.hash).update(body).digest('hex');
    appendFileSync(first.file, `${body.slice(0, -1)},"hash":"${hash}"}\n`);
    const second = activityUnderTest(first);
    second.activity.record(DELETED);
    const entries = await entriesOf(second);
    expect(entries.map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(entries[1]?.connectionName).toBe(NAMES[0]);
    expect(value(await second.activity.check()).brokenAt).toBeNull();
  });
});

describe('an export', () => {
  test('as CSV has one row per entry, safe in a spreadsheet', async () => {
    const under = activityUnderTest();
    under.activity.record({ ...DELETED, target: '3-4', reason: '=1+1' });
    expect(value(await under.activity.export({ ...ALL, format: 'csv' }))).toEqual({
      fileName: 'exported',
      items: 1,
    });
    const [head, row] = readFileSync(under.exported, 'utf8').split('\r\n');
    expect(head).toContain('number,time,user,connection,action,target,outcome,status,detail,reason,job');
    expect(row).toBe("1,2026-11-21T00:00:00.000Z,ada,Acme,board-deleted,'3-4,done,200,Deleted.,'=1+1,");
  });

  test('as JSON has the matching lines only, with their hashes', async () => {
    const under = await logOf(3);
    await under.activity.export({ ...ALL, find: 'b-2', format: 'json' });
    const exported = JSON.parse(readFileSync(under.exported, 'utf8')) as { target: string; hash: string }[];
    expect(exported.map(({ target }) => target)).toEqual(['b-2']);
    expect(exported[0]?.hash).toMatch(/^[0-9a-f]{64}$/u);
  });
});
