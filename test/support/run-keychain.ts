/**
 * Where the keys go that specs enter. On Linux each computer of `e2e/fixtures.ts` has a gnome-keyring of its own; this is for
 * the systems that have one keychain for each account. Playwright runs it once, before all workers.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** Runs macOS's own program for keychains, and gives what it says. */
const security = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('security', args)).stdout;

const { platform, env } = process;
/** CI services set it: there the account lives no longer than the run. */
const isCi = (env['CI'] ?? '') !== '';

/** Set while a run has its keychain; the workers inherit it. */
const MARK = 'EASEL_RUN_KEYCHAIN';
/** It ends with the run. */
const PASSWORD = 'run';

/** Why specs that enter keys are not run here, in a sentence that names what is missing; null where they are. */
export function keysWouldStay(): string | null {
  if (platform === 'darwin' && (env[MARK] ?? '') === '')
    return 'macOS: only CI makes a keychain of the run’s own; here keys of tests would go to yours';
  if (platform === 'win32' && !isCi)
    return 'Windows: an account has one Credential Manager, and keys of tests would go to yours';
  return null;
}

/**
 * Makes a keychain for this run and lets it be the account's, on macOS in CI. Gives the function that puts everything
 * back as it was.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright asks for it.
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
    // Without a time after which it locks itself.
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

/** The paths that `security` lists, one a line and quoted. */
function named(listing: string): string[] {
  return [...listing.matchAll(/"([^"]+)"/gu)].map(([, file = '']) => file);
}
