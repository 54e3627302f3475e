/** What of a key is on this computer: in the keychain, and in files. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Keyring } from './keyring.ts';

const run = promisify(execFile);
const repository = path.join(import.meta.dirname, '../..');

const READ_ITEM = `
const keytar = (await import('keytar')).default;
process.stdout.write(JSON.stringify(await keytar.getPassword('Easel', process.argv[1])));
`;

const READ_KEYS = `
const keytar = (await import('keytar')).default;
process.stdout.write(JSON.stringify(await keytar.findCredentials('Easel')));
`;

/**
 * The keychain's item of an account, null without one. Read in a process of its own: GLib connects once per process,
 * and to what the environment says.
 */
export async function itemInKeyring(keyring: Keyring, account: string): Promise<string | null> {
  return (await inKeyring(keyring, READ_ITEM, account)) as string | null;
}

/** Every key that the keyring keeps for Easel, whatever the index says; those of other tests too. */
export async function keysInKeyring(keyring: Keyring): Promise<readonly string[]> {
  const items = (await inKeyring(keyring, READ_KEYS)) as readonly { account: string; password: string }[];
  return items.filter(({ account }) => account.startsWith('key-')).map(({ password }) => password);
}

async function inKeyring(keyring: Keyring, code: string, ...args: readonly string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code, '--', ...args], {
    cwd: repository,
    env: { ...process.env, ...keyring.environment },
  });
  return JSON.parse(stdout);
}

/** The accounts under which the index says that keys are in the keychain: `key-<uuid>`. Of a closed app. */
export function accountsOfKeys(userData: string): readonly string[] {
  const database = new DatabaseSync(path.join(userData, 'easel.db'), { readOnly: true });
  const rows = database.prepare('SELECT account FROM keys').all();
  database.close();
  return rows.map((row) => String(row['account']));
}

export function accountOfKey(userData: string): string {
  const [account, ...others] = accountsOfKeys(userData);
  if (account === undefined) throw new Error('no key is kept');
  if (others.length > 0) throw new Error(`${others.length} further keys are kept`);
  return account;
}

/** Files below a folder that hold the secret, in any encoding that is likely: the wanted answer is none. */
export async function filesWith(folder: string, secret: string): Promise<readonly string[]> {
  const bytes = Buffer.from(secret);
  const forms = [bytes, Buffer.from(secret, 'utf16le'), bytes.toString('base64'), bytes.toString('hex')];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  if (files.length === 0) throw new Error('there is no file to look into');
  const contents = await Promise.all(files.map((file) => readFile(file)));
  return files.filter((_, index) => forms.some((form) => contents[index]?.includes(form) === true));
}
