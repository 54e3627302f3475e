import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPlan, writePlan, type Plan, authorOf } from '../../../../main/jobs/plan-file.ts';
import { canonicalJson } from '../../../../main/lib/files/digested-file.ts';
import { asking, DAY, NOW } from './reviews-under-test.ts';

const MOST = 50;
const iso = (at: number): string => new Date(at).toISOString();

const PLAN: Plan = {
  connection: { name: 'Acme boards', boardApi: 'https://boards.example.com' },
  query: asking({ kind: 'older-than', days: 180 }),
  note: 'Ticket 12',
  author: { user: 'ines', computer: 'desk-1' },
  createdAt: iso(NOW),
  expiresAt: iso(NOW + 7 * DAY),
  ids: ['a', 'b', 'Ünïcode 🎨'],
};

const read = (text: string, now = NOW) => readPlan(text, { mostIds: MOST, now });
const faultOf = (text: string, now = NOW): string => {
  const plan = read(text, now);
  return plan.ok ? 'a plan' : plan.error.message;
};

type Raw = Record<string, unknown>;
const rawOf = (plan: Plan = PLAN): Raw => JSON.parse(writePlan(plan).text) as Raw;

function signed(raw: Raw): string {
  const { digest: _old, ...rest } = raw;
  const digest = createHash('sha256').update(canonicalJson(rest)).digest('hex');
  return JSON.stringify({ ...rest, digest: `sha256:${digest}` });
}

test('a cleanup plan is the same after it was saved to a file and read again', () => {
  const { text, code } = writePlan(PLAN);
  expect(read(text)).toEqual({ ok: true, value: { plan: PLAN, code } });
  expect(code).toMatch(/^[0-9a-f]{4} [0-9a-f]{4}$/u);
  expect(rawOf()['digest']).toContain(code.replace(' ', ''));
  expect(faultOf(writePlan({ ...PLAN, query: null }).text)).toBe('a plan');
});

const NEVER_WRITTEN = /Easel never writes to a plan/u;
const changed = (change: Raw): string => signed({ ...rawOf(), ...change });

test.each([
  ['another file of Easel', '{"format":"easel-notes","version":1}', /is not a cleanup plan/],
  ['a truncated plan', writePlan(PLAN).text.slice(0, 300), /changed or damaged/],
  ['a newer plan', changed({ version: 2, more: 1 }), /a newer version/],
  ['an unknown field', changed({ more: 1 }), NEVER_WRITTEN],
  ['no boards', changed({ ids: [] }), NEVER_WRITTEN],
  ['a board twice', changed({ ids: ['a', 'b', 'a'] }), NEVER_WRITTEN],
  ['an id that is a path', changed({ ids: ['a', 'b', '../x'] }), NEVER_WRITTEN],
  ['too many boards', changed({ ids: Array.from({ length: 51 }, (_, at) => `b${at}`) }), /more boards/],
  ['a time in another time zone', changed({ createdAt: '2026-11-21T09:41:00+01:00' }), NEVER_WRITTEN],
  ['an end before its beginning', changed({ expiresAt: iso(NOW - 1) }), NEVER_WRITTEN],
  ['an end after more than 90 days', changed({ expiresAt: iso(NOW + 91 * DAY) }), NEVER_WRITTEN],
] as const)('the reader of cleanup plan files rejects %s', (_what, text, fault) => {
  expect(faultOf(text)).toMatch(fault);
});

test('a cleanup plan is valid until it expires', () => {
  const { text } = writePlan(PLAN);
  expect(faultOf(text, NOW + 7 * DAY - 1)).toBe('a plan');
  expect(faultOf(text, NOW + 7 * DAY)).toMatch(/expired/);
});

test('Easel rejects a cleanup plan file with one byte changed, removed or inserted', () => {
  const { text, code } = writePlan(PLAN);
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom('', '0', '"', ',', ' ', '\\'), (at, put) => {
      const found = read(text.slice(0, at) + put + text.slice(at + 1));
      if (!found.ok) return true;
      return found.value.code === code && canonicalJson(found.value.plan) === canonicalJson(PLAN);
    }),
    { numRuns: 200 },
  );
});

test('the author fields of a cleanup plan are never empty or longer than 256 characters', () => {
  const author = authorOf({ user: '', computer: 'x'.repeat(1000) });
  expect(author).toEqual({ user: 'unknown', computer: 'x'.repeat(256) });
});
