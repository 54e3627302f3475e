import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findTime,
  formOf,
  isFrom,
  NONE_USABLE,
  readTime,
  usableAt,
} from '../../../../../main/service/wire/times.ts';

const AT = Date.UTC(2022, 5, 30, 8, 34, 57);

describe('times that can be read', () => {
  test.each([
    ['2022-06-30 08:34:57', AT, true],
    ['2022-06-30T08:34:57Z', AT, false],
    ['2022-06-30 08:34:57 UTC', AT, false],
    ['2022-06-30T08:34:57.123Z', AT + 123, false],
    ['2022-06-30T08:34:57.123456Z', AT + 123, false],
    // Read digit by digit, as days are that every month has.
    ['2022-06-28T08:34:57.123Z', Date.UTC(2022, 5, 28, 8, 34, 57, 123), false],
    ['2022-06-30T10:34:57+02:00', AT, false],
    ['2022-06-30T03:04:57-05:30', AT, false],
    ['2022-06-30T08:34Z', AT - 57_000, false],
    ['2022-06-30', Date.UTC(2022, 5, 30), true],
    [AT, AT, false],
    [AT / 1000, AT, false],
    [AT / 1000 + 0.25, AT + 250, false],
    [AT * 1000, AT, false],
    ['2024-02-29', Date.UTC(2024, 1, 29), true],
    ['2022/06/30 08:34:57', AT, true],
    ['2022-06-30T10:34:57+02:00[Europe/Berlin]', AT, false],
    ['Thu, 30 Jun 2022 10:34:57 +0200', AT, false],
    ['30 Jun 2022 04:34:57 EDT', AT, false],
    ['Thursday, 30-Jun-22 08:34:57 GMT', AT, false],
    ['Thursday, 30-Jun-2022 08:34:57 UTC', AT, false],
    ['Thu Jun 30 08:34:57 2022', AT, true],
    ['Thu Jun 30 08:34:57 UTC 2022', AT, false],
    ['/Date(1656578097000)/', AT, false],
    [AT * 1e6, AT, false],
  ])('%s', (value, epochMs, assumedUtc) => {
    expect(readTime(value)).toEqual({ raw: String(value), epochMs, assumedUtc });
  });
});

describe('times in several parts', () => {
  test.each([
    [{ $date: AT }, AT, false],
    [{ $date: { $numberLong: String(AT) } }, AT, false],
    [{ seconds: AT / 1000, nanoseconds: 250_000_000 }, AT + 250, false],
    [{ date: '2022-06-30 08:34:57.000000', timezone_type: 3, timezone: 'UTC' }, AT, false],
    [{ at: '2022-06-30T08:34:57Z', by: 'ann' }, AT, false],
    [[2022, 6, 30, 8, 34, 57], AT, true],
    [[2022, 6, 30, 8, 34, 57, 5_000_000], AT + 5, true],
    [[2022, 6, 30], Date.UTC(2022, 5, 30), true],
  ])('%j', (value, epochMs, assumedUtc) => {
    expect(readTime(value)).toEqual({ raw: JSON.stringify(value), epochMs, assumedUtc });
  });

  test.each([
    [{ date: '2022-06-30 10:34:57', timezone_type: 3, timezone: 'Europe/Berlin' }],
    [{ by: 'ann' }],
    [[2022, 13, 30]],
    [[1, 2, 3]],
    [['2022', '06', '30']],
    [{ $date: { $date: null } }],
  ])('%j is shown as it is', (value) => {
    expect(readTime(value)).toEqual({ raw: JSON.stringify(value), epochMs: null, assumedUtc: false });
  });
});

describe('times that can’t be read keep their text', () => {
  test.each([
    '2022-02-30',
    '2023-02-29',
    '1900-02-29',
    '2022-13-01',
    '2022-06-30 24:00:00',
    '2022-06-30T08:60:00Z',
    '2022-06-30T08:34:57+99:00',
    '06/30/2022',
    '20220630',
    '99999999999999999999',
    '3 days ago',
    '30 Foo 2022 08:34:57 GMT',
    'Thu Jun 30 08:34:57',
  ])('%s', (value) => {
    expect(readTime(value)).toEqual({ raw: value, epochMs: null, assumedUtc: false });
  });
  test('a very long text is cut, and nothing is no time', () => {
    expect(readTime('x'.repeat(9000))?.raw).toHaveLength(200);
    expect([null, undefined, ''].map((value) => readTime(value))).toEqual([null, null, null]);
  });
});

