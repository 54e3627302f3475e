/** Steps of .github/workflows/release.yml: `preflight TAG`, `feed FOLDER`, `sums FOLDER`, `sign FOLDER`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  missingVariables,
  publisherProblems,
  publishersOf,
  signingVariables,
} from '../packaging/build-options.ts';
import { readKey, signSums, writeSums } from '../packaging/checksums.ts';
import { electronAge } from '../packaging/electron-age.ts';
import { writeUpdateFeed } from '../packaging/update-feed.ts';

const root = path.resolve(import.meta.dirname, '../..');

const SUMS_KEY = 'EASEL_SUMS_KEY';

const changelog = (): string => readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
const ownVersion = (): string =>
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;

function preflight(tag: string): readonly string[] {
  const version = ownVersion();
  const heading = changelog()
    .split('\n')
    .find((line) => line.startsWith('## '));
  const names = [...signingVariables.darwin, ...signingVariables.win32, SUMS_KEY];
  return [
    ...missingVariables(names, process.env),
    ...publisherProblems(publishersOf(process.env)),
    ...(tag === `v${version}` ? [] : [`The tag ${tag} is not that of package.json, v${version}`]),
    ...(/^## (\S+) \(\d{4}-\d\d-\d\d\)$/u.exec(heading ?? '')?.[1] === version
      ? []
      : [`CHANGELOG.md doesn’t begin with ${version} and its day`]),
    ...electronAge(new Date()),
  ];
}

const [step = '', what = ''] = process.argv.slice(2);
try {
  if (step === 'preflight') {
    const reasons = preflight(what);
    for (const reason of reasons) console.error(reason);
    process.exitCode = reasons.length === 0 ? 0 : 1;
  } else if (step === 'sums') {
    console.log(`${writeSums(path.resolve(what))} files in SHA256SUMS`);
  } else if (step === 'sign') {
    signSums(path.resolve(what), readKey(process.env[SUMS_KEY] ?? ''));
  } else if (step === 'feed') {
    writeUpdateFeed(path.resolve(what), ownVersion());
  } else {
    console.error('Steps: preflight TAG, feed FOLDER, sums FOLDER, sign FOLDER');
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : 'unknown');
  process.exitCode = 1;
}
