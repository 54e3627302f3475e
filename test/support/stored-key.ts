import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Keyring } from './keyring.ts';

const READ_KEYS = `
const keytar = (await import('keytar')).default;
process.stdout.write(JSON.stringify(await keytar.findCredentials('Easel')));
`;

/** Reads Easel's API keys from the keyring in another process, because GLib connects to only one D-Bus per process. */
export async function keysInKeyring(keyring: Keyring): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', READ_KEYS], {
    cwd: path.join(import.meta.dirname, '../..'),
    env: { ...process.env, ...keyring.environment },
  });
  const items = JSON.parse(stdout) as readonly { readonly account: string; readonly password: string }[];
  return items.filter(({ account }) => account.startsWith('key-')).map(({ password }) => password);
}
