import path from 'node:path';
import { asarRules, diskRules, nativeModule, packagedName, type FileRule } from './allowed-files.ts';
import type { Case } from '../support/finding.ts';
import type { Contents, Files } from './contents.ts';

export type Expectation = {
  /** The files of Electron's distribution, relative to it. */
  readonly dist: readonly string[];
  /** The built app (out/app), relative to it. */
  readonly app: Files;
  /** keytar's binary for the target, as installed. */
  readonly nativeModule: Buffer;
  readonly manifest: unknown;
  /** Paths and names of this machine that must be found nowhere. */
  readonly machine: readonly string[];
};

const matches = (file: string, rule: FileRule): boolean => path.posix.matchesGlob(file, rule.pattern);

const compareWithRules = (found: readonly string[], rules: readonly FileRule[]): readonly string[] => [
  ...found.filter((file) => !rules.some((rule) => matches(file, rule))).map((file) => `not allowed: ${file}`),
  ...rules
    .filter((rule) => rule.required && !found.some((file) => matches(file, rule)))
    .map((rule) => `missing: ${rule.pattern}`),
];

const electronsFiles = ({ target }: Contents, { dist }: Expectation): ReadonlySet<string> =>
  new Set(dist.map((file) => packagedName(file, target)).filter((file) => file !== null));

const diskFiles = (contents: Contents, expected: Expectation): readonly string[] => {
  const { disk, target } = contents;
  const electrons = electronsFiles(contents, expected);
  return [
    ...[...electrons]
      .filter((file) => !disk.includes(file))
      .map((file) => `missing, though Electron's distribution has it: ${file}`),
    ...compareWithRules(
      disk.filter((file) => !electrons.has(file)),
      diskRules(target).filter((rule) => !electrons.has(rule.pattern)),
    ),
  ];
};

const sameAsBuilt = ({ asar }: Contents, { app }: Expectation): readonly string[] => {
  const packed = new Map([...asar].filter(([file]) => file.startsWith('out/app/')));
  return [
    ...[...app].flatMap(([file, contents]) => {
      const found = packed.get(`out/app/${file}`);
      if (found === undefined) return [`built, but not packaged: ${file}`];
      return found.equals(contents) ? [] : [`differs from what was built: ${file}`];
    }),
    ...[...packed.keys()]
      .filter((file) => !app.has(file.slice('out/app/'.length)))
      .map((file) => `packaged, but not built: ${file}`),
  ];
};

const unpackedFiles = (contents: Contents, expected: Expectation): readonly string[] => {
  const { unpacked, unpackedOnDisk, asar, target } = contents;
  const wanted = nativeModule(target);
  const found = new Set([...unpacked, ...unpackedOnDisk.keys()]);
  const foreign = [...asar.keys(), ...contents.disk].filter(
    (file) => file.endsWith('.node') && !file.endsWith(wanted),
  );
  return [
    ...[...found].filter((file) => file !== wanted).map((file) => `must not be unpacked: ${file}`),
    ...foreign.map((file) => `native module of another platform: ${file}`),
    ...(unpacked.includes(wanted) && unpackedOnDisk.has(wanted) ? [] : [`not unpacked: ${wanted}`]),
    ...(unpackedOnDisk.get(wanted)?.equals(expected.nativeModule) === false
      ? [`differs from what is installed: ${wanted}`]
      : []),
  ];
};

const isSourceOrTest = (file: string): boolean =>
  /\.(?:map|tsx?|mts|cts|tsbuildinfo)$/.test(file) ||
  /(?:^|\/)(?:test|tests|__tests__|coverage)\//.test(file);

