import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findTime,
  formOf,
  isFrom,
  readId,
  readTime,
  usableAt,
  whyUnusableId,
} from '../../../../../main/service/wire/body.ts';

const AT = Date.UTC(2022, 5, 30, 8, 34, 57);
const NOW = Date.UTC(2026, 10, 21, 9);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test.each([
  ['2022-06-30 08:34:57', AT, true],
  ['2022-06-30 08:34:57 UTC', AT, false],
  ['2022-06-30T08:34:57.123Z', AT + 123, false],
  ['2022-06-30T10:34:57+02:00', AT, false],
  ['2022-06-30T03:04:57-0530', AT, false],
  ['2022-06-30T08:34Z', AT - 57_000, false],
  ['2022-06-30', Date.UTC(2022, 5, 30), true],
  [AT, AT, false],
  [AT / 1000 + 0.25, AT + 250, false],
])('%s is read as a time', (value, epochMs, assumedUtc) => {
  expect(readTime(value)).toEqual({ raw: String(value), epochMs, assumedUtc });
});

test.each([
  '2023-02-29',
  '2022-06-30 24:00:00',
  '06/30/2022',
  'Thu, 30 Jun 2022 10:34:57 +0200',
  { date: '2022-06-30', time: '08:34' },
])('a time in an unknown format is shown as its text: %j', (value) => {
  const raw = typeof value === 'string' ? value : JSON.stringify(value);
  expect(readTime(value)).toEqual({ raw, epochMs: null, assumedUtc: false });
});

test('a creation time with a very long text is shortened', () => {
  expect(readTime('x'.repeat(9000))?.raw).toHaveLength(200);
  expect([null, undefined, ''].map((value) => readTime(value))).toEqual([null, null, null]);
});

test.each([
  ['Go’s zero time', '0001-01-01T00:00:00Z'],
  ['the last millisecond of 2004', '2004-12-31T23:59:59.999Z'],
  ['.NET’s ticks', '638992980000000000'],
  ['a day and a millisecond ahead', NOW + DAY + 1],
])('a creation time before 2005 or more than a day ahead is not used: %s', (_what, value) => {
  const none = { raw: String(value), epochMs: null, assumedUtc: false };
  expect(readTime(value, undefined, usableAt(NOW))).toEqual(none);
});

test.each([
  ['the start of 2005', '2005-01-01T00:00:00Z', Date.UTC(2005, 0)],
  ['a day ahead', NOW + DAY, NOW + DAY],
])('a creation time at the limit of the usable range is used: %s', (_what, value, epochMs) => {
  expect(readTime(value, undefined, usableAt(NOW))?.epochMs).toBe(epochMs);
});

test.each([
  ['14 hours ago, as in another time zone', new Date(NOW - 14 * HOUR).toISOString().slice(0, 19), true],
  ['23 hours ahead', NOW + 23 * HOUR, true],
  ['the same day without a time', '2026-11-21', true],
  ['the previous day, as in a time zone further west', '2026-11-20', true],
  ['25 hours ago', NOW - 25 * HOUR, false],
  ['25 hours ahead', NOW + 25 * HOUR, false],
  ['two days before', '2026-11-19', false],
  ['Go’s zero time', '0001-01-01T00:00:00Z', false],
  ['a text that is no time', 'just now', null],
])('a new board’s creation time is compared with this computer’s clock: %s', (_what, value, agrees) => {
  const time = readTime(value, undefined, usableAt(NOW));
  expect(time && isFrom(time, NOW)).toBe(agrees);
});

test.each(['created_at', 'createdAt', 'created', 'created_on', 'creation_time', 'date_created', 'timestamp'])(
  'a field named “%s” is read as the creation time',
  (name) => expect(findTime({ [name]: AT })).toMatchObject({ name, time: { epochMs: AT } }),
);

test.each(['createdBy', 'updated_at', 'date', 'toString'])(
  'a field named “%s” is not read as the creation time',
  (name) => expect(findTime({ [name]: AT })).toBeNull(),
);

test('the creation time is taken from the first field with a usable time', () => {
  expect(findTime({ created: 0, createdAt: AT })).toMatchObject({ name: 'createdAt' });
  expect(findTime({ created: 'soon', created_at: 0 })).toMatchObject({
    name: 'created_at',
    time: { raw: '0' },
  });
});

test.each(['0001-01-01T00:00:00Z', 0, '3 days ago', [1970, 1, 1]])(
  'a creation time with an unusable value is not replaced by another field: %j',
  (unset) => {
    const found = { name: 'created', time: { epochMs: null } };
    expect(findTime({ timestamp: AT, created: unset })).toMatchObject(found);
  },
);

test('a nested object is not searched for the creation time', () => {
  expect(findTime({ template: { created_at: AT }, created_at: null })).toBeNull();
});

test('a time without a time zone is read as UTC', () => {
  const part = (most: number) => fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(2, '0'));
  const years = fc.integer({ min: 0, max: 9999 }).map((n) => String(n).padStart(4, '0'));
  const written = fc
    .tuple(years, part(13), part(32), part(24), part(60), part(60))
    .map(([year, month, day, hour, minute, second]) => `${year}-${month}-${day} ${hour}:${minute}:${second}`);
  fc.assert(
    fc.property(written, (text) => {
      const epochMs = readTime(`${text}+00:00`)?.epochMs ?? null;
      expect(readTime(`${text}Z`)).toMatchObject({ epochMs, assumedUtc: false });
      expect(readTime(text)).toMatchObject({ epochMs, assumedUtc: epochMs !== null });
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['2022-06-30T08:34:57Z', 'ISO 8601'],
  ['2022-06-30 08:34:57', 'ISO 8601, without a time zone'],
  [AT / 1000 + 0.25, 'seconds since 1970'],
  [String(AT), 'milliseconds since 1970'],
  ['3 days ago', 'a format that Easel can’t read'],
])('the format of the time %j is reported as %s', (value, form) => {
  expect(formOf(readTime(value) ?? { raw: '', epochMs: 0, assumedUtc: false })).toBe(form);
});

test.each(['a', 'a b', '100%', 'a?b#c', 'a.b', '文'])('the id %j can be used in a path', (id) => {
  expect(whyUnusableId(id)).toBeNull();
});

test.each(['', '.', '../x', 'a..b', '\\', 'a\u0000', '\u2028', '\uD800', '\uFFFD', 'x'.repeat(513)])(
  'an id that can’t be part of a path is refused with a reason: %j',
  (id) => {
    expect(whyUnusableId(id)).toMatch(/\.$/);
    expect(readId(id)).toBeNull();
  },
);
