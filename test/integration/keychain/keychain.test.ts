import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keyringAvailable, startKeyring, type Keyring } from '../../support/keyring.ts';
import type { Ask } from './keychain-process.ts';

const KEY = 'sk_test-Zürich-0123456789';
const ENTRY = path.join(import.meta.dirname, 'keychain-process.ts');

async function unlockedKeyring(): Promise<Keyring> {
  const keyring = await startKeyring({ state: 'unlocked' });
  onTestFinished(() => keyring.stop());
  return keyring;
}

function keychainWith(environment: Readonly<Record<string, string | undefined>>) {
  const env = { ...process.env, DISPLAY: undefined, WAYLAND_DISPLAY: undefined, ...environment };
  const child = spawn(process.execPath, [ENTRY], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return async (call: Ask['call'], ...args: string[]): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify({ call, args })}\n`);
    const [line] = (await once(lines, 'line')) as [string];
    return JSON.parse(line);
  };
}

const good = (value: string | null) => ({ ok: true, value });

// Check S12 (test/security/real-keychain.ts) tests a locked keyring, and a system without a keyring or D-Bus.
describe.skipIf(!keyringAvailable())('tests with gnome-keyring', () => {
  test('a second process reads a stored key of any length from the system keychain', async () => {
    const { environment } = await unlockedKeyring();
    const [one, other] = [keychainWith(environment), keychainWith(environment)];
    expect(await one('get', 'connection-1')).toEqual(good(null));
    for (const secret of [KEY, 'k'.repeat(2048)]) {
      expect(await one('set', 'connection-1', secret)).toEqual(good(null));
      expect(await other('get', 'connection-1')).toEqual(good(secret));
    }
    expect(await other('get', 'connection-2')).toEqual(good(null));
    expect(await one('remove', 'connection-1')).toEqual(good(null));
    expect(await other('get', 'connection-1')).toEqual(good(null));
  });

  test('the keychain is reported as faulty after its service gnome-keyring has restarted', async () => {
    const keyring = await unlockedKeyring();
    const ask = keychainWith(keyring.environment);
    await ask('status');
    await keyring.unlock();
    expect(await ask('status')).toMatchObject({
      state: 'error',
      cause: 'The keychain restarted while Easel was running.',
    });
    expect(await ask('get', 'connection-1')).toMatchObject({ error: { code: 'keychain-error' } });
  });
});