describe('a creation time before 2005 or more than a day ahead keeps its text and gives no age', () => {
  const NOW = Date.UTC(2026, 10, 21, 9);
  const DAY = 86_400_000;
  const unusable = (value: string | number | object): void => {
    const raw = typeof value === 'object' ? JSON.stringify(value) : String(value);
    const none = { raw, epochMs: null, assumedUtc: false };
    expect(readTime(value, undefined, usableAt(NOW))).toEqual(none);
    expect(findTime({ id: 'a', created_at: value, updated_at: NOW }, undefined, usableAt(NOW))).toEqual({
      name: 'created_at',
      time: none,
    });
  };

  test.each([
    ['Go’s zero time', '0001-01-01T00:00:00Z'],
    ['the start of 1970', '1970-01-01 00:00:00'],
    ['the year before 2005', '2004-12-31T23:59:59.999Z'],
    ['seconds since 2001', Math.round((NOW - Date.UTC(2001, 0)) / 1000)],
    ['milliseconds since 2001', NOW - Date.UTC(2001, 0)],
    ['.NET’s ticks', '638992980000000000'],
    ['a date without separators', 20_261_121_090_000],
    ['a day and a millisecond ahead', NOW + DAY + 1],
    ['a list of zeros', [0, 0, 0, 0, 0, 0]],
    ['Mongo’s zero in milliseconds', { $date: { $numberLong: '-62135596800000' } }],
  ])('%s', (_what, value) => unusable(value));

  test.each([
    ['the start of 2005', '2005-01-01T00:00:00Z', Date.UTC(2005, 0)],
    ['a day ahead', NOW + DAY, NOW + DAY],
  ])('%s is used', (_what, value, epochMs) => {
    expect(readTime(value, undefined, usableAt(NOW))?.epochMs).toBe(epochMs);
  });

  test('and no other moment takes its place', () => {
    const zero = '0001-01-01T00:00:00Z';
    for (const unset of [zero, 0, '0000-00-00 00:00:00', '638992980000000000', '3 days ago', [1970, 1, 1]]) {
      expect(findTime({ created: unset, date: '2020-01-01', timestamp: AT })).toMatchObject({
        name: 'created',
        time: { epochMs: null },
      });
    }
    expect(findTime({ timestamp: zero, date: '2020-01-01' })?.name).toBe('timestamp');
    expect(findTime({ date: '2020-01-01', meta: { created_at: zero } })?.name).toBe('meta.created_at');
  });

  test('unless another field says when the board was created', () => {
    const found = { name: 'createdAt', time: { epochMs: AT } };
    expect(findTime({ created: 0, createdAt: AT })).toMatchObject(found);
  });

  test('and none is used of a service whose times are wrong', () => {
    const none = { raw: String(AT), epochMs: null, assumedUtc: false };
    expect(readTime(AT, undefined, NONE_USABLE)).toEqual(none);
  });
});

describe('a time of a new board', () => {
  const NOW = Date.UTC(2026, 10, 21, 9);
  const HOUR = 3_600_000;
  const from = (value: unknown): boolean | null => {
    const time = readTime(value, undefined, usableAt(NOW));
    return time === null ? null : isFrom(time, NOW);
  };

  test.each([
    ['the same moment', NOW],
    ['a zone away', new Date(NOW - 14 * HOUR).toISOString().slice(0, 19)],
    ['23 hours ahead', NOW + 23 * HOUR],
    ['its day', '2026-11-21'],
    ['the day before, in a zone west of it', '2026-11-20'],
  ])('agrees: %s', (_what, value) => expect(from(value)).toBe(true));

  test.each([
    ['25 hours ago', NOW - 25 * HOUR],
    ['seconds since 1980', Math.round((NOW - Date.UTC(1980, 0)) / 1000)],
    ['Go’s zero time', '0001-01-01T00:00:00Z'],
    ['a list of year 2057', [2057, 1, 1, 0, 0]],
  ])('differs: %s', (_what, value) => expect(from(value)).toBe(false));

  test.each(['just now', '0', `{"seconds":${'1'.repeat(300)}`])('can’t be compared: %s', (value) => {
    expect(from(value)).toBeNull();
  });
});

