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

/**
 * The keychain's item of an account, null without one. Read in a process of its own: GLib connects once per process,
 * and to what the environment says.
 */
export async function itemInKeyring(keyring: Keyring, account: string): Promise<string | null> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', READ_ITEM, '--', account], {
    cwd: repository,
    env: { ...process.env, ...keyring.environment },
  });
  return JSON.parse(stdout) as string | null;
}

/** The account under which the key of the only connection is kept: `connection-<uuid>`. Of a closed app. */
export function accountOfConnection(userData: string): string {
  const database = new DatabaseSync(path.join(userData, 'easel.db'), { readOnly: true });
  const rows = database.prepare('SELECT id FROM connections').all();
  database.close();
  if (rows.length !== 1) throw new Error(`there are ${rows.length} connections`);
  return `connection-${String(rows[0]?.['id'])}`;
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
