import { expect, test } from 'vitest';
import { describePolicy, NO_POLICY, type Policy } from '../../../../../main/ipc/policy/policy.ts';
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
/** All restrictions that have no number. */
const RESTRICTED = {
  sessionKeys: false,
  keyExport: false,
  deletes: false,
  visits: false,
  pictures: false,
  needsReason: true,
  twoPersons: true,
};

test('without a policy Easel allows everything and shows no rule', () => {
  const none = { kind: 'none', source: '', problem: '', rules: [], allows: EVERYTHING };
  expect(describePolicy({ kind: 'none' })).toEqual(none);
});

test('a broken policy allows nothing, and its file and problem are shown', () => {
  expect(BROKEN).toEqual({
    kind: 'broken',
    source: SOURCE,
    problem: 'It is a link.',
    rules: [],
    allows: { ...RESTRICTED, mostAtOnce: 0, holdSeconds: EVERYTHING.holdSeconds },
  });
});

test('a policy’s rules are shown by name, and those for the page are applied there', () => {
  const rules: Policy = {
    allowedApiHosts: ['a.example', '*.b.example'],
    allowedEmbedHosts: ['app.example'],
    readOnly: true,
    requireKeychain: true,
    allowDelete: false,
    maxBulk: 50,
    twoPersons: true,
    allowVisits: false,
    requireReason: true,
    allowKeyExport: false,
    allowClipboardRead: false,
    allowPictures: false,
    updates: 'off',
    updateUrl: 'https://updates.example',
    idleLockMinutes: 15,
    holdSeconds: { single: 0, bulk: 9 },
  };
  const shown = describePolicy({ kind: 'active', source: SOURCE, policy: rules });
  const { holdSeconds, ...single } = rules;
  expect(shown.rules).toMatchObject([
    ...Object.entries({ ...single, allowedApiHosts: 'a.example, *.b.example' }).map(([name, value]) => ({
      name,
      value: String(value),
      meaning: expect.stringMatching(/^[A-Z].+\.$/u) as unknown,
    })),
    { name: 'holdSeconds.single', value: '0' },
    { name: 'holdSeconds.bulk', value: '9' },
  ]);
  expect(shown.allows).toEqual({ ...RESTRICTED, mostAtOnce: 50, holdSeconds });
});

test('a policy rule with its default value is not shown', () => {
  const policy = { ...NO_POLICY, allowDelete: false };
  const { rules } = describePolicy({ kind: 'active', source: SOURCE, policy });
  expect(rules.map(({ name }) => name)).toEqual(['allowDelete']);
});
