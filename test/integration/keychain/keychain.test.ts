import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import { keyringAvailable, startKeyring, type Keyring, type KeyringState } from '../../support/keyring.ts';
import type { Ask } from './keychain-process.ts';

const KEY = 'sk_test-Zürich-0123456789';
const ENTRY = path.join(import.meta.dirname, 'keychain-process.ts');

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function keyringIn(state: KeyringState): Promise<Keyring> {
  const keyring = await startKeyring({ state });
  cleanups.push(() => keyring.stop());
  return keyring;
}

function keychainWith(environment: Readonly<Record<string, string | undefined>>) {
  const env = { ...process.env, DISPLAY: undefined, WAYLAND_DISPLAY: undefined, ...environment };
  const child = spawn(process.execPath, [ENTRY], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const ended = once(child, 'exit').then(() => {
    for (const pending of waiting.values()) pending.reject(new Error('the keychain process has ended'));
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, value } = JSON.parse(line) as { id: number; value: unknown };
    waiting.get(id)?.resolve(value);
  });
  cleanups.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let last = 0;
  return (call: Ask['call'], ...args: string[]): Promise<unknown> => {
    last += 1;
    const id = last;
    const pending = Promise.withResolvers<unknown>();
    waiting.set(id, pending);
    child.stdin.write(`${JSON.stringify({ id, call, args })}\n`);
    return pending.promise;
  };
}

const good = (value: string | null) => ({ ok: true, value });
const failed = (code: string) => ({ ok: false, error: expect.objectContaining({ code }) as unknown });

describe.skipIf(!keyringAvailable())('system keyring', () => {
  test('an unlocked system keychain stores, returns, replaces and removes a key', async () => {
    const ask = keychainWith((await keyringIn('unlocked')).environment);
    expect(await ask('status')).toEqual({
      state: 'available',
      backend: 'Secret Service',
      cause: '',
      fix: '',
    });
    expect(await ask('get', 'connection-1')).toEqual(good(null));
    expect(await ask('set', 'connection-1', KEY)).toEqual(good(null));
    expect(await ask('get', 'connection-1')).toEqual(good(KEY));
    expect(await ask('set', 'connection-1', `${KEY}-next`)).toEqual(good(null));
    expect(await ask('get', 'connection-1')).toEqual(good(`${KEY}-next`));
    expect(await ask('get', 'connection-2')).toEqual(good(null));
    expect(await ask('remove', 'connection-1')).toEqual(good(null));
    expect(await ask('get', 'connection-1')).toEqual(good(null));
  });

  test('the system keychain returns a key of maximum length in another process', async () => {
    const { environment } = await keyringIn('unlocked');
    const key = 'k'.repeat(2048);
    expect(await keychainWith(environment)('set', 'connection-1', key)).toEqual(good(null));
    expect(await keychainWith(environment)('get', 'connection-1')).toEqual(good(key));
  });

  test('a locked system keychain fails every call as “locked”', async () => {
    const keyring = await keyringIn('unlocked');
    const ask = keychainWith(keyring.environment);
    await ask('set', 'connection-1', KEY);
    await keyring.lock();
    expect(await ask('status')).toMatchObject({ state: 'locked', backend: 'Secret Service' });
    expect(await ask('get', 'connection-1')).toEqual(failed('keychain-locked'));
    expect(await ask('set', 'connection-1', 'another-key')).toEqual(failed('keychain-locked'));
    expect(await ask('remove', 'connection-1')).toEqual(failed('keychain-locked'));
    await keyring.unlock();
    expect(await keychainWith(keyring.environment)('get', 'connection-1')).toEqual(good(KEY));
  });

  test('the system keychain is reported as faulty after gnome-keyring has restarted', async () => {
    const keyring = await keyringIn('unlocked');
    const ask = keychainWith(keyring.environment);
    await ask('status');
    await keyring.unlock();
    expect(await ask('status')).toMatchObject({
      state: 'error',
      cause: 'The keychain restarted while Easel was running.',
    });
    expect(await ask('get', 'connection-1')).toEqual(failed('keychain-error'));
  });

  test('a locked system keychain fails each of ten concurrent calls as “locked”', async () => {
    const ask = keychainWith((await keyringIn('locked')).environment);
    const calls = Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0 ? ask('set', `connection-${index}`, KEY) : ask('get', `connection-${index}`),
    );
    for (const result of await Promise.all(calls)) expect(result).toEqual(failed('keychain-locked'));
    expect(await ask('disk')).toBe('answered');
  });
});
