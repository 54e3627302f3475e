import { expect, test } from 'vitest';
import { readEnv } from '../../../main/env.ts';

const env = { EASEL_POLICY_FILE: '/somewhere/policy.json', EASEL_UPDATE_KEY: 'a key' };

test.each([
  ['darwin', 'darwin'],
  ['win32', 'win32'],
  ['linux', 'linux'],
  ['freebsd', 'linux'],
])('%s counts as %s', (platform, counted) => {
  expect(readEnv({ platform, env: {} }, true).platform).toBe(counted);
});

test('only an Easel running from source lets the environment name the policy file', () => {
  expect(readEnv({ platform: 'linux', env }, false).policyFile).toBe('/somewhere/policy.json');
  expect(readEnv({ platform: 'linux', env }, true).policyFile).toBeNull();
});

test('only an Easel running from source lets the environment name the key of updates', () => {
  expect(readEnv({ platform: 'linux', env }, false).updateKey).toBe('a key');
  expect(readEnv({ platform: 'linux', env }, true).updateKey).toBeNull();
});

test.each([
  ['linux', true, 'packages'],
  ['linux', false, 'files'],
  ['darwin', true, 'files'],
  ['win32', true, 'files'],
] as const)('on %s, packaged: %s, newer versions come by %s', (platform, isPackaged, by) => {
  expect(readEnv({ platform, env: {} }, isPackaged).updatedBy).toBe(by);
});

test.each([{}, { EASEL_POLICY_FILE: '' }, { EASEL_POLICY_FILE: undefined }])(
  'without a name the policy is in the system’s location: %j',
  (named) => {
    expect(readEnv({ platform: 'linux', env: named }, false).policyFile).toBeNull();
  },
);

test('can’t be changed later', () => {
  expect(Object.isFrozen(readEnv({ platform: 'linux', env }, false))).toBe(true);
});
