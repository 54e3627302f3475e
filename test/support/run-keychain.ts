/** Keeps the API keys of e2e specs out of the user's keychain on macOS and Windows. Playwright calls this file. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const security = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('security', args)).stdout;

const { platform, env } = process;
/** In CI, tests may change the account's keychain, because the account is deleted afterwards. */
const isCi = (env['CI'] ?? '') !== '';

/** Environment variable with the path of the test run's keychain, for the test workers. */
const MARK = 'EASEL_RUN_KEYCHAIN';
const PASSWORD = 'run';

/** Returns the reason why this machine can't run specs that store keys; null if it can. */
export function keysWouldStay(): string | null {
  if (platform === 'darwin' && (env[MARK] ?? '') === '')
    return 'macOS: only CI makes a keychain of the run’s own; here keys of tests would go to yours';
  if (platform === 'win32' && !isCi)
    return 'Windows: an account has one Credential Manager, and keys of tests would go to yours';
  return null;
}

/** On macOS in CI, makes a new keychain the account's default. Returns a function that restores the old default. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls a global setup's default export.
export default async function startRunKeychain(): Promise<() => Promise<void>> {
  if (platform !== 'darwin' || !isCi) return () => Promise.resolve();
  const folder = await mkdtemp(path.join(tmpdir(), 'easel-keychain-'));
  const file = path.join(folder, 'run.keychain-db');
  const listed = named(await security('list-keychains', '-d', 'user'));
  const [usual] = named(await security('default-keychain', '-d', 'user').catch(() => ''));
  const end = async (): Promise<void> => {
    Reflect.deleteProperty(env, MARK);
    if (usual !== undefined) await security('default-keychain', '-d', 'user', '-s', usual);
    await security('list-keychains', '-d', 'user', '-s', ...listed);
    await security('delete-keychain', file).catch(() => '');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await security('create-keychain', '-p', PASSWORD, file);
    await security('set-keychain-settings', file);
    await security('unlock-keychain', '-p', PASSWORD, file);
    await security('list-keychains', '-d', 'user', '-s', file, ...listed);
    await security('default-keychain', '-d', 'user', '-s', file);
    env[MARK] = file;
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

function named(listing: string): string[] {
  return [...listing.matchAll(/"([^"]+)"/gu)].map(([, file = '']) => file);
}
