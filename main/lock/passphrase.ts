/** The passphrase of the idle lock: kept as a slow hash, never as text. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';

export const SHORTEST_PASSPHRASE = 8;

/** About 64 MiB and a fifth of a second for each guess. */
const COST = { n: 65_536, r: 8, p: 1 } as const;
/** Node refuses more than 32 MiB unless told; scrypt takes 128 × N × r bytes and a little. */
const MOST_MEMORY = 128 * 1024 * 1024;
const HASH_BYTES = 32;

const hex = (bytes: number): v.GenericSchema<string> =>
  v.pipe(v.string(), v.length(bytes * 2), v.regex(/^[\da-f]*$/u));

/** The cost is read as well: a hash of another cost is another Easel's, and a hostile one could stop this one. */
export const keptPassphraseSchema = v.strictObject({
  salt: hex(16),
  hash: hex(HASH_BYTES),
  n: v.literal(COST.n),
  r: v.literal(COST.r),
  p: v.literal(COST.p),
});

export type KeptPassphrase = v.InferOutput<typeof keptPassphraseSchema>;

/** Makes 32 bytes of a passphrase and a salt, with much work. */
export type SlowHash = (passphrase: string, salt: Buffer) => Promise<Buffer>;

/** What of a passphrase may be written down. */
export async function keepPassphrase(passphrase: string, hash: SlowHash): Promise<KeptPassphrase> {
  const salt = randomBytes(16);
  const made = await hash(oneForm(passphrase), salt);
  return { salt: salt.toString('hex'), hash: made.toString('hex'), ...COST };
}

/** Whether this is the passphrase that was kept. Takes as long for a wrong one. */
export async function isPassphrase(
  passphrase: string,
  kept: KeptPassphrase,
  hash: SlowHash,
): Promise<boolean> {
  const made = await hash(oneForm(passphrase), Buffer.from(kept.salt, 'hex'));
  return timingSafeEqual(made, Buffer.from(kept.hash, 'hex'));
}

/** One form for what looks the same: keyboards differ in how they put an accent together. */
function oneForm(passphrase: string): string {
  return passphrase.normalize('NFKC');
}

/** The hash that Easel keeps. */
export const scryptHash: SlowHash = (passphrase, salt) => {
  const bytes = Buffer.from(passphrase);
  const { n, r, p } = COST;
  return new Promise((resolve, reject) => {
    scrypt(bytes, salt, HASH_BYTES, { N: n, r, p, maxmem: MOST_MEMORY }, (error, hash) => {
      bytes.fill(0);
      if (error === null) resolve(hash);
      else reject(error);
    });
  });
};
