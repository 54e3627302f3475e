/** What is installed is exactly what was chosen, from wherever the machine gets its packages. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ROOT } from './repository.ts';

const text = readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8');

const dependencies = v.record(v.string(), v.string());
const manifest = v.parse(
  v.object({
    dependencies,
    devDependencies: dependencies,
    optionalDependencies: dependencies,
    allowScripts: v.record(v.string(), v.boolean()),
  }),
  JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')),
);
const lock = v.parse(
  v.object({
    lockfileVersion: v.number(),
    packages: v.record(
      v.string(),
      v.object({
        name: v.optional(v.string()),
        version: v.optional(v.string()),
        resolved: v.optional(v.string()),
        integrity: v.optional(v.string()),
        link: v.optional(v.boolean()),
        hasInstallScript: v.optional(v.boolean()),
        dependencies: v.optional(dependencies),
        devDependencies: v.optional(dependencies),
        optionalDependencies: v.optional(dependencies),
        os: v.optional(v.union([v.string(), v.array(v.string())])),
        cpu: v.optional(v.union([v.string(), v.array(v.string())])),
        bin: v.optional(dependencies),
      }),
    ),
  }),
  JSON.parse(text),
);
const packages = Object.entries(lock.packages).filter(([where]) => where !== '');
const nameOf = (where: string): string =>
  where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length);

const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/u;

describe('the lockfile', () => {
  test('names no address of a package', () => {
    expect(packages.filter(([, item]) => item.resolved !== undefined || item.link)).toEqual([]);
    expect(text).not.toMatch(/registry|npmjs|\.tgz/iu);
  });

  test('gives every package an exact version and a strong checksum', () => {
    expect(packages.length).toBeGreaterThan(200);
    const loose = packages.filter(
      ([, { version, integrity }]) =>
        !/^\d+\.\d+\.\d+/u.test(version ?? '') || !/^sha512-[\w+/]{86}==$/u.test(integrity ?? ''),
    );
    expect(loose.map(([where]) => where)).toEqual([]);
  });

  test('agrees with package.json', () => {
    const root = lock.packages[''];
    expect(root?.dependencies).toEqual(manifest.dependencies);
    expect(root?.devDependencies).toEqual(manifest.devDependencies);
    expect(root?.optionalDependencies).toEqual(manifest.optionalDependencies);
  });

  test('holds no Electron older than the one whose faults we know', () => {
    const [major = 0, minor = 0, patch = 0] = (lock.packages['node_modules/electron']?.version ?? '')
      .split('.')
      .map(Number);
    expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(45_004_001);
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

  test('holds no install script that wasn’t decided on', () => {
    const scripts = packages.filter(([, item]) => item.hasInstallScript);
    const decided = Object.keys(manifest.allowScripts);
    const open = scripts.filter(
      ([where, item]) => !decided.includes(nameOf(where)) && !decided.includes(item.name ?? ''),
    );
    expect(open.map(([where]) => where)).toEqual([]);
  });
});

test('package.json pins every dependency exactly', () => {
  const { dependencies: own, devDependencies, optionalDependencies } = manifest;
  const all = Object.entries({ ...own, ...devDependencies, ...optionalDependencies });
  expect(all.filter(([, version]) => !EXACT.test(version))).toEqual([]);
  expect(
    ['^1.2.3', '~1.2.3', '1.x', 'latest', '>=1.0.0', 'git+ssh://x'].filter((it) => EXACT.test(it)),
  ).toEqual([]);
});
