import { describe, expect, test } from 'vitest';
import { describePolicy } from '../../../../main/policy/describe.ts';
import type { PolicyState } from '../../../../preload/contract/app.ts';
import { NO_POLICY, type Policy } from '../../../../main/policy/policy.ts';

const shown = (change: Partial<Policy>): ReturnType<typeof describePolicy> =>
  describePolicy({ kind: 'active', source: '/etc/easel/policy.json', policy: { ...NO_POLICY, ...change } });

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

test('without a policy everything is allowed and nothing is shown', () => {
  expect(describePolicy({ kind: 'none' })).toEqual({
    kind: 'none',
    source: '',
    problem: '',
    rules: [],
    allows: EVERYTHING,
  });
});

test('a broken policy names its file and its error, and allows nothing', () => {
  expect(
    describePolicy({ kind: 'broken', source: '/etc/easel/policy.json', problem: 'It is a link.' }),
  ).toEqual({
    kind: 'broken',
    source: '/etc/easel/policy.json',
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

const RULES: readonly (readonly [Partial<Policy>, string, string])[] = [
  [{ allowedApiHosts: ['a.example', '*.b.example'] }, 'allowedApiHosts', 'a.example, *.b.example'],
  [{ allowedEmbedHosts: ['app.example'] }, 'allowedEmbedHosts', 'app.example'],
  [{ readOnly: true }, 'readOnly', 'true'],
  [{ requireKeychain: true }, 'requireKeychain', 'true'],
  [{ allowDelete: false }, 'allowDelete', 'false'],
  [{ maxBulk: 50 }, 'maxBulk', '50'],
  [{ holdSeconds: { single: 0, bulk: null } }, 'holdSeconds.single', '0 s'],
  [{ holdSeconds: { single: null, bulk: 300 } }, 'holdSeconds.bulk', '300 s'],
  [{ twoPersons: true }, 'twoPersons', 'true'],
  [{ allowVisits: false }, 'allowVisits', 'false'],
  [{ requireReason: true }, 'requireReason', 'true'],
  [{ allowKeyExport: false }, 'allowKeyExport', 'false'],
  [{ allowClipboardRead: false }, 'allowClipboardRead', 'false'],
  [{ allowPictures: false }, 'allowPictures', 'false'],
  [{ updates: 'off' }, 'updates', 'off'],
  [{ updates: 'notify' }, 'updates', 'notify'],
  [{ updates: 'auto' }, 'updates', 'auto'],
  [{ updateUrl: 'https://updates.example' }, 'updateUrl', 'https://updates.example'],
  [{ idleLockMinutes: 15 }, 'idleLockMinutes', '15'],
];

describe('one rule', () => {
  test.each(RULES)('is shown alone, as in the file, with its meaning: %j', (change, name, value) => {
    expect(shown(change).rules).toEqual([{ name, value, meaning: expect.stringMatching(/^[A-Z].+\.$/u) }]);
  });

  test('is described for every rule that exists', () => {
    const names = new Set(RULES.flatMap(([change]) => Object.keys(change)));
    expect([...names].sort()).toEqual(Object.keys(NO_POLICY).sort());
  });
});

test.each([
  [{ requireKeychain: true }, { sessionKeys: false }],
  [{ allowKeyExport: false }, { keyExport: false }],
  [{ allowDelete: false }, { deletes: false }],
  [{ allowVisits: false }, { visits: false }],
  [{ requireReason: true }, { needsReason: true }],
  [{ twoPersons: true }, { twoPersons: true }],
  [{ maxBulk: 50 }, { mostAtOnce: 50 }],
  [{ holdSeconds: { single: null, bulk: 300 } }, { holdSeconds: { single: null, bulk: 300 } }],
] satisfies readonly (readonly [Partial<Policy>, Partial<PolicyState['allows']>])[])(
  'the page gets %j and nothing else',
  (change, told) => {
    expect(shown(change).allows).toEqual({ ...EVERYTHING, ...told });
  },
);
