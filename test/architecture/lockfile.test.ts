/** What is installed is exactly what was chosen, from wherever the machine gets its packages. */
import { describe, expect, test } from 'vitest';
import { LOCK_RULES, packagesOf, readInstalled, type Installed, type Locked } from '../packaging/lockfile.ts';
import { ROOT } from './repository.ts';

const installed = readInstalled(ROOT);
const { manifest, lock } = installed;
const problems = (changed: Installed): readonly string[] => LOCK_RULES.flatMap(({ find }) => find(changed));

/** The same, with a package changed. */
const withPackage = (where: string, changes: Partial<Locked>): Installed => ({
  ...installed,
  lock: { ...lock, packages: { ...lock.packages, [where]: { ...lock.packages[where], ...changes } } },
});
const withDependency = (version: string): Installed => ({
  ...installed,
  manifest: { ...manifest, dependencies: { ...manifest.dependencies, undici: version } },
});

describe('the lockfile', () => {
  test.each(LOCK_RULES)('$name', ({ find }) => {
    expect(packagesOf(lock).length).toBeGreaterThan(200);
    expect(find(installed)).toEqual([]);
  });

  const undici = 'node_modules/undici';
  test.each<readonly [name: string, changed: Installed]>([
    ['an address', withPackage(undici, { resolved: 'https://packages.example/undici.tar' })],
    ['a link', withPackage(undici, { link: true })],
    ['a dependency from Git', withPackage(undici, { dependencies: { ws: 'git+ssh://git@example.com/ws' } })],
    ['a dependency from a repository', withPackage(undici, { dependencies: { ws: 'someone/ws#main' } })],
    ['a name of an archive', { ...installed, text: `${installed.text}undici-1.tgz` }],
    ['a package without a checksum', withPackage(undici, { integrity: '' })],
    ['a weak checksum', withPackage(undici, { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' })],
    ['a version that floats', withPackage(undici, { version: 'latest' })],
    [
      'a package that package.json doesn’t know',
      withPackage('', { dependencies: { ...manifest.dependencies, left: '1.0.0' } }),
    ],
    ['an install script that nobody decided on', withPackage(undici, { hasInstallScript: true })],
    [
      'an install script that may run',
      { ...installed, manifest: { ...manifest, allowScripts: { ...manifest.allowScripts, keytar: true } } },
    ],
    ['scripts that npm would run unasked', { ...installed, npmrc: 'save-exact=true\n' }],
    ['an old Electron', withPackage('node_modules/electron', { version: '45.4.0' })],
    ...['^8.12.4', '~8.12.4', '8.x', 'latest', '>=8.0.0', 'git+ssh://x'].map(
      (version) => [version, withDependency(version)] as const,
    ),
  ])('with %s is told', (_name, changed) => {
    expect(problems(changed)).not.toEqual([]);
  });

  test('brings Node for each system by its own checksum, without a script that fetches it', () => {
    const nodes = Object.keys(manifest.optionalDependencies).map((name) => {
      const { os, cpu, bin, hasInstallScript } = lock.packages[`node_modules/${name}`] ?? {};
      expect({ name, hasInstallScript }).toEqual({ name, hasInstallScript: undefined });
      expect(bin?.['node'], name).toMatch(/^bin\/node(?:\.exe)?$/u);
      return `${[os].flat().join()} ${[cpu].flat().join()}`;
    });
    const due = ['darwin', 'linux', 'win32'].flatMap((os) => [`${os} arm64`, `${os} x64`]);
    expect(nodes.sort()).toEqual(due);
    expect(Object.keys(manifest.allowScripts)).not.toContain('node');
  });
});
