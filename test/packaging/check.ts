import path from 'node:path';
import type { Case } from '../support/finding.ts';
import type { Contents, Files } from './contents.ts';
import { layoutOf, type Target } from './target.ts';

/** Path of keytar's native module, relative to the app's folder. It is the only file of the app outside app.asar. */
export const nativeModule = ({ platform, arch }: Target): string =>
  `node_modules/keytar/prebuilds/${platform}-${arch}/keytar.node`;

export type Expectation = {
  readonly dist: readonly string[];
  /** Files that app.asar must contain. Omits package.json, because electron-builder rewrites it. */
  readonly packed: Files;
  readonly manifest: unknown;
  /** Texts that a package must not contain: paths and names of the build machine. */
  readonly machine: readonly string[];
};

/** Returns the path in a package for a file of Electron's distribution, or null if it must not be packaged. */
const packagedName = (file: string, { platform }: Target): string | null => {
  if (file.endsWith('/default_app.asar')) return null;
  if (platform !== 'darwin') {
    if (file === 'LICENSE') return 'LICENSE.electron.txt';
    return file.replace(/^electron(?=$|\.exe$)/u, platform === 'linux' ? 'easel' : 'Easel');
  }
  if (!file.startsWith('Electron.app/') || file.endsWith('/electron.icns')) return null;
  return file
    .replace('Electron.app/', 'Easel.app/')
    .replace('Contents/MacOS/Electron', 'Contents/MacOS/Easel')
    .replaceAll('Electron Helper', 'Easel Helper');
};

/** Returns globs of files that a package may contain but need not: signatures, update settings, NSIS's helper. */
const optionalFiles = ({ platform }: Target, resources: string): readonly string[] =>
  ({
    darwin: [
      `${resources}/app-update.yml`,
      'Easel.app/Contents/**/_CodeSignature/CodeResources',
      'Easel.app/Contents/CodeResources',
    ],
    linux: [],
    win32: [`${resources}/app-update.yml`, `${resources}/elevate.exe`],
  })[platform];

const differences = (
  found: readonly string[],
  wanted: readonly string[],
  optional: readonly string[] = [],
): readonly string[] => [
  ...wanted.filter((file) => !found.includes(file)).map((file) => `missing: ${file}`),
  ...found
    .filter(
      (file) => ![...wanted, ...optional].some((glob) => file === glob || path.posix.matchesGlob(file, glob)),
    )
    .map((file) => `not allowed: ${file}`),
];

const diskFiles = ({ disk, target }: Contents, { dist }: Expectation): readonly string[] => {
  const { resources } = layoutOf(target);
  const own = ['app.asar', `app.asar.unpacked/${nativeModule(target)}`, 'THIRD-PARTY-NOTICES.txt'];
  const onMac = ['icon.icns', 'LICENSE.electron.txt', 'LICENSES.chromium.html'];
  const wanted = [
    ...dist.map((file) => packagedName(file, target)).filter((file) => file !== null),
    ...[...own, ...(target.platform === 'darwin' ? onMac : [])].map((file) => `${resources}/${file}`),
  ];
  return differences(disk, wanted, optionalFiles(target, resources));
};

const asarFiles = ({ asar }: Contents, { packed }: Expectation): readonly string[] => [
  ...differences([...asar.keys()], ['package.json', ...packed.keys()]),
  ...[...packed]
    .filter(([file, bytes]) => asar.get(file)?.equals(bytes) === false && !file.endsWith('/package.json'))
    .map(([file]) => `differs from what was built: ${file}`),
];

const unpackedFiles = (contents: Contents, { packed }: Expectation): readonly string[] => {
  const { unpacked, unpackedOnDisk, target } = contents;
  const wanted = nativeModule(target);
  const isSame = unpackedOnDisk.get(wanted)?.equals(packed.get(wanted) ?? Buffer.alloc(0)) === true;
  return [
    ...differences(unpacked, [wanted]),
    ...differences([...unpackedOnDisk.keys()], [wanted]),
    ...(isSame ? [] : [`differs from what is installed: ${wanted}`]),
  ];
};

const REGISTRY_HOST = /\bregistry\.[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|dev|io|net|org)\b/iu;

const texts = ({ asar }: Contents, { machine }: Expectation): readonly string[] =>
  [...asar].flatMap(([file, bytes]) => {
    const text = bytes.includes(0) ? '' : bytes.toString('utf8');
    const names = [...new Set(machine.flatMap((name) => [name, JSON.stringify(name).slice(1, -1)]))];
    return [
      ...(/\.(?:map|tsx?|tsbuildinfo)$/u.test(file) ? [`source: ${file}`] : []),
      ...(/[#@] sourceMappingURL=/u.test(text) ? [`refers to a source map: ${file}`] : []),
      ...names.filter((name) => text.includes(name)).map((name) => `${file} names ${name}`),
      ...(REGISTRY_HOST.test(text) ? [`${file} names a package registry`] : []),
    ];
  });

const integrity = ({ target, asarHash, declaredHash }: Contents): readonly string[] => {
  const wanted = target.platform === 'linux' ? null : asarHash;
  return declaredHash === wanted ? [] : [`declared is ${declaredHash}, but app.asar has ${asarHash}`];
};

const metadata = ({ asar }: Contents, { manifest }: Expectation): readonly string[] => {
  const read = (value: unknown, key: string): unknown => Reflect.get(Object(value), key);
  const found: unknown = JSON.parse(asar.get('package.json')?.toString('utf8') ?? '{}');
  const kept = ['name', 'productName', 'version', 'main', 'type', 'desktopName', 'license'];
  return [
    ...kept
      .filter((key) => read(found, key) !== read(manifest, key))
      .map((key) => `${key} is not as in package.json`),
    ...['scripts', 'devDependencies', 'build']
      .filter((key) => read(found, key) !== undefined)
      .map((key) => `${key} must not ship`),
  ];
};

/** Size limits in bytes of app.asar and of the unpacked package. At first they were 1.5 times the real sizes. */
const MOST_ASAR = 4.6e6;
const MOST_DISK = 450e6;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;

export const checkPackage = (contents: Contents, expected: Expectation): readonly Case[] => {
  const { fuses, asarSize, diskSize } = contents;
  return [
    { name: "beside Electron's own files, only the allowed ones", problems: diskFiles(contents, expected) },
    { name: 'app.asar holds the app exactly as it was built', problems: asarFiles(contents, expected) },
    { name: "only keytar's binary for this target is unpacked", problems: unpackedFiles(contents, expected) },
    {
      name: 'no source, and no text names a source map, a path of this machine or a package registry',
      problems: texts(contents, expected),
    },
    {
      name: `fuses ${fuses.right}/${fuses.right + fuses.wrong.length} as the table says`,
      problems: fuses.wrong,
    },
    { name: 'the ASAR integrity metadata is that of app.asar; none on Linux', problems: integrity(contents) },
    {
      name: 'package.json has what Electron reads, and nothing for developers',
      problems: metadata(contents, expected),
    },
    {
      name: `size: app.asar ${megabytes(asarSize)} of ${megabytes(MOST_ASAR)}, all ${megabytes(diskSize)} of ${megabytes(MOST_DISK)}`,
      problems: asarSize > MOST_ASAR || diskSize > MOST_DISK ? ['the package is too large'] : [],
    },
  ];
};
