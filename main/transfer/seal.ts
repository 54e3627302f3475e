/**
 * Seals keys under a passphrase: scrypt makes two keys of it, one encrypts (AES-256-GCM), one makes the check value.
 *
 * The check value covers salt and cost alone, so a wrong passphrase is known before anything is decrypted. What is
 * encrypted is bound to everything else in the file (see `boundBy`): an address that was changed after the export is
 * noticed when the keys are opened. Changed salt, cost or check value can't be told from a wrong passphrase.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { canonicalJson, canonicalPieces, inTurns, type Steps } from '../files/digested-file.ts';
import type { ExportBody, ExportFile, Sealed } from './format.ts';

type Kdf = Sealed['kdf'];
export type Cost = Pick<Kdf, 'N' | 'r' | 'p'>;

/** About half a second and 128 MiB for each guess. */
const COST: Cost = { N: 2 ** 17, r: 8, p: 1 };

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** `cost` is another one in tests alone. */
export async function seal(
  passphrase: string,
  body: ExportBody,
  plain: string,
  cost: Cost = COST,
): Promise<Sealed> {
  const kdf: Kdf = { name: 'scrypt', ...cost, salt: randomBytes(16).toString('base64') };
  const keys = await keysFrom(passphrase, kdf);
  const iv = randomBytes(12);
  const head = {
    kdf,
    check: checkValue(keys, kdf).toString('base64'),
    cipher: 'aes-256-gcm',
    iv: iv.toString('base64'),
  } as const;
  const cipher = createCipheriv(head.cipher, keys.subarray(0, 32), iv);
  cipher.setAAD(await boundBy(body, head));
  const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  keys.fill(0);
  return { ...head, tag: cipher.getAuthTag().toString('base64'), data: data.toString('base64') };
}

/**
 * Opens a seal.
 *
 * `changed`: the passphrase is right, and the file is not what was exported; `too-costly`: this computer has not the
 * memory that trying it takes.
 */
export async function unseal(
  passphrase: string,
  file: ExportFile & { readonly sealed: Sealed },
): Promise<Result<string, 'wrong-passphrase' | 'changed' | 'too-costly'>> {
  const { sealed, digest: _, ...body } = file;
  const { tag, data, ...head } = sealed;
  const keys = await keysFrom(passphrase, head.kdf).catch(() => null);
  if (keys === null) return fail('too-costly');
  try {
    if (!timingSafeEqual(checkValue(keys, head.kdf), Buffer.from(head.check, 'base64'))) {
      return fail('wrong-passphrase');
    }
    const iv = Buffer.from(head.iv, 'base64');
    const decipher = createDecipheriv(head.cipher, keys.subarray(0, 32), iv, { authTagLength: 16 });
    decipher.setAAD(await boundBy(body, head));
    decipher.setAuthTag(Buffer.from(tag, 'base64'));
    const plain = decipher.update(Buffer.from(data, 'base64'));
    try {
      decipher.final();
      return ok(plain.toString('utf8'));
    } catch {
      return fail('changed');
    } finally {
      plain.fill(0);
    }
  } finally {
    keys.fill(0);
  }
}

/**
 * Whether a cost may be worked on: a file may ask for anything.
 *
 * At least what takes a guesser some time, at most 1 GiB of memory.
 */
export function isSaneCost({ N, r, p }: Cost): boolean {
  const isPower = Number.isInteger(Math.log2(N));
  return isPower && N >= 2 ** 14 && N <= 2 ** 20 && r >= 1 && r <= 16 && p >= 1 && p <= 4 && N * r <= 2 ** 23;
}

type SealHead = Omit<Sealed, 'tag' | 'data'>;

/** Everything in the file but what is encrypted, its tag and the digest. */
function boundBy(body: ExportBody, head: SealHead): Promise<Buffer> {
  return inTurns(bytesOf({ ...body, sealed: head }));
}

function* bytesOf(value: object): Steps<Buffer> {
  const pieces: string[] = [];
  for (const piece of canonicalPieces(value)) {
    pieces.push(piece);
    if (pieces.length % 1000 === 0) yield;
  }
  return Buffer.from(pieces.join(''));
}

/** 32 bytes to encrypt with, 32 for the check value. Letters with marks are typed differently on different systems. */
function keysFrom(passphrase: string, { N, r, p, salt }: Kdf): Promise<Buffer> {
  const maxmem = 128 * r * (N + p + 2) + 1024;
  return derive(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 64, { N, r, p, maxmem });
}

function checkValue(keys: Buffer, kdf: Kdf): Buffer {
  return createHmac('sha256', keys.subarray(32)).update(canonicalJson(kdf)).digest();
}
