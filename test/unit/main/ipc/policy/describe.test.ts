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
/** All restrictions without a number. */
const RESTRICTED = {
  sessionKeys: false,
  keyExport: false,
  deletes: false,
  visits: false,
  pictures: false,
  needsReason: true,
  twoPersons: true,
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
    allows: { ...RESTRICTED, mostAtOnce: 0, holdSeconds: EVERYTHING.holdSeconds },
  });
});

test('a broken policy refuses all calls but those marked policy-broken', () => {
  const why = closedByPolicy(BROKEN);
  expect(why({})).toMatchObject({ code: 'policy', message: expect.stringContaining('It is a link.') });
  expect(why({ answeredWhile: ['locked'] })).not.toBeNull();
  expect(why({ answeredWhile: ['policy-broken'] })).toBeNull();
  expect(closedByPolicy(describePolicy({ kind: 'none' }))({})).toBeNull();
});

test('shows each rule by its name, and limits the page', () => {
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

test('does not show a rule with its default value', () => {
  const policy = { ...NO_POLICY, allowDelete: false };
  const { rules } = describePolicy({ kind: 'active', source: SOURCE, policy });
  expect(rules.map(({ name }) => name)).toEqual(['allowDelete']);
});
