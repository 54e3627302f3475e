/** What makes the fingerprints of keys mean something on this computer alone. */
import { randomBytes } from 'node:crypto';
import type { Store } from '../store/database.ts';

/** Random per installation, so that a fingerprint tells nothing about a key elsewhere. */
export async function fingerprintSalt(settings: Store['settings']): Promise<string> {
  const known = await settings.get('fingerprint-salt');
  if (known !== null) return known;
  const salt = randomBytes(16).toString('hex');
  await settings.set('fingerprint-salt', salt);
  return salt;
}
