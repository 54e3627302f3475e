/**
 * Encrypts the API keys of an export under a passphrase.
 *
 * scrypt derives 64 bytes: 32 for AES-256-GCM, and 32 whose hash, the check value, detects a wrong passphrase before
 * anything is decrypted. GCM also authenticates the rest of the file, so a changed address is noticed when keys are unlocked.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { readJson } from '../../lib/files/json-file.ts';
import { readApiKey, type ApiKey } from '../../service/api-key.ts';
import type { ExportBody, ExportedConnection, ExportedKey, ExportFile, Sealed } from './format.ts';

/** A key, what the file says about it, and the connection that it belongs to. */
export interface MovedKey {
  readonly connectionId: string;
  readonly about: ExportedKey;
  readonly key: ApiKey;
}

/** Where a key belongs, as one text. */
export function placeOf(connectionId: string, { slot, stage }: Pick<ExportedKey, 'slot' | 'stage'>): string {
  return `${connectionId} ${slot} ${stage}`;
}

const CIPHER = 'aes-256-gcm';
/** Costs 128 MiB and about 0.5 s per guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** The bytes to encrypt with, and the check value. NFC: systems compose accents differently. */
async function keysFrom(passphrase: string, salt: Buffer) {
  const derived = await derive(passphrase.normalize('NFC'), salt, 64, COST);
  const check = createHash('sha256').update(derived.subarray(32)).digest();
  return { encryption: derived.subarray(0, 32), check, forget: () => derived.fill(0) };
}

export async function sealKeys(
  passphrase: string,
  body: ExportBody,
  keys: readonly MovedKey[],
): Promise<Sealed> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const { encryption, check, forget } = await keysFrom(passphrase, salt);
  const cipher = createCipheriv(CIPHER, encryption, iv).setAAD(Buffer.from(JSON.stringify(body)));
  const texts = keys.map(({ connectionId, about, key }) => [placeOf(connectionId, about), key.reveal()]);
  const plain = Buffer.from(JSON.stringify(texts));
  const data = Buffer.concat([cipher.update(plain), cipher.final()]);
  plain.fill(0);
  forget();
  const parts = { salt, check, iv, tag: cipher.getAuthTag(), data };
  const written = Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')]);
  return Object.fromEntries(written) as Sealed;
}

/** The keys by their places. `changed`: the passphrase is right, but the file is not what was exported. */
export async function unsealKeys(
  passphrase: string,
  sealed: Sealed,
  { body, connections }: Pick<ExportFile, 'body' | 'connections'>,
): Promise<Result<ReadonlyMap<string, ApiKey>, 'wrong-passphrase' | 'changed'>> {
  const bytesOf = (part: keyof Sealed): Buffer => Buffer.from(sealed[part], 'base64');
  const { encryption, check, forget } = await keysFrom(passphrase, bytesOf('salt'));
  try {
    if (!timingSafeEqual(check, bytesOf('check'))) return fail('wrong-passphrase');
    const decipher = createDecipheriv(CIPHER, encryption, bytesOf('iv'), { authTagLength: 16 })
      .setAAD(Buffer.from(JSON.stringify(body)))
      .setAuthTag(bytesOf('tag'));
    const plain = decipher.update(bytesOf('data'));
    try {
      decipher.final();
      const keys = readKeys(plain.toString('utf8'), connections);
      return keys === null ? fail('changed') : ok(keys);
    } catch {
      return fail('changed');
    } finally {
      plain.fill(0);
    }
  } finally {
    forget();
  }
}

/** The place of each key, and its text. */
const sealedKeys = v.array(v.strictTuple([v.string(), v.string()]));

/** Null unless they are exactly the keys that the connections name. */
function readKeys(
  text: string,
  connections: readonly ExportedConnection[],
): ReadonlyMap<string, ApiKey> | null {
  const keys = new Map<string, ApiKey>();
  for (const [place, written] of readJson(sealedKeys, text) ?? []) {
    const key = readApiKey(written);
    if (key.ok) keys.set(place, key.value);
  }
  const named = connections.flatMap(({ id, keys: about }) => about.map((key) => placeOf(id, key)));
  return named.length === keys.size && named.every((place) => keys.has(place)) ? keys : null;
}
