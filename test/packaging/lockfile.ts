import { readFileSync } from 'node:fs';
import path from 'node:path';

type Dependencies = Readonly<Record<string, string>>;

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Dependencies;
  readonly devDependencies: Dependencies;
  readonly optionalDependencies: Dependencies;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

/** Entry of package-lock.json. In an alias such as `"a": "npm:b@1"`, `name` is the package's real name, here `b`. */
export interface Locked extends Partial<Pick<Manifest, 'name' | 'version'>> {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly bin?: Dependencies;
}

export interface Installed {
  readonly manifest: Manifest;
  readonly lock: { readonly packages: Readonly<Record<string, Locked>> };
  readonly text: string;
  readonly npmrc: string;
}

export const readInstalled = (root: string): Installed => {
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const text = read('package-lock.json');
  return {
    manifest: JSON.parse(read('package.json')) as Manifest,
    lock: JSON.parse(text) as Installed['lock'],
    text,
    npmrc: read('.npmrc'),
  };
};

export const nameOf = (where: string): string =>
  where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length);

export const packagesOf = ({
  packages,
}: Installed['lock']): readonly (readonly [where: string, item: Locked])[] =>
  Object.entries(packages).filter(([where]) => where !== '');

const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/u;

const ELSEWHERE =
  /^(?:git|github|gitlab|bitbucket|gist|https?|ssh|file|link)[:+]|^[\w.-]+\/[\w.-]+(?:#.*)?$/u;

export type LockRule = { readonly name: string; readonly find: (installed: Installed) => readonly string[] };

export const LOCK_RULES: readonly LockRule[] = [
  {
    name: 'the lockfile names no address of a package, and no host',
    find: ({ lock, text }) => [
      ...packagesOf(lock)
        .filter(([, item]) => item.resolved !== undefined || item.link)
        .map(([where]) => where),
      ...packagesOf(lock).flatMap(([where, item]) =>
        Object.entries({ ...item.dependencies, ...item.optionalDependencies })
          .filter(([, range]) => ELSEWHERE.test(range))
          .map(([name, range]) => `${where} takes ${name} from ${range}`),
      ),
      ...(text.match(/registry|npmjs|\.tgz/giu) ?? []),
    ],
  },
  {
    name: 'every package has an exact version and a strong checksum',
    find: ({ lock }) =>
      packagesOf(lock)
        .filter(
          ([, { version, integrity }]) =>
            !/^\d+\.\d+\.\d+/u.test(version ?? '') || !/^sha512-[\w+/]{86}==$/u.test(integrity ?? ''),
        )
        .map(([where]) => where),
  },
  {
    name: 'package.json pins every dependency exactly',
    find: ({ manifest }) =>
      Object.entries({
        ...manifest.dependencies,
        ...manifest.devDependencies,
        ...manifest.optionalDependencies,
      })
        .filter(([, version]) => !EXACT.test(version))
        .map(([name, version]) => `${name}: ${version}`),
  },
  {
    name: 'the lockfile agrees with package.json',
    find: ({ manifest, lock }) =>
      (['dependencies', 'devDependencies', 'optionalDependencies'] as const).filter((kind) => {
        const locked = lock.packages['']?.[kind] ?? {};
        const names = new Set([...Object.keys(locked), ...Object.keys(manifest[kind])]);
        return [...names].some((name) => locked[name] !== manifest[kind][name]);
      }),
  },
  {
    name: 'every install script is decided on by name, and none may run',
    find: ({ manifest, lock, npmrc }) => [
      ...packagesOf(lock)
        .filter(
          ([where, item]) =>
            item.hasInstallScript &&
            ![nameOf(where), item.name].some((name) => name !== undefined && name in manifest.allowScripts),
        )
        .map(([where]) => where),
      ...Object.entries(manifest.allowScripts)
        .filter(([, allowed]) => allowed)
        .map(([name]) => `${name} may run its script`),
      ...(/^strict-allow-scripts=true$/mu.test(npmrc)
        ? []
        : ['npm would run a script that nobody decided on']),
    ],
  },
  {
    name: 'Electron is none of before the faults that we know of',
    find: ({ lock }) => {
      const version = lock.packages['node_modules/electron']?.version ?? '0.0.0';
      const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
      return major * 1e6 + minor * 1e3 + patch >= 45_004_001 ? [] : [version];
    },
  },
];