describe('the field of the creation time', () => {
  test.each([
    'created_at',
    'createdAt',
    'date_created',
    'created-time',
    'creationDate',
    'inserted_at',
    'ctime',
    'date',
  ])('%s', (name) => {
    expect(findTime({ [name]: AT })).toMatchObject({ name, time: { epochMs: AT } });
  });
  test('the first readable one wins over an earlier unreadable one, which is better than none', () => {
    expect(findTime({ created_at: 'soon', timestamp: AT })?.name).toBe('timestamp');
    expect(findTime({ created_at: 'soon' })?.time.raw).toBe('soon');
  });
  test.each(['attributes', 'meta'])('one level down in %s', (holder) => {
    expect(findTime({ id: 'a', [holder]: { created_at: AT } })).toMatchObject({
      name: `${holder}.created_at`,
      time: { epochMs: AT },
    });
  });
  test('a name that means it wins over one that may mean another moment', () => {
    expect(findTime({ date: AT - 5000, meta: { created: AT } })?.name).toBe('meta.created');
    expect(findTime({ time: AT - 5000, createdAt: 'soon' })?.name).toBe('time');
    expect(findTime({ time: 300, createdAt: 'soon' })?.name).toBe('createdAt');
  });
  test.each(['createdBy', 'recreated_at', 'timeLimit', 'updated_at'])('%s is not it', (name) =>
    expect(findTime({ [name]: AT })).toBeNull(),
  );
  test('the time of something else within the board is not it', () => {
    expect(findTime({ template: { created_at: AT }, owner: { created_at: AT } })).toBeNull();
  });
});

test('a time that is common and one with an offset are read alike', () => {
  const part = (most: number) => fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(2, '0'));
  const years = fc.integer({ min: 0, max: 9999 }).map((n) => String(n).padStart(4, '0'));
  const fractions = fc.constantFrom('', '.789');
  const written = fc
    .tuple(years, part(13), part(32), part(24), part(60), part(60), fractions)
    .map(
      ([year, month, day, hour, minute, second, fraction]) =>
        `${year}-${month}-${day} ${hour}:${minute}:${second}${fraction}`,
    );
  fc.assert(
    fc.property(written, (text) => {
      const epochMs = readTime(`${text}+00:00`)?.epochMs ?? null;
      expect(readTime(`${text}Z`)).toMatchObject({ epochMs, assumedUtc: false });
      expect(readTime(text)).toMatchObject({ epochMs, assumedUtc: epochMs !== null });
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['2022-06-30T08:34:57Z', 'ISO 8601'],
  ['2022-06-30 08:34:57', 'ISO 8601, without a zone'],
  ['2022/06/30 08:34:57', 'a date with slashes, without a zone'],
  ['Thu, 30 Jun 2022 08:34:57 GMT', 'RFC 2822'],
  ['Thu Jun 30 08:34:57 UTC 2022', 'text with the month first'],
  ['/Date(1656578097000)/', '/Date(…)/'],
  [AT / 1000 + 0.25, 'seconds since 1970'],
  [String(AT), 'milliseconds since 1970'],
  [AT * 1000, 'microseconds since 1970'],
  [`${AT}000000`, 'nanoseconds since 1970'],
  [[2022, 6, 30, 8, 34, 57], 'a list of numbers, without a zone'],
  ['3 days ago', 'a form that Easel can’t read'],
])('the form of %j is %s', (value, form) => {
  expect(formOf(readTime(value) ?? { raw: '', epochMs: 0, assumedUtc: false })).toBe(form);
});