const sources = (contents: Contents, expected: Expectation): readonly string[] => {
  const electrons = electronsFiles(contents, expected);
  return [
    ...[...contents.asar.keys(), ...contents.disk.filter((file) => !electrons.has(file))]
      .filter(isSourceOrTest)
      .map((file) => `source or test: ${file}`),
    ...textFiles(contents.asar)
      .filter(([, text]) => /[#@] sourceMappingURL=/.test(text))
      .map(([file]) => `refers to a source map: ${file}`),
  ];
};

/** Files without a NUL byte. */
const textFiles = (files: Files): readonly (readonly [file: string, text: string])[] =>
  [...files]
    .filter(([, contents]) => !contents.includes(0))
    .map(([file, contents]) => [file, contents.toString('utf8')] as const);

const machineNames = ({ asar, unpackedOnDisk }: Contents, { machine }: Expectation): readonly string[] =>
  [...textFiles(asar), ...textFiles(unpackedOnDisk)].flatMap(([file, text]) =>
    machine
      .filter((name) => text.includes(name) || text.includes(JSON.stringify(name).slice(1, -1)))
      .map((name) => `${file} names ${name}`),
  );

/** Any host that calls itself a registry, of whatever ecosystem. */
const registryHost = /\bregistry\.[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|dev|io|net|org)\b/i;

const registries = ({ asar, unpackedOnDisk }: Contents): readonly string[] =>
  [...textFiles(asar), ...textFiles(unpackedOnDisk)].flatMap(([file, text]) => {
    const host = registryHost.exec(text)?.[0];
    return host === undefined ? [] : [`${file} names ${host}`];
  });

const integrity = ({ target, asarHash, declaredHash }: Contents): readonly string[] => {
  if (target.platform === 'linux') return declaredHash === null ? [] : ['Linux has no integrity metadata'];
  if (declaredHash === null) return ['the package declares no hash for app.asar'];
  return declaredHash === asarHash ? [] : [`declared ${declaredHash}, but app.asar has ${asarHash}`];
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const metadata = ({ asar }: Contents, { manifest }: Expectation): readonly string[] => {
  const found: unknown = JSON.parse(asar.get('package.json')?.toString('utf8') ?? '{}');
  if (!isRecord(found) || !isRecord(manifest)) return ['package.json is not an object'];
  const kept = ['name', 'productName', 'version', 'main', 'type', 'desktopName', 'license'];
  const dropped = ['scripts', 'devDependencies', 'build'];
  return [
    ...kept
      .filter((key) => found[key] === undefined || found[key] !== manifest[key])
      .map((key) => `${key} is ${JSON.stringify(found[key])}, not ${JSON.stringify(manifest[key])}`),
    ...dropped.filter((key) => key in found).map((key) => `${key} must not ship`),
    ...(typeof found['main'] === 'string' && asar.has(found['main']) ? [] : ['main names no packaged file']),
  ];
};

/** The most that Easel's own part may weigh, and all of an unpacked package. Half again as much as it does. */
const MOST_ASAR = 4.6e6;
const MOST_DISK = 450e6;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;

const size = ({ asarSize, diskSize }: Contents): Case => ({
  name: `size: app.asar ${megabytes(asarSize)} of ${megabytes(MOST_ASAR)}, all ${megabytes(diskSize)} of ${megabytes(MOST_DISK)}`,
  problems: [
    ...(asarSize > MOST_ASAR ? ['app.asar is too large'] : []),
    ...(diskSize > MOST_DISK ? ['the package is too large'] : []),
  ],
});

/**
 * Compares a package with what it should be.
 * Returns every check that was made, with a sentence for every deviation; it never stops at the first.
 */
export const checkPackage = (contents: Contents, expected: Expectation): readonly Case[] => {
  const fuseCount = contents.fuses.right + contents.fuses.wrong.length;
  return [
    { name: "beside Electron's own files, only the allowed ones", problems: diskFiles(contents, expected) },
    {
      name: 'app.asar holds only the allowed files',
      problems: compareWithRules([...contents.asar.keys()], asarRules(contents.target)),
    },
    { name: 'app.asar holds the app exactly as it was built', problems: sameAsBuilt(contents, expected) },
    { name: "only keytar's binary for this target is unpacked", problems: unpackedFiles(contents, expected) },
    { name: 'no source, source map or test', problems: sources(contents, expected) },
    { name: `fuses ${contents.fuses.right}/${fuseCount} as the table says`, problems: contents.fuses.wrong },
    {
      name:
        contents.target.platform === 'linux'
          ? 'no ASAR integrity metadata, as Linux has none'
          : 'the ASAR integrity metadata is that of app.asar',
      problems: integrity(contents),
    },
    {
      name: 'package.json is the right one, without what only developers need',
      problems: metadata(contents, expected),
    },
    size(contents),
    { name: 'no text names a path of this machine', problems: machineNames(contents, expected) },
    { name: 'no text names a package registry', problems: registries(contents) },
  ];
};
