import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  readPlan,
  writePlan,
  type Plan,
  type PlanFault,
  authorHere,
  isSamePerson,
} from '../../../../main/jobs/plan-file.ts';
import { whyUnusableId } from '../../../../main/service/wire/ids.ts';
import { canonicalJson } from '../../../../main/files/digested-file.ts';
import { asking, DAY, NOW } from './reviews-under-test.ts';
import type { Store } from '../../../../main/store/database.ts';

const MOST = 50;
const iso = (at: number): string => new Date(at).toISOString();

const PLAN: Plan = {
  connection: {
    name: 'Acme boards',
    paperApi: 'https://papers.example.com',
    boardApi: 'https://boards.example.com',
  },
  filter: { words: 'Older than 180 days', query: asking({ kind: 'older-than', days: 180 }) },
  skipped: { protected: 1, vanished: 0, undated: 2, 'without-id': 0 },
  note: 'Ticket 12',
  author: { user: 'ines', computer: 'desk-1', installation: '0e1f' },
  createdAt: iso(NOW),
  expiresAt: iso(NOW + 7 * DAY),
  ids: ['a', 'b', 'Ünïcode 🎨'],
};

const read = (text: string, now = NOW) => readPlan(text, { mostIds: MOST, now });
const faultOf = (text: string, now = NOW): PlanFault | 'a plan' => {
  const plan = read(text, now);
  return plan.ok ? 'a plan' : plan.error;
};

type Raw = Record<string, unknown>;
const rawOf = (plan: Plan = PLAN): Raw => JSON.parse(writePlan(plan).text) as Raw;

/** With a digest that fits, as who changes a plan on purpose would write it. */
function signed(raw: Raw): string {
  const { digest: _old, ...rest } = raw;
  const digest = createHash('sha256').update(canonicalJson(rest)).digest('hex');
  return JSON.stringify({ ...rest, digest: `sha256:${digest}` });
}

test('a plan is read back as it was written, with the same code', () => {
  const { text, code } = writePlan(PLAN);
  expect(read(text)).toEqual({ ok: true, value: { plan: PLAN, code } });
  expect(code).toMatch(/^[0-9a-f]{4} [0-9a-f]{4}$/u);
  expect(rawOf()['digest']).toContain(code.replace(' ', ''));
  expect(faultOf(writePlan({ ...PLAN, filter: null }).text)).toBe('a plan');
});

test.each([
  ['another file of Easel’s', '{"format":"easel-notes","version":1}', 'another'],
  ['a plan that was cut off', writePlan(PLAN).text.slice(0, 300), 'damaged'],
  ['a newer plan', signed({ ...rawOf(), version: 2, more: 1 }), 'newer'],
  ['an older version than the first', signed({ ...rawOf(), version: 0 }), 'not-understood'],
  ['a field that nobody knows', signed({ ...rawOf(), more: 1 }), 'not-understood'],
  ['a field called __proto__', signed(JSON.parse('{"__proto__":{},"constructor":1}') as Raw), 'another'],
  ['no boards', signed({ ...rawOf(), ids: [], boards: 0 }), 'not-understood'],
  ['a wrong count', signed({ ...rawOf(), boards: 2 }), 'not-understood'],
  ['a board twice', signed({ ...rawOf(), ids: ['a', 'b', 'a'] }), 'not-understood'],
  ['an id that leads elsewhere', signed({ ...rawOf(), ids: ['a', 'b', '../x'] }), 'not-understood'],
  [
    'more boards than may be',
    signed({ ...rawOf(), boards: 51, ids: Array.from({ length: 51 }, (_, at) => `b${at}`) }),
    'too-many',
  ],
  ['a question that is none', signed({ ...rawOf(), filter: { words: '', query: {} } }), 'not-understood'],
  ['a time that is none', signed({ ...rawOf(), createdAt: 'yesterday' }), 'not-understood'],
  [
    'a time in another zone',
    signed({ ...rawOf(), createdAt: '2026-11-21T09:41:00+01:00' }),
    'not-understood',
  ],
  ['an end before its beginning', signed({ ...rawOf(), expiresAt: iso(NOW - 1) }), 'not-understood'],
  [
    'an end after more than 90 days',
    signed({ ...rawOf(), expiresAt: iso(NOW + 91 * DAY) }),
    'not-understood',
  ],
] as const)('%s is refused with its reason', (_what, text, fault) => {
  expect(faultOf(text)).toBe(fault);
});

