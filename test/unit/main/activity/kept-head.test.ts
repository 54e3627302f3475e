import { appendFileSync, copyFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lineOf, readLine } from '../../../../main/activity/line.ts';
import type { ActivityEntry } from '../../../../preload/contract/activity.ts';
import {
  activityUnderTest,
  DELETED,
  entriesOf,
  linesOf,
  logOf,
  value,
  type ActivityUnderTest,
} from './activity-under-test.ts';

/** Where the database keeps the head. */
const HEAD = 'activity-head';

/** Cuts the file as something else does while Easel is closed. */
const cutTo = (under: ActivityUnderTest, keep: number): void => truncateSync(under.file, keep);

/** The bytes of the first so many lines. */
const bytesOf = (under: ActivityUnderTest, count: number): number =>
  Buffer.byteLength(
    linesOf(under)
      .slice(0, count)
      .map((line) => `${line}\n`)
      .join(''),
  );

/** What the log says of missing lines, oldest first, with what was written before. */
async function cutsOf(under: ActivityUnderTest): Promise<ActivityEntry[]> {
  return (await entriesOf(under, { action: 'log-cut' })).toReversed();
}

describe('lines missing when the log is opened', () => {
  test.each([
    ['the last one', 4, 'number 5.', '1 entry '],
    ['three', 2, 'numbers 3 to 5.', '3 entries '],
    ['all but one', 1, 'numbers 2 to 5.', '4 entries '],
    ['all', 0, 'numbers 1 to 5: the log was emptied', 'All 5 entries '],
  ])('are reported with their number: %s', async (_what, left, numbers, count) => {
    const first = await logOf(5);
    await first.activity.close();
    cutTo(first, bytesOf(first, left));
    const again = activityUnderTest(first);
    const [cut, ...rest] = await cutsOf(again);
    expect(rest).toEqual([]);
    expect(cut).toMatchObject({
      number: 6,
      outcome: 'failed',
      target: expect.stringMatching(/^[0-9a-f]{64}$/u),
    });
    expect(cut?.detail).toContain(count);
    expect(cut?.detail).toContain(numbers);
    const found = value(await again.activity.check());
    expect(found).toMatchObject({ entries: left + 1, brokenAt: left + 1 });
    expect(found.summary).toBe(`${cut?.detail} (Recorded in entry 6.)`);
  });

  test('stay reported, however much is written and however often Easel starts', async () => {
    let under = await logOf(3);
    await under.activity.close();
    cutTo(under, bytesOf(under, 2));
    for (let start = 1; start <= 3; start += 1) {
      under = activityUnderTest(under);
      under.activity.record(DELETED, DELETED);
      await under.activity.close();
    }
    const again = activityUnderTest(under);
    expect(await cutsOf(again)).toHaveLength(1);
    expect(value(await again.activity.check())).toEqual({
      entries: 9,
      brokenAt: 3,
      summary: '1 entry is missing at the end: number 3. (Recorded in entry 4.)',
    });
  });

  test('are reported each time, even when the report was cut off as well', async () => {
    let under = await logOf(6);
    for (const left of [4, 5, 3]) {
      await under.activity.close();
      cutTo(under, bytesOf(under, left));
      under = activityUnderTest(under);
      under.activity.record(DELETED);
      await under.activity.check();
    }
    // 4 lines and 7, 8; then 4 lines, 7 and 9, 10; then 3 lines and 11, 12.
    expect((await cutsOf(under)).map(({ number, detail }) => [number, detail])).toEqual([
      [11, '7 entries are missing at the end: numbers 4 to 10.'],
    ]);
    await under.activity.close();
    cutTo(under, bytesOf(under, 4));
    under = activityUnderTest(under);
    const found = value(await under.activity.check());
    expect(found.summary).toMatch(
      /numbers 4 to 10\. \(Recorded in entry 11\.\) The log has 2 such entries\.$/u,
    );
    expect((await cutsOf(under)).map(({ number }) => number)).toEqual([11, 13]);
  });

  test('never pass their number to another line', async () => {
    const first = await logOf(5);
    await first.activity.close();
    cutTo(first, bytesOf(first, 2));
    const again = activityUnderTest(first);
    again.activity.record(DELETED);
    const entries = await entriesOf(again);
    expect(entries.map(({ number }) => number)).toEqual([7, 6, 2, 1]);
  });

  test('are reported when the file was removed', async () => {
    const first = await logOf(1);
    await first.activity.close();
    rmSync(first.file);
    const again = activityUnderTest(first);
    again.activity.record(DELETED);
    const found = value(await again.activity.check());
    expect(found.brokenAt).toBe(1);
    expect(found.summary).toContain('The only entry is missing, number 1');
  });

  test.each([2, 3, 9])('are reported when another log of %i lines replaces it', async (count) => {
    const first = await logOf(3);
    await first.activity.close();
    const other = activityUnderTest();
    for (let line = 1; line <= count; line += 1) other.activity.record({ ...DELETED, target: 'forged' });
    await other.activity.close();
    copyFileSync(other.file, first.file);
    const again = activityUnderTest(first);
    again.activity.record(DELETED);
    const found = value(await again.activity.check());
    expect(found.brokenAt).toBe(count + 1);
    expect(found.summary).toContain(
      count < 3 ? 'is missing at the end: number 3.' : 'Entry 3 is no longer what Easel wrote',
    );
    const entries = await entriesOf(again);
    expect(entries[0]?.number).toBe(Math.max(3, count) + 2);
  });

  test('are reported when the end was rewritten with a valid chain', async () => {
    const first = await logOf(4);
    await first.activity.close();
    cutTo(first, bytesOf(first, 3));
    // As the log itself writes: with a head that it is made to believe.
    const before = readLine(linesOf(first)[2] ?? '')?.head;
    const forger = activityUnderTest({ ...first, settings: new Map([[HEAD, JSON.stringify(before)]]) });
    forger.activity.record({ ...DELETED, target: 'forged' });
    await forger.activity.close();
    const again = activityUnderTest(first);
    const found = value(await again.activity.check());
    expect(found).toMatchObject({ entries: 5, brokenAt: 5 });
    expect(found.summary).toContain('Entry 4 is no longer what Easel wrote');
  });

  test('are reported once, even when Easel is killed before it has stored the new head', async () => {
    const first = await logOf(3);
    await first.activity.close();
    cutTo(first, bytesOf(first, 2));
    const head = first.settings.get(HEAD) ?? '';
    const second = activityUnderTest(first);
    await second.activity.close();
    first.settings.set(HEAD, head);
    const third = activityUnderTest(first);
    expect(await cutsOf(third)).toHaveLength(1);
    expect(value(await third.activity.check()).brokenAt).toBe(3);
  });

  test('are reported after a cut inside the last line, together with what is left of it', async () => {
    const first = await logOf(3);
    await first.activity.close();
    cutTo(first, bytesOf(first, 3) - 40);
    const again = activityUnderTest(first);
    const entries = await entriesOf(again);
    expect(entries.slice(0, 2).map(({ action, number }) => [action, number])).toEqual([
      ['log-mended', 5],
      ['log-cut', 4],
    ]);
    expect(value(await again.activity.check()).brokenAt).toBe(3);
  });

  test('are found when a line with a false hash replaces them', async () => {
    const first = await logOf(5);
    await first.activity.close();
    const lines = linesOf(first);
    const lie = lines[4]?.replace('b-5', 'b-9') ?? '';
    writeFileSync(first.file, `${[...lines.slice(0, 2), lie].join('\n')}\n`);
    let again = activityUnderTest(first);
    again.activity.record(DELETED);
    await again.activity.close();
    again = activityUnderTest(first);
    expect(value(await again.activity.check())).toMatchObject({ entries: 4, brokenAt: 3 });
  });

  test('are found behind a forged gap in the numbers, even with a valid hash', async () => {
    const first = await logOf(2);
    await first.activity.close();
    const [, last = ''] = linesOf(first);
    const read = readLine(last);
    if (read === null) throw new Error('no line');
    const { line } = lineOf({ ...read.entry, number: 4 }, read.head);
    appendFileSync(first.file, `${line}\n`);
    const again = activityUnderTest(first);
    expect(value(await again.activity.check()).brokenAt).toBe(3);
  });

  test('are found when a line claims the highest number, and numbering continues', async () => {
    const first = await logOf(2);
    await first.activity.close();
    const [, last = ''] = linesOf(first);
    const read = readLine(last);
    if (read === null) throw new Error('no line');
    const { line } = lineOf({ ...read.entry, number: Number.MAX_SAFE_INTEGER }, read.head);
    writeFileSync(first.file, `${line}\n`);
    let again = activityUnderTest(first);
    again.activity.record(DELETED);
    await again.activity.close();
    again = activityUnderTest(first);
    const entries = await entriesOf(again);
    expect(entries.map(({ number, action }) => [number, action])).toEqual([
      [5, 'board-deleted'],
      [4, 'log-mended'],
      [3, 'log-cut'],
    ]);
  });
});

