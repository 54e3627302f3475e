import { describe, expect, test } from 'vitest';
import { NO_POLICY, readRules } from '../../../../main/policy/policy.ts';

const problemOf = (content: unknown): string => {
  const read = readRules(content);
  return read.ok ? 'no problem' : read.error;
};

test('reads every rule as written', () => {
  const rules = {
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
    idleLockMinutes: 15,
  };
  expect(Object.keys(rules).sort()).toEqual(Object.keys(NO_POLICY).sort());
  expect(readRules({ version: 1, ...rules })).toEqual({ ok: true, value: rules });
});

test('one of the two hold times may be missing', () => {
  expect(readRules({ version: 1, holdSeconds: { bulk: 60 } })).toMatchObject({
    value: { holdSeconds: { single: null, bulk: 60 } },
  });
});

describe('an invalid file', () => {
  test.each([[null], [[]], ['x'], [1], [true]])('%j is refused', (content) => {
    expect(problemOf(content)).toMatch(/must contain one object/);
  });

  test.each([[{}], [JSON.parse('{"__proto__": {"version": 1}}')], [Object.create({ version: 1 })]])(
    'without a valid version is refused: %j',
    (content) => {
      expect(problemOf(content)).toMatch(/“version”/);
    },
  );

  test.each([[0], [2], ['1'], [1.5], [null], [true], [[1]]])('of version %j is refused', (version) => {
    expect(problemOf({ version })).toMatch(/“version” must be 1/);
  });

  test.each([
    'alowDelete',
    'ReadOnly',
    'readonly',
    'telemetry',
    '',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
  ])('with the unknown rule %j is refused by its name', (name) => {
    const content: unknown = JSON.parse(`{"version": 1, ${JSON.stringify(name)}: true}`);
    expect(problemOf(content)).toBe(
      `“${name}” is not a rule this version of Easel knows. Correct its name, or remove it.`,
    );
  });

  test.each(['singel', '__proto__', 'constructor'])('with an unknown hold time is refused: %j', (name) => {
    const content: unknown = JSON.parse(`{"version": 1, "holdSeconds": {${JSON.stringify(name)}: 1}}`);
    expect(problemOf(content)).toContain(`“holdSeconds.${name}” is not a rule`);
  });

  test('shows a hostile name short and on one line', () => {
    const name = `a\u202E\n\0${'x'.repeat(5000)}`;
    const problem = problemOf({ version: 1, [name]: 1 });
    expect(problem.length).toBeLessThan(200);
    expect(problem).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

const YES_NO = [
  'readOnly',
  'requireKeychain',
  'allowDelete',
  'twoPersons',
  'allowVisits',
  'requireReason',
  'allowKeyExport',
  'allowClipboardRead',
  'allowPictures',
];

describe('a value of the wrong type', () => {
  test.each(YES_NO.flatMap((name) => ['true', 1, 0, null, [], {}].map((value) => [name, value] as const)))(
    'is refused, saying what is expected: %s %j',
    (name, value) => {
      expect(problemOf({ version: 1, [name]: value })).toContain(`“${name}” must be true or false`);
    },
  );

  test.each([
    ['maxBulk', 0],
    ['maxBulk', 1_000_001],
    ['maxBulk', 1.5],
    ['maxBulk', '50'],
    ['maxBulk', null],
    ['idleLockMinutes', 0],
    ['idleLockMinutes', 1441],
    ['idleLockMinutes', -1],
    ['updates', 'never'],
    ['updates', ''],
    ['updates', true],
    ['updateUrl', 'http://updates.example.com'],
    ['updateUrl', 'https://'],
    ['updateUrl', 'https://me:word@updates.example.com'],
    ['updateUrl', 'https://updates.example.com/?a=b'],
    ['updateUrl', 'https://updates.example.com/#a'],
    ['updateUrl', 'https://updates.example.com/a b'],
    ['updateUrl', 'file:///updates'],
    ['updateUrl', 1],
    ['holdSeconds', 10],
    ['holdSeconds', [10, 20]],
    ['holdSeconds', null],
  ])('is refused by its name: %s %j', (name, value) => {
    expect(problemOf({ version: 1, [name]: value })).toMatch(new RegExp(`^“${name}” must be `, 'u'));
  });

  test.each([-1, 86_401, 0.5, '10', null, Number.MAX_SAFE_INTEGER + 1])(
    'is refused for both hold times: %j',
    (value) => {
      for (const name of ['single', 'bulk']) {
        const problem = problemOf({ version: 1, holdSeconds: { [name]: value } });
        expect(problem).toBe(
          `“holdSeconds.${name}” must be a whole number from 0 to 86,400. Correct it, or remove it.`,
        );
      }
    },
  );
});

describe.each(['allowedApiHosts', 'allowedEmbedHosts'])('hosts in %s', (name) => {
  test.each([
    'API.example.com',
    'https://api.example.com',
    'api.example.com:443',
    'api.example.com/',
    'api.example.com.',
    ' api.example.com',
    'api..example.com',
    '.example.com',
    '-api.example.com',
    'api_1.example.com',
    'bücher.example',
    'api.example.com\0',
    'user@api.example.com',
    '*',
    '*.',
    '**.example.com',
    '*example.com',
    'api.*.example.com',
    '*.127.0.0.1',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '[::1]',
    '',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
  ])('are refused: %j', (host) => {
    expect(problemOf({ version: 1, [name]: ['api.example.com', host] })).toContain(
      `“${name}” must be a list of host names in lower case`,
    );
  });

  test.each([
    ['api.example.com'],
    [[]],
    [[1]],
    [null],
    [{}],
    [Array.from({ length: 501 }, () => 'a.example')],
  ])('are a list with at least one and not too many: %j', (hosts) => {
    expect(problemOf({ version: 1, [name]: hosts })).toContain(`“${name}” must be a list`);
  });
});
