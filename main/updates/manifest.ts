/**
 * The signed manifest of a release, and every reason not to believe one.
 *
 * A manifest is an envelope `{"payload", "signature", "key"}`: the payload is the release as JSON in base64, signed byte by
 * byte with Ed25519. Nothing of the payload is read before its signature is known to be good.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { parseStrictJson } from '../files/strict-json.ts';
import type { ReleaseIdentity } from './release-identity.ts';

/** The most that is read of a manifest, in bytes. */
export const LARGEST_MANIFEST = 256 * 1024;
/** The largest file of a release. */
const LARGEST_FILE = 1024 * 1024 * 1024;
const LONGEST_NOTES = 20_000;

/** Signed before the payload, so that a signature made for anything else is none. */
export const SIGNED_AS = 'easel release manifest 1\n';

const base64 = (bytes: number): RegExp =>
  new RegExp(`^[A-Za-z0-9+/]{${Math.ceil((bytes * 4) / 3)}}={${(3 - (bytes % 3)) % 3}}$`, 'u');
const ofBytes = (bytes: number) => v.pipe(v.string(), v.regex(base64(bytes)));

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const SHA512_BYTES = 64;

const envelope = v.strictObject({
  payload: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]+={0,2}$/u)),
  signature: ofBytes(SIGNATURE_BYTES),
  key: v.string(),
});

/** Three numbers: what is tried out before a release has no manifest. */
const version = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){2}$/u));
const line = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

const releaseFile = v.strictObject({
  platform: v.picklist(['darwin', 'win32', 'linux']),
  arch: v.picklist(['x64', 'arm64']),
  /** Beside the manifest, and in Easel's folder: no part of a path. */
  name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/u)),
  sha512: ofBytes(SHA512_BYTES),
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(LARGEST_FILE)),
});
export interface ReleaseFile extends Readonly<v.InferOutput<typeof releaseFile>> {}

const release = v.strictObject({
  /** Counts every manifest that was ever signed: a lower one is an old one. */
  number: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  version,
  /** The oldest Easel that may be updated to it. */
  minVersion: version,
  channel: line,
  publisher: line,
  expires: v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u),
    v.check((text) => !Number.isNaN(Date.parse(text))),
  ),
  /** Which share of all computers it is for now, in per cent. */
  share: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(100)),
  /** It was called back: nobody takes it any more. Only a higher version mends it. */
  stopped: v.boolean(),
  notes: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_NOTES)),
  files: v.pipe(
    v.array(releaseFile),
    v.minLength(1),
    v.maxLength(20),
    v.check((files) => areUnlike(files.map(({ name }) => name.toLowerCase()))),
    v.check((files) => areUnlike(files.map(({ platform, arch }) => `${platform} ${arch}`))),
  ),
  /** The key that later manifests may be signed with too; null for none. */
  nextKey: v.nullable(ofBytes(KEY_BYTES)),
});
export interface Release extends Readonly<v.InferOutput<typeof release>> {}

const areUnlike = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;

/** What an installation has believed so far. */
export interface Trust {
  /** Keys that a manifest may be signed with. */
  readonly keys: readonly string[];
  /** The newest manifest, by its number and its bytes, and the highest version; null for none. */
  readonly seen: { readonly number: number; readonly digest: string; readonly version: string } | null;
}

export interface Reader extends Pick<ReleaseIdentity, 'publisher' | 'channel'> {
  readonly trust: Trust;
  /** The version that asks. */
  readonly installed: string;
  /** Epoch ms. */
  readonly now: number;
}

/** Why a manifest is not believed, and the sentence about it. */
export const REFUSALS = {
  malformed: 'The release server’s manifest can’t be read.',
  'unknown-key': 'The release is signed with a key that this Easel doesn’t know.',
  'bad-signature': 'The release’s signature is wrong.',
  'wrong-channel': 'The release is for another channel.',
  'wrong-publisher': 'The release comes from another publisher.',
  expired: 'The release server’s manifest has expired.',
  replayed: 'The release server sent an older manifest than before.',
  downgrade: 'The release is older than this Easel, or than one that was announced before.',
} as const;
export type Refusal = keyof typeof REFUSALS;

/** Gives the release and what is believed from now on, or why it is refused. */
export function readManifest(
  bytes: Uint8Array,
  reader: Reader,
): Result<{ readonly release: Release; readonly trust: Trust }, Refusal> {
  if (bytes.length > LARGEST_MANIFEST) return fail('malformed');
  const sealed = parsed(bytes, envelope);
  if (sealed === null) return fail('malformed');
  const { keys, seen } = reader.trust;
  const signer = keys.find((key) => keyId(key) === sealed.key);
  if (signer === undefined) return fail('unknown-key');
  const payload = Buffer.from(sealed.payload, 'base64');
  if (!isSignedBy(signer, payload, Buffer.from(sealed.signature, 'base64'))) return fail('bad-signature');
  const read = parsed(payload, release);
  if (read === null) return fail('malformed');
  if (read.channel !== reader.channel) return fail('wrong-channel');
  if (read.publisher !== reader.publisher) return fail('wrong-publisher');
  if (Date.parse(read.expires) <= reader.now) return fail('expired');
  const digest = createHash('sha512').update(payload).digest('base64');
  if (seen !== null && read.number < seen.number) return fail('replayed');
  // Two manifests with one number: one of them was not to be seen.
  if (seen !== null && read.number === seen.number && digest !== seen.digest) return fail('replayed');
  const highest = seen !== null && isNewer(seen.version, reader.installed) ? seen.version : reader.installed;
  if (isNewer(highest, read.version)) return fail('downgrade');
  // From now on: the key that has signed this one and the one that it announces. One that it does not name is out.
  const next = read.nextKey === null || read.nextKey === signer ? [] : [read.nextKey];
  return ok({
    release: read,
    trust: { keys: [signer, ...next], seen: { number: read.number, digest, version: read.version } },
  });
}

/** How an envelope names a key. */
export function keyId(key: string): string {
  return createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 16);
}

/** Whether version `a` is higher than `b`; each of three numbers. */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => text.split('.').map(Number));
  const difference = (left ?? []).map((part, at) => part - (right?.[at] ?? 0)).find((each) => each !== 0);
  return (difference ?? 0) > 0;
}

/** What comes before the bytes of an Ed25519 key in its DER form (RFC 8410). */
const DER = Buffer.from('302a300506032b6570032100', 'hex');

function isSignedBy(key: string, payload: Uint8Array, signature: Uint8Array): boolean {
  try {
    const der = Buffer.concat([DER, Buffer.from(key, 'base64')]);
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return verify(null, Buffer.concat([Buffer.from(SIGNED_AS), payload]), publicKey, signature);
  } catch {
    return false;
  }
}

function parsed<T>(bytes: Uint8Array, schema: v.GenericSchema<unknown, T>): T | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value = parseStrictJson(text);
    const read = value.ok ? v.safeParse(schema, value.value) : null;
    return read?.success === true ? read.output : null;
  } catch {
    return null;
  }
}
