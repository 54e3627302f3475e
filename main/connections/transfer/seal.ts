/** Encrypts exported keys (scrypt, AES-256-GCM). Authenticates the whole file, to detect changed service addresses. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { readJson } from '../../lib/files/json-file.ts';
import { readApiKey, type ApiKey } from '../../service/authorize.ts';
import type { ExportBody, ExportedConnection, ExportedKey, ExportFile, Sealed } from './format.ts';

export interface MovedKey {
  readonly connectionId: string;
  readonly about: ExportedKey;
  readonly key: ApiKey;
}

export function placeOf(connectionId: string, { slot, stage }: Pick<ExportedKey, 'slot' | 'stage'>): string {
  return `${connectionId} ${slot} ${stage}`;
}

const CIPHER = 'aes-256-gcm';
/** Parameters of scrypt. One guess of a passphrase costs about 128 MiB and 0.5 s. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Derives the encryption key. Normalises the passphrase, because systems encode accented letters differently. */
const secretFrom = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  derive(passphrase.normalize('NFC'), salt, 32, COST);

export async function sealKeys(passphrase: string, body: ExportBody, keys: readonly MovedKey[]) {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const secret = await secretFrom(passphrase, salt);
  const cipher = createCipheriv(CIPHER, secret, iv).setAAD(Buffer.from(JSON.stringify(body)));
  const texts = keys.map(({ connectionId, about, key }) => [placeOf(connectionId, about), key.reveal()]);
  const plain = Buffer.from(JSON.stringify(texts));
  const data = Buffer.concat([cipher.update(plain), cipher.final()]);
  plain.fill(0);
  secret.fill(0);
  const parts = { salt, iv, tag: cipher.getAuthTag(), data };
  const written = Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')]);
  return Object.fromEntries(written) as Sealed;
}

/** Returns the decrypted API keys by connection, slot and stage. Null for a wrong passphrase or a changed file. */
export async function unsealKeys(
  passphrase: string,
  sealed: Sealed,
  { body, connections }: Pick<ExportFile, 'body' | 'connections'>,
): Promise<ReadonlyMap<string, ApiKey> | null> {
  const bytesOf = (part: keyof Sealed): Buffer => Buffer.from(sealed[part], 'base64');
  const secret = await secretFrom(passphrase, bytesOf('salt'));
  const decipher = createDecipheriv(CIPHER, secret, bytesOf('iv'), { authTagLength: 16 })
    .setAAD(Buffer.from(JSON.stringify(body)))
    .setAuthTag(bytesOf('tag'));
  const plain = decipher.update(bytesOf('data'));
  try {
    decipher.final();
    return readKeys(plain.toString('utf8'), connections);
  } catch {
    return null;
  } finally {
    plain.fill(0);
    secret.fill(0);
  }
}

const sealedKeys = v.array(v.strictTuple([v.string(), v.string()]));

/** Parses the decrypted keys. Returns null unless they are exactly the keys that the file lists. */
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