describe('no lines are reported missing', () => {
  test('when Easel was killed between writing lines and storing the head', async () => {
    const first = await logOf(2);
    const head = first.settings.get(HEAD) ?? '';
    first.activity.record(DELETED, DELETED, DELETED);
    await first.activity.close();
    first.settings.set(HEAD, head);
    const again = activityUnderTest(first);
    again.activity.record(DELETED);
    expect(value(await again.activity.check())).toMatchObject({ entries: 6, brokenAt: null });
  });

  test('when it was killed at the very first line', async () => {
    const first = activityUnderTest();
    await first.activity.check();
    const head = first.settings.get(HEAD) ?? '';
    first.activity.record(DELETED);
    await first.activity.close();
    first.settings.set(HEAD, head);
    const again = activityUnderTest(first);
    expect(value(await again.activity.check())).toMatchObject({ entries: 1, brokenAt: null });
  });

  test('when an older database was restored', async () => {
    const first = await logOf(2);
    const old = new Map(first.settings);
    first.activity.record(DELETED);
    await first.activity.close();
    const again = activityUnderTest({ ...first, settings: old });
    again.activity.record(DELETED);
    expect(value(await again.activity.check())).toMatchObject({ entries: 4, brokenAt: null });
  });
});

test.each([
  ['has no head', null],
  ['has a head that can’t be read', '{"number":'],
  ['has a head of no number', '{"number":-1,"hash":"00"}'],
  ['has a head of a number beyond all logs', '{"number":9007199254740991,"hash":"00"}'],
])('when the database %s, the log says that missing lines can’t be detected', async (_what, head) => {
  const first = await logOf(3);
  await first.activity.close();
  if (head === null) first.settings.clear();
  else first.settings.set(HEAD, head);
  const again = activityUnderTest(first);
  again.activity.record(DELETED);
  expect(await cutsOf(again)).toMatchObject([{ number: 4, outcome: 'unknown' }]);
  const found = value(await again.activity.check());
  expect(found.brokenAt).toBe(4);
  expect(found.summary).toContain('Entries may be missing before this one');
});
