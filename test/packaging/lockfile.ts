/** What package.json and package-lock.json say is installed: read once, and checked. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

const dependencies = v.record(v.string(), v.string());

const manifestSchema = v.object({
  name: v.string(),
  version: v.string(),
  dependencies,
  devDependencies: dependencies,
  optionalDependencies: dependencies,
  allowScripts: v.record(v.string(), v.boolean()),
});

const lockedSchema = v.object({
  name: v.optional(v.string()),
  version: v.optional(v.string()),
  resolved: v.optional(v.string()),
  integrity: v.optional(v.string()),
  link: v.optional(v.boolean()),
  license: v.optional(v.string()),
  dev: v.optional(v.boolean()),
  optional: v.optional(v.boolean()),
  hasInstallScript: v.optional(v.boolean()),
  dependencies: v.optional(dependencies),
  devDependencies: v.optional(dependencies),
  optionalDependencies: v.optional(dependencies),
  os: v.optional(v.union([v.string(), v.array(v.string())])),
  cpu: v.optional(v.union([v.string(), v.array(v.string())])),
  bin: v.optional(dependencies),
});

const lockSchema = v.object({ lockfileVersion: v.number(), packages: v.record(v.string(), lockedSchema) });

export type Manifest = v.InferOutput<typeof manifestSchema>;
export type Locked = v.InferOutput<typeof lockedSchema>;
export type Lock = v.InferOutput<typeof lockSchema>;
/** Both files, and .npmrc, as they lie in a project. */
export type Installed = {
  readonly manifest: Manifest;
  readonly lock: Lock;
  readonly text: string;
  readonly npmrc: string;
};

/** Reads them. Throws where one is not what npm writes. */
export const readInstalled = (root: string): Installed => {
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const text = read('package-lock.json');
  return {
    manifest: v.parse(manifestSchema, JSON.parse(read('package.json'))),
    lock: v.parse(lockSchema, JSON.parse(text)),
    text,
    npmrc: read('.npmrc'),
  };
};

/** The name under which a package lies in node_modules. */
export const nameOf = (where: string): string =>
  where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length);

export const packagesOf = ({ packages }: Lock): readonly (readonly [where: string, item: Locked])[] =>
  Object.entries(packages).filter(([where]) => where !== '');

const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/u;

/** A dependency that comes from an address, from Git or from a file. */
const ELSEWHERE =
  /^(?:git|github|gitlab|bitbucket|gist|https?|ssh|file|link)[:+]|^[\w.-]+\/[\w.-]+(?:#.*)?$/u;

export type LockRule = { readonly name: string; readonly find: (installed: Installed) => readonly string[] };

/** What is installed is exactly what was chosen, from wherever the machine gets its packages, and runs nothing meanwhile. */
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
