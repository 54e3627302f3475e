import { expect, test } from 'vitest';
import {
  closedByPolicy,
  describePolicy,
  NO_POLICY,
  type Policy,
} from '../../../../../main/ipc/policy/policy.ts';
import type { PolicyState } from '../../../../../preload/contract/app.ts';

const SOURCE = '/etc/easel/policy.json';
const BROKEN = describePolicy({ kind: 'broken', source: SOURCE, problem: 'It is a link.' });
const EVERYTHING: PolicyState['allows'] = {
  sessionKeys: true,
  keyExport: true,
  deletes: true,
  visits: true,
  pictures: true,
  needsReason: false,
  twoPersons: false,
  mostAtOnce: null,
  holdSeconds: { single: null, bulk: null },
};

test('without a policy everything is allowed and no rule is shown', () => {
  const none = { kind: 'none', source: '', problem: '', rules: [], allows: EVERYTHING };
  expect(describePolicy({ kind: 'none' })).toEqual(none);
});

test('a broken policy shows its file and its problem, and allows nothing', () => {
  expect(BROKEN).toEqual({
    kind: 'broken',
    source: SOURCE,
    problem: 'It is a link.',
    rules: [],
    allows: {
      sessionKeys: false,
      keyExport: false,
      deletes: false,
      visits: false,
      pictures: false,
      needsReason: true,
      twoPersons: true,
      mostAtOnce: 0,
      holdSeconds: { single: null, bulk: null },
    },
  });
});

test('a broken policy refuses every call that is not declared to work then', () => {
  const why = closedByPolicy(BROKEN);
  expect(why({})).toMatchObject({ code: 'policy', message: expect.stringContaining('It is a link.') });
  expect(why({ answeredWhile: ['locked'] })).not.toBeNull();
  expect(why({ answeredWhile: ['policy-broken'] })).toBeNull();
  expect(closedByPolicy(describePolicy({ kind: 'none' }))({})).toBeNull();
});

type Row = readonly [
  rule: Partial<Policy>,
  name: string,
  value: string,
  allows: Partial<PolicyState['allows']>,
];
const ROWS: readonly Row[] = [
  [{ allowedApiHosts: ['a.example', '*.b.example'] }, 'allowedApiHosts', 'a.example, *.b.example', {}],
  [{ allowedEmbedHosts: ['app.example'] }, 'allowedEmbedHosts', 'app.example', {}],
  [{ readOnly: true }, 'readOnly', 'true', {}],
  [{ requireKeychain: true }, 'requireKeychain', 'true', { sessionKeys: false }],
  [{ allowDelete: false }, 'allowDelete', 'false', { deletes: false }],
  [{ maxBulk: 50 }, 'maxBulk', '50', { mostAtOnce: 50 }],
  [
    { holdSeconds: { single: 0, bulk: null } },
    'holdSeconds.single',
    '0',
    { holdSeconds: { single: 0, bulk: null } },
  ],
  [
    { holdSeconds: { single: null, bulk: 9 } },
    'holdSeconds.bulk',
    '9',
    { holdSeconds: { single: null, bulk: 9 } },
  ],
  [{ twoPersons: true }, 'twoPersons', 'true', { twoPersons: true }],
  [{ allowVisits: false }, 'allowVisits', 'false', { visits: false }],
  [{ requireReason: true }, 'requireReason', 'true', { needsReason: true }],
  [{ allowKeyExport: false }, 'allowKeyExport', 'false', { keyExport: false }],
  [{ allowClipboardRead: false }, 'allowClipboardRead', 'false', {}],
  [{ allowPictures: false }, 'allowPictures', 'false', { pictures: false }],
  [{ updates: 'off' }, 'updates', 'off', {}],
  [{ updateUrl: 'https://updates.example' }, 'updateUrl', 'https://updates.example', {}],
  [{ idleLockMinutes: 15 }, 'idleLockMinutes', '15', {}],
];

test.each(ROWS)(
  'the rule %j is shown alone, as in the file, and limits the page',
  (rule, name, value, allows) => {
    const policy = { ...NO_POLICY, ...rule };
    const shown = describePolicy({ kind: 'active', source: SOURCE, policy });
    expect(shown.rules).toEqual([{ name, value, meaning: expect.stringMatching(/^[A-Z].+\.$/u) }]);
    expect(shown.allows).toEqual({ ...EVERYTHING, ...allows });
  },
);

test('every rule of a policy is described', () => {
  const names = new Set(ROWS.flatMap(([rule]) => Object.keys(rule)));
  expect([...names].sort()).toEqual(Object.keys(NO_POLICY).sort());
});
