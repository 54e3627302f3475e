import { expect, test } from 'vitest';
import { describePolicy, NO_POLICY, type Policy, readRules } from '../../../../../main/ipc/policy/policy.ts';
import { NO_POLICY as SHOWN_WITHOUT } from '../../../renderer/scripted-bridge.ts';

const problemOf = (content: unknown): string => {
  const read = readRules(content);
  return read.ok ? 'no problem' : read.error;
};

const EVERY_RULE: Policy = {
  allowedApiHosts: ['api.example.com', '*.example.org', 'localhost', '127.0.0.1', 'xn--bcher-kva.example'],
  allowedEmbedHosts: ['app.example.com'],
  readOnly: true,
  requireKeychain: true,
  allowDelete: false,
  maxBulk: 50,
  holdSeconds: { single: 0, bulk: 86_400 },
  twoPersons: true,
  allowVisits: false,
  requireReason: true,
  allowKeyExport: false,
  allowClipboardRead: false,
  allowPictures: false,
  updates: 'notify',
  updateUrl: 'https://updates.example.com/easel',
  teamRegister: { host: 'db.example.com', port: 5432, database: 'easel' },
  requireTeamRegister: true,
  requirePresence: true,
  idleLockMinutes: 15,
};

test('the reader of policy files returns every rule of the file', () => {
  expect(Object.keys(EVERY_RULE).sort()).toEqual(Object.keys(NO_POLICY).sort());
  expect(readRules({ version: 1, ...EVERY_RULE })).toEqual({ ok: true, value: EVERY_RULE });
});

test('a policy can set the hold of bulk deletes without setting the hold of single deletes', () => {
  expect(readRules({ version: 1, holdSeconds: { bulk: 60 } })).toMatchObject({
    value: { holdSeconds: { single: null, bulk: 60 } },
  });
});

const VERSIONED = { version: 1 };
test.each([
  ['null', null, 'must contain one object'],
  ['a list', [], 'must contain one object'],
  ['a text', 'x', 'must contain one object'],
  ['no version', {}, '“version” is missing'],
  ['a version only in “__proto__”', JSON.parse('{"__proto__": {"version": 1}}'), '“version” is missing'],
  ['an inherited version', Object.create(VERSIONED), '“version” is missing'],
  ...[2, '1', null, [1]].map((version) => ['a wrong version', { version }, '“version” must be 1'] as const),
] as const)('Easel refuses a policy file that contains %s', (_what, content, problem) => {
  expect(problemOf(content)).toContain(problem);
});

test.each(['alowDelete', 'readonly', '', '__proto__', 'constructor'])(
  'Easel refuses a policy file with an unknown rule named %j',
  (name) => {
    const content: unknown = JSON.parse(`{"version": 1, ${JSON.stringify(name)}: true}`);
    expect(problemOf(content)).toBe(
      `This version of Easel doesn’t support the rule “${name}”. Correct its name, or remove the rule.`,
    );
    const hold: unknown = JSON.parse(`{"version": 1, "holdSeconds": {${JSON.stringify(name)}: 1}}`);
    expect(problemOf(hold)).toContain(`doesn’t support the rule “holdSeconds.${name}”`);
  },
);

const YES_NO = Object.keys(NO_POLICY).filter((name) => typeof NO_POLICY[name as keyof Policy] === 'boolean');
const WRONG_HOSTS = [
  'API.example.com',
  'https://api.example.com',
  'api.example.com:443',
  'api..example.com',
  'bücher.example',
  '*',
  '*example.com',
  '127.1',
  '',
  `${'a.'.repeat(130)}example`,
];
const TOO_MANY_HOSTS = Array.from({ length: 501 }, () => 'a.example');
const WRONG_LISTS = ['a.example', [], [1], TOO_MANY_HOSTS, ...WRONG_HOSTS.map((host) => ['a.example', host])];

test.each<[rule: string, due: string, values: readonly unknown[]]>([
  ...YES_NO.map((name) => [name, 'true or false', ['true', 1, null]] as [string, string, unknown[]]),
  ['maxBulk', 'a whole number', [0, 1_000_001, 1.5, '50', null]],
  ['idleLockMinutes', 'a whole number', [0, 1441]],
  ['updates', '"off", "notify" or "auto"', ['never', true]],
  [
    'updateUrl',
    'an address that starts with https://',
    [
      'http://updates.example.com',
      'https://me:word@updates.example.com',
      'https://updates.example.com/?a=b',
      'https://updates.example.com/#a',
      `https://updates.example.com/${'a'.repeat(2000)}`,
      1,
    ],
  ],
  ['holdSeconds', 'an object', [10, [10, 20], null]],
  ['allowedApiHosts', 'a list of host names in lower case', WRONG_LISTS],
  ['allowedEmbedHosts', 'a list of host names in lower case', WRONG_LISTS],
])('Easel refuses a policy whose rule %s is not %s', (name, due, values) => {
  for (const value of values)
    expect(problemOf({ version: 1, [name]: value })).toContain(`“${name}” must be ${due}`);
});

test.each(['single', 'bulk'])('Easel refuses a policy that holds a %s delete for more than a day', (name) => {
  for (const value of [-1, 86_401, 0.5, '10', null])
    expect(problemOf({ version: 1, holdSeconds: { [name]: value } })).toBe(
      `“holdSeconds.${name}” must be a whole number from 0 to 86,400. Correct or remove this rule.`,
    );
});

test('without a policy file, every action is allowed', () => {
  expect(describePolicy({ kind: 'none' })).toEqual(SHOWN_WITHOUT);
});

test('the policy page of the settings shows the name, value and meaning of every rule', () => {
  const shown = describePolicy({ kind: 'active', source: '', policy: EVERY_RULE });
  const { holdSeconds, ...single } = EVERY_RULE;
  expect(shown.rules).toMatchObject([
    ...Object.entries({
      ...single,
      allowedApiHosts: EVERY_RULE.allowedApiHosts?.join(', '),
      teamRegister: 'db.example.com, 5432, easel',
    }).map(([name, value]) => ({
      name,
      value: String(value),
      meaning: expect.stringMatching(/^[A-Z].+\.$/u) as unknown,
    })),
    { name: 'holdSeconds.single', value: '0' },
    { name: 'holdSeconds.bulk', value: '86400' },
  ]);
  const sparing = shown.rules.filter(({ meaning }) => meaning.includes('except practice'));
  expect(sparing.map(({ name }) => name).join(' ')).toBe(
    'allowedApiHosts allowedEmbedHosts readOnly requireKeychain requireTeamRegister',
  );
  expect(shown.allows).toEqual({
    sessionKeys: false,
    keyExport: false,
    deletes: false,
    visits: false,
    pictures: false,
    needsReason: true,
    twoPersons: true,
    mostAtOnce: 50,
    holdSeconds,
  });
});
