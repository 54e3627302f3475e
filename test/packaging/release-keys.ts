/**
 * The keys that sign the manifests of releases, and what a build pins of them. The private ones are in the release's
 * environment alone; nothing here prints one.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import {
  RELEASE_IDENTITY,
  WINDOWS_PUBLISHERS,
  type ReleaseIdentity,
} from '../../main/updates/release-identity.ts';

/** Signs the manifest: an Ed25519 key as PEM. */
export const MANIFEST_KEY = 'EASEL_MANIFEST_KEY';

/** What a build pins. */
export type Pins = Pick<ReleaseIdentity, 'keys'> & { readonly windowsPublishers: readonly string[] };

export const PINNED: Pins = { ...RELEASE_IDENTITY, windowsPublishers: WINDOWS_PUBLISHERS };

const KEY_BYTES = 32;

/** Reads a private key. Throws for any but an Ed25519 one, without a word of it. */
export const readKey = (pem: string): KeyObject => {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new Error('The key is no private key in PEM');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key is not an Ed25519 key');
  return key;
};

/** The public half of a key, as a build pins it. */
export const publicHalf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES).toString('base64');

/** Makes a pair: writes the private key into a new file that only its owner can read, and gives the public one. */
export const makeKey = (file: string): string => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
  return publicHalf(privateKey);
};

/** A whole distinguished name: with a common name alone anyone of that name could sign updates. */
const FULL_NAME = /^CN=.+, *O=.+/u;

const isKey = (text: string): boolean =>
  /^[\w+/]{43}=$/u.test(text) && Buffer.from(text, 'base64').length === KEY_BYTES;

/** Why a build with these pins takes no update, one sentence each; none where it takes those that are signed rightly. */
export const pinProblems = ({ keys, windowsPublishers }: Pins): readonly string[] => [
  ...(keys.length === 2 && new Set(keys).size === 2 && keys.every(isKey)
    ? []
    : [
        'main/updates/release-identity.ts must pin two release keys, the current and the next one: `node test/commands/release.ts key FILE` makes one',
      ]),
  ...(windowsPublishers.length > 0 && windowsPublishers.every((name) => FULL_NAME.test(name))
    ? []
    : ['main/updates/release-identity.ts must pin the publisher of Windows by its full name (CN=…, O=…, …)']),
];

/** Why a release that is signed with what the environment holds would not be taken by a build with these pins. */
export const signerProblems = (
  { keys, windowsPublishers }: Pins,
  env: NodeJS.ProcessEnv,
): readonly string[] => {
  const publisher = (env['EASEL_AZURE_PUBLISHER'] ?? '').trim();
  const problems: string[] = [];
  if (publisher !== '' && !windowsPublishers.includes(publisher))
    problems.push('EASEL_AZURE_PUBLISHER is none of the pinned publishers');
  const pem = env[MANIFEST_KEY] ?? '';
  if (pem === '') return problems;
  try {
    if (!keys.includes(publicHalf(readKey(pem)))) problems.push(`${MANIFEST_KEY} is none of the pinned keys`);
  } catch (error) {
    problems.push(`${MANIFEST_KEY}: ${error instanceof Error ? error.message : 'can’t be read'}`);
  }
  return problems;
};
