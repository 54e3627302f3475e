/** The signed manifest of a release: made of what was built, and written only once the gate of updates believes it. */
import { createHash, sign, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  keyId,
  readManifest,
  SIGNED_AS,
  type Release,
  type ReleaseFile,
} from '../../main/updates/manifest.ts';
import type { ReleaseIdentity } from '../../main/updates/release-identity.ts';
import { publicHalf } from './release-keys.ts';

/** Beside the files that it names, wherever they are served. */
export const MANIFEST = 'manifest.json';

/** What is decided for each manifest anew; the rest is that of the build. */
export type Rollout = {
  /** Per cent of all computers. */
  readonly share: number;
  readonly stopped: boolean;
  readonly minVersion: string;
  /** For how long it is believed. */
  readonly days: number;
};

const DAY_MS = 24 * 60 * 60_000;

/** The systems that Easel updates itself on, and how electron-builder calls what is installed there. */
const SYSTEMS = [
  ['darwin', 'mac', 'zip'],
  ['win32', 'win', 'exe'],
] as const;

/** The files that updates are made of. Throws, naming each one that is missing. */
const updateFiles = (folder: string, version: string): readonly ReleaseFile[] => {
  const wanted = SYSTEMS.flatMap(([platform, os, extension]) =>
    (['x64', 'arm64'] as const).map((arch) => ({
      platform,
      arch,
      name: `Easel-${version}-${os}-${arch}.${extension}`,
    })),
  );
  const missing = wanted.filter(({ name }) => !existsSync(path.join(folder, name)));
  if (missing.length > 0)
    throw new Error(`There is no ${missing.map(({ name }) => name).join(', no ')} to sign`);
  return wanted.map((file) => {
    const content = readFileSync(path.join(folder, file.name));
    return { ...file, sha512: createHash('sha512').update(content).digest('base64'), size: content.length };
  });
};

/** What a changelog says of a version, each item on one line. Throws where it says nothing. */
export const notesOf = (changelog: string, version: string): string => {
  const section = changelog
    .split(/^## /mu)
    .find((each) => each.startsWith(`${version} `))
    ?.replace(/^.*\n/u, '')
    .replaceAll(/\n {2,}(?=[^\s-])/gu, ' ')
    .trim();
  if (section === undefined || section === '') throw new Error(`CHANGELOG.md says nothing of ${version}`);
  return section;
};

/** Signs the bytes of a payload. `signedAs`: what they are signed as, unless something else. */
export const seal = (key: KeyObject, payload: Uint8Array, signedAs = SIGNED_AS): string =>
  JSON.stringify({
    payload: Buffer.from(payload).toString('base64'),
    signature: sign(null, Buffer.concat([Buffer.from(signedAs), payload]), key).toString('base64'),
    key: keyId(publicHalf(key)),
  });

/** Writes the manifest of the files in a folder there. Throws, and writes nothing, where a build of this identity would refuse it. */
export const writeManifest = (
  folder: string,
  key: KeyObject,
  identity: ReleaseIdentity,
  build: { readonly version: string; readonly changelog: string },
  { share, stopped, minVersion, days }: Rollout,
  now: number,
): Release => {
  const { version, changelog } = build;
  const { channel, publisher, keys } = identity;
  const [current, next = null] = keys;
  const release: Release = {
    // Seconds count up by themselves, on every machine that ever signs.
    number: Math.floor(now / 1000),
    version,
    minVersion,
    channel,
    publisher,
    expires: new Date(now + days * DAY_MS).toISOString().replace(/\.\d+Z$/u, 'Z'),
    share,
    stopped,
    notes: notesOf(changelog, version),
    files: [...updateFiles(folder, version)],
    // From the first manifest that the next key signs on, the current one is believed no more.
    nextKey: publicHalf(key) === current ? next : null,
  };
  const sealed = seal(key, Buffer.from(JSON.stringify(release)));
  const read = readManifest(Buffer.from(sealed), {
    channel,
    publisher,
    trust: { keys, seen: null },
    installed: minVersion,
    now,
  });
  if (!read.ok) throw new Error(`Easel would refuse this manifest: ${read.error}`);
  writeFileSync(path.join(folder, MANIFEST), sealed);
  return read.value.release;
};
