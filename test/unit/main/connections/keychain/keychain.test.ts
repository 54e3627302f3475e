import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createGuardedKeychain,
  type Keychain,
  KEYCHAIN_DEADLINE_MS,
  LONGEST_SECRET_BYTES,
  PROBE_ACCOUNT,
  type Vault,
} from '../../../../../main/connections/keychain/keychain.ts';
import {
  VAULT_TEXTS,
  vaultFailure,
  VaultNotLoaded,
} from '../../../../../main/connections/keychain/keychain-failures.ts';

const OLD = 'old-key-00000000';
const NEW = 'new-key-11111111';

function workingVault(items: Record<string, string> = {}) {
  const kept = new Map(Object.entries(items));
  const asked: string[] = [];
  let open = 0;
  let most = 0;
  async function call<T>(name: string, run: () => T): Promise<T> {
    asked.push(name);
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
    return run();
  }
  const vault: Vault = {
    get: (account) => call(`get ${account}`, () => kept.get(account) ?? null),
    set: (account, secret) => call(`set ${account}`, () => void kept.set(account, secret)),
    remove: (account) => call(`remove ${account}`, () => kept.delete(account)),
  };
  return { vault, kept, asked, most: () => most };
}

const keychainOf = (vault: Vault): Keychain => createGuardedKeychain(vault, { platform: 'linux' });
const codeOf = (result: { ok: boolean; error?: { code: string } }) => (result.ok ? 'ok' : result.error?.code);
const locked = async (): Promise<never> => {
  throw new Error('Cannot create an item in a locked collection');
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('calls to the system keychain run one after another, in order', async () => {
  const { vault, most, asked } = workingVault();
  const keychain = keychainOf(vault);
  await Promise.all([keychain.set('a', NEW), keychain.status(), keychain.get('b'), keychain.remove('a')]);
  expect(most()).toBe(1);
  const first = (name: string): number => asked.indexOf(name);
  expect(first('set a')).toBeLessThan(first('get b'));
  expect(first('get b')).toBeLessThan(first('remove a'));
});

test.each([
  ['Timeout was reached', 'keychain-busy', 'busy'],
  ['an unknown error', 'keychain-error', 'error'],
])('the keychain error “%s” is reported with a cause and a fix', async (words, code, state) => {
  const fails = () => Promise.reject(new Error(words));
  const keychain = keychainOf({ get: fails, set: fails, remove: fails });
  for (const failed of [await keychain.get('a'), await keychain.set('a', NEW), await keychain.remove('a')])
    expect(codeOf(failed)).toBe(code);
  const status = await keychain.status();
  expect(status.state).toBe(state);
  expect(status.cause).toMatch(/\.$/);
  expect(status.fix).toMatch(/try again/iu);
});

test('a locked keychain that pretends to be empty is reported as locked, and nothing is written to it', async () => {
  const { vault, kept } = workingVault({ a: OLD });
  const keychain = keychainOf({ ...vault, get: async () => null, set: locked, remove: async () => false });
  for (const call of [keychain.get('a'), keychain.remove('a'), keychain.set('b', NEW)])
    expect(codeOf(await call)).toBe('keychain-locked');
  expect([...kept]).toEqual([['a', OLD]]);
});

test('a key can be read if the user unlocks the keychain during the call', async () => {
  let isLocked = true;
  const { vault } = workingVault({ a: OLD });
  const keychain = keychainOf({
    get: async (account) => (isLocked ? null : vault.get(account)),
    set: async (account, secret) => {
      isLocked = false;
      return vault.set(account, secret);
    },
    remove: async (account) => !isLocked && vault.remove(account),
  });
  expect(codeOf(await keychain.remove('a'))).toBe('keychain-error');
  isLocked = true;
  expect(await keychain.get('a')).toEqual({ ok: true, value: OLD });
});

test.each([
  ['stores only a part of the secret', (secret: string) => secret.slice(0, 4)],
  ['stores nothing', () => null],
  ['stores the secret, then throws', (secret: string) => secret],
])('Easel leaves no part of a secret in a keychain that %s', async (lie, kept) => {
  const working = workingVault();
  const set: Vault['set'] = async (account, secret) => {
    const value = account === 'a' ? kept(secret) : secret;
    if (value !== null) working.kept.set(account, value);
    if (account === 'a' && lie.endsWith('throws')) throw new Error('broken pipe');
  };
  expect(codeOf(await keychainOf({ ...working.vault, set }).set('a', NEW))).toBe('keychain-error');
  expect([...working.kept]).toEqual([]);
});

test.each([
  ['every item', []],
  ['every item except its test items', [PROBE_ACCOUNT]],
])('removing a key fails if the keychain silently keeps %s', async (_what, removes) => {
  const { vault } = workingVault({ a: OLD });
  const remove: Vault['remove'] = (account) =>
    removes.includes(account) ? vault.remove(account) : Promise.resolve(true);
  expect(codeOf(await keychainOf({ ...vault, remove }).remove('a'))).toBe('keychain-error');
});

test('removing a key counts as failed if the keychain locks just after it has removed the key', async () => {
  const { vault, kept } = workingVault({ a: OLD });
  const keychain = keychainOf({ ...vault, set: locked });
  const message = 'The keychain is locked.';
  expect(await keychain.remove('a')).toMatchObject({ error: { code: 'keychain-error', message } });
  expect([...kept]).toEqual([]);
  expect(codeOf(await keychain.remove('a'))).toBe('keychain-locked');
});

test.each<[string, Partial<Vault>, string]>([
  ['does not return the test item', { get: async () => null }, 'locked'],
  ['keeps its test item', { remove: async () => false }, 'error'],
])('Easel reports a keychain that %s during a test as not available', async (_what, lie, state) => {
  const { vault } = workingVault();
  expect((await keychainOf({ ...vault, ...lie }).status()).state).toBe(state);
});

test.each([
  ['a control character', 'ab\u0085cd'],
  ['a NUL', 'ab\u0000cd'],
  ['too many bytes', 'é'.repeat(LONGEST_SECRET_BYTES / 2 + 1)],
])('Easel refuses to store a secret with %s in the keychain', async (_what, secret) => {
  const { vault, asked } = workingVault();
  const refused = await keychainOf(vault).set('a', secret);
  expect(refused).toMatchObject({
    error: { code: 'invalid-input', message: expect.not.stringContaining('cd') },
  });
  expect(asked).toEqual([]);
});

const wait = (ms = KEYCHAIN_DEADLINE_MS) => vi.advanceTimersByTimeAsync(ms);

test('a keychain that does not respond within 10 s counts as busy until it responds', async () => {
  const hanging = Promise.withResolvers<void>();
  const { vault, asked } = workingVault();
  const get = async (account: string) => {
    if (account === 'a') await hanging.promise;
    return vault.get(account);
  };
  const keychain = keychainOf({ ...vault, get });
  const first = keychain.get('a');
  const waiting = keychain.set('b', NEW);
  await wait(KEYCHAIN_DEADLINE_MS - 1);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(codeOf(await first)).toBe('keychain-busy');
  expect(codeOf(await waiting)).toBe('keychain-busy');
  expect((await keychain.status()).state).toBe('busy');
  expect(asked).toEqual([]);

  hanging.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(await keychain.get('b')).toEqual({ ok: true, value: null });
  expect(asked).not.toContain('set b');
});

test('if the keychain saves a secret after the deadline of the call, Easel removes the secret again', async () => {
  const hanging = Promise.withResolvers<void>();
  const { vault, kept } = workingVault();
  const set = async (account: string, secret: string) => {
    if (secret === NEW) await hanging.promise;
    await vault.set(account, secret);
  };
  const written = keychainOf({ ...vault, set }).set('a', NEW);
  await wait();
  expect(codeOf(await written)).toBe('keychain-busy');
  hanging.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect([...kept]).toEqual([]);
});

function locksAtWrite(keeps: boolean) {
  const working = workingVault();
  let isLocked = false;
  const set = async (account: string, secret: string): Promise<void> => {
    if (account === PROBE_ACCOUNT && !isLocked) return working.vault.set(account, secret);
    isLocked = true;
    if (keeps) working.kept.set(account, secret);
    return locked();
  };
  const get = async (account: string) => (isLocked ? null : working.vault.get(account));
  return { ...working.vault, set, get };
}

test.each([true, false])('storing a key fails if the keychain then locks (key stored: %s)', async (keeps) => {
  const result = await keychainOf(locksAtWrite(keeps)).set('a', NEW);
  expect(result).toMatchObject({ error: { code: 'keychain-error', message: 'The keychain is locked.' } });
});

test('storing a key fails with “keychain-locked” only if the key was certainly not stored', async () => {
  const working = workingVault();
  const set = (account: string, secret: string) =>
    account === 'a' ? locked() : working.vault.set(account, secret);
  expect(codeOf(await keychainOf({ ...working.vault, set }).set('a', NEW))).toBe('keychain-locked');
  expect([...working.kept]).toEqual([]);
});

test('a call that has waited 10 s for earlier keychain calls fails without running', async () => {
  const { vault, asked } = workingVault({ a: OLD, b: OLD, c: OLD });
  const slow = async (account: string) => {
    await new Promise((resolve) => setTimeout(resolve, 6000));
    return vault.get(account);
  };
  const keychain = keychainOf({ ...vault, get: slow });
  const codes = Promise.all(['a', 'b', 'c'].map(async (account) => codeOf(await keychain.get(account))));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await codes).toEqual(['ok', 'ok', 'keychain-busy']);
  expect(asked).toEqual(['get a', 'get b']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a keychain module that can’t be loaded is reported as a fault of the Easel installation', () => {
  const failure = vaultFailure(VAULT_TEXTS.linux, new VaultNotLoaded('Cannot find module keytar.node'));
  expect(failure).toMatchObject({
    code: 'keychain-error',
    message: expect.stringContaining('missing, damaged or blocked'),
  });
  expect(failure.nextStep).toMatch(/^Reinstall Easel/u);
  expect(failure.details).toContain('Message: Cannot find module keytar.node');
});

test('Easel reports a missing libsecret library as a missing keychain', () => {
  const thrown = new VaultNotLoaded('libsecret-1.so.0: cannot open');
  expect(vaultFailure(VAULT_TEXTS.linux, thrown)).toMatchObject({
    code: 'keychain-absent',
    details: ['Keychain: Secret Service', 'Message: libsecret-1.so.0: cannot open'],
  });
});

test.each([
  ['darwin', 'User interaction is not allowed.', 'keychain-locked'],
  ['darwin', 'A default keychain could not be found.', 'keychain-absent'],
  ['win32', 'A specified logon session does not exist.', 'keychain-absent'],
  ['win32', 'The stub received bad data.', 'keychain-error'],
  ['linux', 'Could not connect: No such file or directory', 'keychain-absent'],
  ['linux', 'Failed to execute child process “dbus-launch” (No such file or directory)', 'keychain-absent'],
  ['linux', 'Timeout was reached', 'keychain-busy'],
  ['linux', 'Message recipient disconnected from message bus without replying', 'keychain-error'],
] as const)('on %s the keychain error “%s” gets the code %s', (platform, words, code) => {
  expect(vaultFailure(VAULT_TEXTS[platform], new Error(words)).code).toBe(code);
});
