import { describe, expect, test } from 'vitest';
import {
  VAULT_TEXTS,
  vaultFailure,
  VaultNotLoaded,
  type Platform,
} from '../../../../../main/connections/keychain/keychain-failures.ts';

describe.each<Platform>(['darwin', 'win32', 'linux'])('keychain failures on %s', (platform) => {
  const { states, backend } = VAULT_TEXTS[platform];
  test('have a cause, a fix, and an alternative without a keychain', () => {
    for (const { cause, fix } of Object.values(states)) {
      expect(cause).toMatch(/^[A-Z].*\.$/u);
      expect(fix).toMatch(/^[A-Z].*keep the key for this session only\.$/u);
    }
  });
  test('report a native module that can’t be loaded as a fault of this Easel', () => {
    const failure = vaultFailure(VAULT_TEXTS[platform], new VaultNotLoaded('Cannot find module keytar.node'));
    expect(failure).toMatchObject({
      code: 'keychain-error',
      message: expect.stringContaining('missing, damaged or blocked'),
    });
    expect(failure.nextStep).toMatch(/^Install Easel again.*keep the key for this session only\.$/u);
    expect(failure.details).toContain('Message: Cannot find module keytar.node');
  });
  test('report a missing libsecret as an absent keychain', () => {
    const failure = vaultFailure(VAULT_TEXTS[platform], new VaultNotLoaded('libsecret-1.so.0: cannot open'));
    expect(failure).toMatchObject({
      code: 'keychain-absent',
      message: states.absent.cause,
      nextStep: states.absent.fix,
    });
    expect(failure.details).toEqual([`Keychain: ${backend}`, 'Message: libsecret-1.so.0: cannot open']);
  });
});

describe('a system error of the keychain', () => {
  test.each([
    ['darwin', 'User interaction is not allowed.', 'keychain-locked'],
    ['darwin', 'A default keychain could not be found.', 'keychain-absent'],
    [
      'win32',
      'A specified logon session does not exist. It may already have been terminated.',
      'keychain-absent',
    ],
    ['win32', 'The stub received bad data.', 'keychain-error'],
    ['linux', 'Could not connect: No such file or directory', 'keychain-absent'],
    ['linux', 'Failed to execute child process “dbus-launch” (No such file or directory)', 'keychain-absent'],
    ['linux', 'Timeout was reached', 'keychain-busy'],
    ['linux', 'Message recipient disconnected from message bus without replying', 'keychain-error'],
  ] as const)('on %s “%s” gets the code %s', (platform, words, code) => {
    expect(vaultFailure(VAULT_TEXTS[platform], new Error(words)).code).toBe(code);
  });
});
