import { expect, test } from 'vitest';
import { LOCK_RULES, readInstalled, type Installed, type Locked } from '../packaging/lockfile.ts';
import { ROOT } from './repository.ts';

const installed = readInstalled(ROOT);
const { manifest, lock } = installed;
const withPackage = (where: string, changes: Partial<Locked>): Installed => ({
  ...installed,
  lock: { ...lock, packages: { ...lock.packages, [where]: { ...lock.packages[where], ...changes } } },
});
const undici = 'node_modules/undici';

// Each entry breaks one rule. Check D5 (test/security/supply-chain.ts) applies the rules to the real lockfile.
test.each<readonly [name: string, changed: Installed]>([
  ['a download URL', withPackage(undici, { resolved: 'https://packages.example/undici.tar' })],
  ['a Git dependency', withPackage(undici, { dependencies: { ws: 'git+ssh://git@example.com/ws' } })],
  ['a weak checksum', withPackage(undici, { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' })],
  ['a dependency missing in package.json', withPackage('', { dependencies: { left: '1.0.0' } })],
  ['an unlisted install script', withPackage(undici, { hasInstallScript: true })],
  ['an .npmrc without strict-allow-scripts', { ...installed, npmrc: 'save-exact=true\n' }],
  ['an old Electron', withPackage('node_modules/electron', { version: '45.4.0' })],
  ['a version range', { ...installed, manifest: { ...manifest, dependencies: { undici: '^8.12.4' } } }],
])('the lockfile check rejects a project with %s', (_name, changed) => {
  expect(LOCK_RULES.flatMap(({ find }) => find(changed))).not.toEqual([]);
});

test('the lockfile contains a Node package without install script for each supported system and processor', () => {
  const nodes = Object.keys(manifest.optionalDependencies).map((name) => {
    const { os, cpu, bin, hasInstallScript } = lock.packages[`node_modules/${name}`] ?? {};
    expect({ name, hasInstallScript }).toEqual({ name, hasInstallScript: undefined });
    expect(bin?.['node'], name).toMatch(/^bin\/node(?:\.exe)?$/u);
    return `${[os].flat().join()} ${[cpu].flat().join()}`;
  });
  const due = ['darwin', 'linux', 'win32'].flatMap((os) => [`${os} arm64`, `${os} x64`]);
  expect(nodes.sort()).toEqual(due);
});
