/** What is installed is exactly what was chosen, from wherever the machine gets its packages. */
import { expect, test } from 'vitest';
import { LOCK_RULES, readInstalled, type Installed, type Locked } from '../packaging/lockfile.ts';
import { ROOT } from './repository.ts';

const installed = readInstalled(ROOT);
const { manifest, lock } = installed;
const problems = (changed: Installed): readonly string[] => LOCK_RULES.flatMap(({ find }) => find(changed));

const withPackage = (where: string, changes: Partial<Locked>): Installed => ({
  ...installed,
  lock: { ...lock, packages: { ...lock.packages, [where]: { ...lock.packages[where], ...changes } } },
});
const withDependency = (version: string): Installed => ({
  ...installed,
  manifest: { ...manifest, dependencies: { ...manifest.dependencies, undici: version } },
});

const undici = 'node_modules/undici';

test('the lockfile keeps every rule', () => {
  expect(problems(installed)).toEqual([]);
});

test.each<readonly [name: string, changed: Installed]>([
  ['an address', withPackage(undici, { resolved: 'https://packages.example/undici.tar' })],
  ['a link', withPackage(undici, { link: true })],
  ['a dependency from Git', withPackage(undici, { dependencies: { ws: 'git+ssh://git@example.com/ws' } })],
  ['a dependency from a repository', withPackage(undici, { dependencies: { ws: 'someone/ws#main' } })],
  ['the name of an archive', { ...installed, text: `${installed.text}undici-1.tgz` }],
  ['a weak checksum', withPackage(undici, { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' })],
  ['a version that floats', withPackage(undici, { version: 'latest' })],
  ['a package that package.json lacks', withPackage('', { dependencies: { left: '1.0.0' } })],
  ['an undecided install script', withPackage(undici, { hasInstallScript: true })],
  ['a permitted install script', { ...installed, manifest: { ...manifest, allowScripts: { keytar: true } } }],
  ['scripts that npm runs unasked', { ...installed, npmrc: 'save-exact=true\n' }],
  ['an old Electron', withPackage('node_modules/electron', { version: '45.4.0' })],
  ['a range', withDependency('^8.12.4')],
  ['a tag', withDependency('latest')],
])('the rules refuse a lockfile with %s', (_name, changed) => {
  expect(problems(changed)).not.toEqual([]);
});

test('the lockfile has Node for each system, without a script that fetches it', () => {
  const nodes = Object.keys(manifest.optionalDependencies).map((name) => {
    const { os, cpu, bin, hasInstallScript } = lock.packages[`node_modules/${name}`] ?? {};
    expect({ name, hasInstallScript }).toEqual({ name, hasInstallScript: undefined });
    expect(bin?.['node'], name).toMatch(/^bin\/node(?:\.exe)?$/u);
    return `${[os].flat().join()} ${[cpu].flat().join()}`;
  });
  const due = ['darwin', 'linux', 'win32'].flatMap((os) => [`${os} arm64`, `${os} x64`]);
  expect(nodes.sort()).toEqual(due);
});