test('a plan is valid until it expires, and not before it was made', () => {
  const { text } = writePlan(PLAN);
  expect(faultOf(text, NOW + 7 * DAY - 1)).toBe('a plan');
  expect(faultOf(text, NOW + 7 * DAY)).toBe('expired');
  expect(faultOf(text, NOW - 5 * 60_000)).toBe('a plan');
  expect(faultOf(text, NOW - 5 * 60_000 - 1)).toBe('from-the-future');
});

/** What a hostile file may hold in the place of anything. */
const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('../x', '.', '', 'a/b', 'a\\b', '\u0000', '\uFFFD', '\uD800', 'x'.repeat(513), -1, 1e308),
);

const isPlanOfUsableIds = (text: string): boolean => {
  const plan = read(text);
  if (!plan.ok) return true;
  const { ids } = plan.value.plan;
  return ids.length > 0 && new Set(ids).size === ids.length && ids.every((id) => whyUnusableId(id) === null);
};

test('reading any file never throws, and every id it gives is usable', () => {
  fc.assert(fc.property(fc.string(), isPlanOfUsableIds));
  fc.assert(fc.property(fc.json(), isPlanOfUsableIds));
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 5 }), (ids) =>
      isPlanOfUsableIds(signed({ ...rawOf(), ids, boards: ids.length })),
    ),
    { numRuns: 200 },
  );
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(rawOf())), anything, (name, value) =>
      isPlanOfUsableIds(signed({ ...rawOf(), [name]: value })),
    ),
    { numRuns: 200 },
  );
});

test('a plan with one byte changed, removed or inserted is never read as another plan', () => {
  const { text, code } = writePlan(PLAN);
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom('', '0', '"', ',', ' ', '\\'), (at, put) => {
      const changed = read(text.slice(0, at) + put + text.slice(at + 1));
      return (
        !changed.ok ||
        (changed.value.code === code && canonicalJson(changed.value.plan) === canonicalJson(PLAN))
      );
    }),
    { numRuns: 200 },
  );
});

/** The settings of one Easel. */
function settingsOf(): Store['settings'] {
  const kept = new Map<string, string>();
  return {
    get: (name) => Promise.resolve(kept.get(name) ?? null),
    set: (name, value) => {
      if (value !== null) kept.set(name, value);
      return Promise.resolve();
    },
  };
}

const INES = { user: 'ines', computer: 'desk-1' };

test('an Easel keeps its id, and no two have the same', async () => {
  const [here, there] = [settingsOf(), settingsOf()];
  const first = await authorHere(here, INES);
  expect(await authorHere(here, INES)).toEqual(first);
  expect((await authorHere(there, INES)).installation).not.toBe(first.installation);
});

test('a user without a name gets one, and an endless name is cut', async () => {
  const author = await authorHere(settingsOf(), { user: '', computer: 'x'.repeat(1000) });
  expect(author).toMatchObject({ user: 'unknown', computer: 'x'.repeat(256) });
});

test('another user, or the same name on another computer, is another person with another Easel', () => {
  const ines = { ...INES, installation: '1' };
  expect(isSamePerson(ines, { ...ines, installation: '2' })).toBe(true);
  expect(isSamePerson(ines, { user: 'x', computer: 'y', installation: '1' })).toBe(true);
  expect(isSamePerson(ines, { ...ines, user: 'omar', installation: '2' })).toBe(false);
  expect(isSamePerson(ines, { ...ines, computer: 'desk-2', installation: '2' })).toBe(false);
});
