/**
 * The steps of .github/workflows/release.yml that are ours; they need nothing but Node.
 * `preflight TAG` names all that keeps a release from being made, before anything is built.
 * `sums FOLDER` writes SHA256SUMS over all files there, and `sign FOLDER` signs it with EASEL_SUMS_KEY.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { missingVariables, signingVariables } from '../packaging/build-options.ts';
import { signSums, writeSums } from '../packaging/checksums.ts';
import { electronAge } from '../packaging/electron-age.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Signs SHA256SUMS: an Ed25519 key as PEM. */
const SUMS_KEY = 'EASEL_SUMS_KEY';

function preflight(tag: string): readonly string[] {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const heading = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')
    .split('\n')
    .find((line) => line.startsWith('## '));
  return [
    ...missingVariables([...signingVariables.darwin, ...signingVariables.win32, SUMS_KEY], process.env),
    ...(tag === `v${version}` ? [] : [`The tag ${tag} is not that of package.json, v${version}`]),
    ...(/^## (\S+) \(\d{4}-\d\d-\d\d\)$/u.exec(heading ?? '')?.[1] === version
      ? []
      : [`CHANGELOG.md doesn’t begin with ${version} and its day`]),
    ...electronAge(new Date()),
  ];
}

const [step = '', what = ''] = process.argv.slice(2);
if (step === 'preflight') {
  const reasons = preflight(what);
  for (const reason of reasons) console.error(reason);
  process.exitCode = reasons.length === 0 ? 0 : 1;
} else if (step === 'sums') {
  console.log(`${writeSums(path.resolve(what))} files in SHA256SUMS`);
} else if (step === 'sign') {
  signSums(path.resolve(what), process.env[SUMS_KEY] ?? '');
} else {
  console.error('Steps: preflight TAG, sums FOLDER, sign FOLDER');
  process.exitCode = 1;
}
