import { expect, test } from 'vitest';
import { keysWouldStay, startRunKeychain } from '../../support/run-keychain.ts';

const USUAL = '/Users/runner/Library/Keychains/login.keychain-db';

/** A Mac's `security`; `failing` names the command that does not work. */
function mac(failing = '') {
  const asked: string[] = [];
  const env: Record<string, string | undefined> = { CI: 'true' };
  const security = (...args: string[]): Promise<string> => {
    asked.push(args.map((each) => each.replace(/^.*\/run\.keychain-db$/u, 'RUN')).join(' '));
    if (args[0] === failing) return Promise.reject(new Error(failing));
    return Promise.resolve(args.includes('-s') ? '' : `    "${USUAL}"\n`);
  };
  return { asked, env, around: { platform: 'darwin', env, security } };
}

const BACK = [
  `default-keychain -d user -s ${USUAL}`,
  `list-keychains -d user -s ${USUAL}`,
  'delete-keychain RUN',
];

test('a run in CI on macOS has a keychain of its own, and everything is put back after it', async () => {
  const { asked, env, around } = mac();
  expect(keysWouldStay(around)).toContain('macOS');
  const end = await startRunKeychain(around);
  expect(keysWouldStay(around)).toBeNull();
  expect(asked.splice(0)).toEqual([
    'list-keychains -d user',
    'default-keychain -d user',
    'create-keychain -p run RUN',
    'set-keychain-settings RUN',
    'unlock-keychain -p run RUN',
    `list-keychains -d user -s RUN ${USUAL}`,
    'default-keychain -d user -s RUN',
  ]);
  await end();
  expect(asked).toEqual(BACK);
  expect(env).toEqual({ CI: 'true' });
});

test('a keychain that can’t be made leaves the account’s own in place, and fails the run', async () => {
  const { asked, env, around } = mac('unlock-keychain');
  await expect(startRunKeychain(around)).rejects.toThrow('unlock-keychain');
  expect(asked.slice(-3)).toEqual(BACK);
  expect(env).toEqual({ CI: 'true' });
});

test('a person’s own Mac or PC is left alone, and why is said; Linux needs none of it', async () => {
  const { asked, around } = mac();
  for (const platform of ['darwin', 'win32', 'linux'])
    await startRunKeychain({ ...around, platform, env: {} });
  expect(asked).toEqual([]);
  expect(keysWouldStay({ platform: 'win32', env: {} })).toContain('Credential Manager');
  expect(keysWouldStay({ platform: 'win32', env: { CI: 'true' } })).toBeNull();
  expect(keysWouldStay({ platform: 'linux', env: {} })).toBeNull();
});
