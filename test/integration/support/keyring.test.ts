/** keytar with a real gnome-keyring: the facts that main/keychain is built on. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { keyringAvailable, startKeyring, type Keyring, type KeyringState } from '../../support/keyring.ts';
import { waitUntil } from '../../support/wait.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Runs code with `keytar` in a process of its own and gives what it answers, or the message of its error. */
async function ask(keyring: Keyring, code: string): Promise<unknown> {
  const script = `import keytar from 'keytar';
    const answer = async () => { ${code} };
    process.stdout.write(JSON.stringify((await answer().catch((error) => error.message)) ?? null));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    env: { ...process.env, ...keyring.environment },
    timeout: 100_000,
  });
  return JSON.parse(stdout);
}

const SET = "await keytar.setPassword('Easel', 'profile-1', 'a key that is none ✓');";
const GET = "return await keytar.getPassword('Easel', 'profile-1');";

describe.skipIf(!keyringAvailable())('keytar on gnome-keyring (needs gnome-keyring, dbus, libsecret)', () => {
  let keyring: Keyring | undefined;
  const start = async (state: KeyringState): Promise<Keyring> => {
    keyring = await startKeyring({ state });
    return keyring;
  };
  afterEach(async () => {
    await keyring?.stop();
    keyring = undefined;
  });

  test('stores, returns and deletes a secret', async () => {
    const open = await start('unlocked');
    expect(await ask(open, `${SET} ${GET}`)).toBe('a key that is none ✓');
    expect(await ask(open, "return await keytar.deletePassword('Easel', 'profile-1');")).toBe(true);
    expect(await ask(open, GET)).toBeNull();
  });

  test('returns null while locked, as for a missing key, and the secret once unlocked', async () => {
    const open = await start('unlocked');
    await ask(open, SET);
    await open.lock();
    expect(await ask(open, GET)).toBeNull();
    expect(await ask(open, SET)).toMatch(/locked/iu);
    await open.unlock();
    expect(await ask(open, GET)).toBe('a key that is none ✓');
  });

  test('serves existing clients again once unlocked in place', async () => {
    const open = await start('unlocked');
    await ask(open, SET);
    await open.lock();
    const mark = path.join(open.environment['HOME'] ?? '', 'has-read');
    const read = "await keytar.getPassword('Easel', 'profile-1')";
    const twice = ask(
      open,
      `const first = ${read};
       (await import('node:fs')).writeFileSync(${JSON.stringify(mark)}, '');
       for (;;) {
         const later = ${read};
         if (later !== null) return [first, later];
       }`,
    );
    await waitUntil('it has read once', () => Promise.resolve(existsSync(mark)));
    await open.unlockInPlace();
    expect(await twice).toEqual([null, 'a key that is none ✓']);
  });

  test('starts locked when asked to', async () => {
    expect(await ask(await start('locked'), SET)).toMatch(/locked/iu);
  });

  test('reports when there is no keyring on the bus', async () => {
    expect(await ask(await start('no-service'), GET)).toMatch(/org\.freedesktop\.secrets/u);
  });

  test('reports when there is no bus', async () => {
    expect(await ask(await start('no-bus'), GET)).toMatch(/connect|bus/iu);
  });

  test('never returns while the service hangs', async () => {
    const open = await start('unlocked');
    open.freeze();
    const waited = `const late = new Promise((resolve) => setTimeout(resolve, 500, 'no answer'));
      const answer = await Promise.race([keytar.getPassword('Easel', 'profile-1'), late]);
      process.stdout.write(JSON.stringify(answer), () => process.kill(process.pid, 'SIGKILL'));
      return await new Promise(() => {});`;
    const ended = await ask(open, waited).catch((error: { stdout: string }) => error.stdout);
    expect(ended).toBe('"no answer"');
  });

  test('leaves nothing behind', async () => {
    const open = await start('unlocked');
    await ask(open, SET);
    await open.stop();
    expect(existsSync(open.environment['HOME'] ?? '/')).toBe(false);
    await expect(
      run('dbus-send', ['--print-reply', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.GetId'], {
        env: { ...process.env, ...open.environment },
      }),
    ).rejects.toThrow('Failed to open connection');
  });
});
