/**
 * The steps of .github/workflows/release.yml and rollout.yml that are ours. All but `manifest` need nothing but Node.
 * `preflight TAG` names all that keeps a release from being made, before anything is built.
 * `sums FOLDER` writes SHA256SUMS over all files there, and `sign FOLDER` signs it with EASEL_SUMS_KEY.
 * `key FILE` makes a key for manifests: its private half goes into a new file, its public half is printed, to be pinned.
 * `manifest FOLDER [--share 100] [--stopped] [--min-version 0.0.0] [--days 90]` signs the manifest of the files there with
 * EASEL_MANIFEST_KEY.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { RELEASE_IDENTITY } from '../../main/updates/release-identity.ts';
import { missingVariables, signingVariables } from '../packaging/build-options.ts';
import { signSums, writeSums } from '../packaging/checksums.ts';
import { electronAge } from '../packaging/electron-age.ts';
import {
  makeKey,
  MANIFEST_KEY,
  pinProblems,
  PINNED,
  readKey,
  signerProblems,
} from '../packaging/release-keys.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Signs SHA256SUMS: an Ed25519 key as PEM. */
const SUMS_KEY = 'EASEL_SUMS_KEY';

const changelog = (): string => readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
const ownVersion = (): string =>
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;

function preflight(tag: string): readonly string[] {
  const version = ownVersion();
  const heading = changelog()
    .split('\n')
    .find((line) => line.startsWith('## '));
  const names = [...signingVariables.darwin, ...signingVariables.win32, SUMS_KEY, MANIFEST_KEY];
  return [
    ...missingVariables(names, process.env),
    ...pinProblems(PINNED),
    ...signerProblems(PINNED, process.env),
    ...(tag === `v${version}` ? [] : [`The tag ${tag} is not that of package.json, v${version}`]),
    ...(/^## (\S+) \(\d{4}-\d\d-\d\d\)$/u.exec(heading ?? '')?.[1] === version
      ? []
      : [`CHANGELOG.md doesn’t begin with ${version} and its day`]),
    ...electronAge(new Date()),
  ];
}

/** The private key comes by the environment alone: arguments are seen by every program of the machine. */
async function manifest(args: readonly string[]): Promise<string> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      share: { type: 'string', default: '100' },
      stopped: { type: 'boolean', default: false },
      'min-version': { type: 'string', default: '0.0.0' },
      days: { type: 'string', default: '90' },
    },
  });
  const { writeManifest } = await import('../packaging/update-manifest.ts');
  const rollout = {
    share: Number(values.share),
    stopped: values.stopped,
    minVersion: values['min-version'],
    days: Number(values.days),
  };
  const { number, version, share, stopped, expires } = writeManifest(
    path.resolve(positionals[0] ?? '.'),
    readKey(process.env[MANIFEST_KEY] ?? ''),
    RELEASE_IDENTITY,
    { version: ownVersion(), changelog: changelog() },
    rollout,
    Date.now(),
  );
  return `Manifest ${number} of Easel ${version}: ${stopped ? 'stopped' : `${share} % of all computers`}, until ${expires}`;
}

const [step = '', what = '', ...more] = process.argv.slice(2);
try {
  if (step === 'preflight') {
    const reasons = preflight(what);
    for (const reason of reasons) console.error(reason);
    process.exitCode = reasons.length === 0 ? 0 : 1;
  } else if (step === 'sums') {
    console.log(`${writeSums(path.resolve(what))} files in SHA256SUMS`);
  } else if (step === 'sign') {
    signSums(path.resolve(what), readKey(process.env[SUMS_KEY] ?? ''));
  } else if (step === 'key') {
    console.log(makeKey(path.resolve(what)));
  } else if (step === 'manifest') {
    console.log(await manifest([what, ...more]));
  } else {
    console.error('Steps: preflight TAG, sums FOLDER, sign FOLDER, key FILE, manifest FOLDER [options]');
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : 'unknown');
  process.exitCode = 1;
}
