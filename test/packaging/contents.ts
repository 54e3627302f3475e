import { existsSync } from 'node:fs';
import { lstat, readFile, readdir, readlink } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { extractFile, getRawHeader, listPackage, statFile, uncache } from '@electron/asar';
import { readFuses } from './fuses.ts';
import { layoutOf, packageFolder, type Target } from './target.ts';

export type Files = ReadonlyMap<string, Buffer>;

export type Contents = {
  readonly target: Target;
  readonly disk: readonly string[];
  readonly diskSize: number;
  readonly asar: Files;
  readonly asarSize: number;
  /** Paths of files that app.asar lists but that are stored beside it. */
  readonly unpacked: readonly string[];
  readonly unpackedOnDisk: Files;
  readonly fuses: { readonly right: number; readonly wrong: readonly string[] };
  /** Hexadecimal SHA-256 hash of the header of app.asar. Electron verifies it at the start. */
  readonly asarHash: string;
  /** The hash that the package declares for app.asar. Null if it declares none, as always on Linux. */
  readonly declaredHash: string | null;
};

const posix = (file: string): string => file.split(path.sep).join('/');

export const filesBelow = async (folder: string): Promise<readonly string[]> => {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => posix(path.relative(folder, path.join(entry.parentPath, entry.name))))
    .sort();
};

export const readFolder = async (folder: string): Promise<Files> => {
  const files = new Map<string, Buffer>();
  for (const file of await filesBelow(folder)) files.set(file, await readFile(path.join(folder, file)));
  return files;
};

const readAsar = (archive: string): { readonly asar: Files; readonly unpacked: readonly string[] } => {
  uncache(archive);
  const asar = new Map<string, Buffer>();
  const unpacked: string[] = [];
  for (const listed of listPackage(archive, { isPack: false })) {
    const name = listed.replace(/^[\\/]/, '');
    const entry = statFile(archive, name, false);
    if ('files' in entry) continue;
    if ('unpacked' in entry && entry.unpacked) unpacked.push(posix(name));
    asar.set(posix(name), 'link' in entry ? Buffer.from(entry.link) : extractFile(archive, name));
  }
  return { asar, unpacked };
};

const readDeclaredHash = async (folder: string, target: Target): Promise<string | null> => {
  switch (target.platform) {
    case 'darwin': {
      const plist = await readFile(path.join(folder, 'Easel.app/Contents/Info.plist'), 'utf8');
      const integrity = plist.split('<key>ElectronAsarIntegrity</key>')[1] ?? '';
      return (
        /<key>Resources\/app\.asar<\/key>[^]*?<key>hash<\/key>\s*<string>(\w+)<\/string>/.exec(
          integrity,
        )?.[1] ?? null
      );
    }
    case 'linux':
      return null;
    case 'win32': {
      const executable = await readFile(path.join(folder, layoutOf(target).executable), 'latin1');
      return /"file":"resources\\\\app\.asar","alg":"SHA256","value":"(\w+)"/.exec(executable)?.[1] ?? null;
    }
  }
};

const sizeOnDisk = async (folder: string, files: readonly string[]): Promise<number> => {
  let size = 0;
  for (const file of files) size += (await lstat(path.join(folder, file))).size;
  return size;
};

export const readContents = async (output: string, target: Target): Promise<Contents> => {
  const folder = packageFolder(output, target);
  const layout = layoutOf(target);
  const archive = path.join(folder, layout.resources, 'app.asar');
  const disk = await filesBelow(folder);
  const { asar, unpacked } = readAsar(archive);
  return {
    target,
    disk,
    diskSize: await sizeOnDisk(folder, disk),
    asar,
    asarSize: (await lstat(archive)).size,
    unpacked,
    unpackedOnDisk: await readFolder(`${archive}.unpacked`),
    fuses: await readFuses(path.join(folder, layout.executable)),
    asarHash: createHash('sha256').update(getRawHeader(archive).headerString).digest('hex'),
    declaredHash: await readDeclaredHash(folder, target),
  };
};

const keptOf = async (file: string): Promise<string> => {
  const info = await lstat(file);
  if (info.isSymbolicLink()) return `leads to ${await readlink(file)}`;
  const sum = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  return `${sum} with the rights ${(info.mode & 0o777).toString(8)}`;
};

export const compareFolders = async (one: string, other: string): Promise<readonly string[]> => {
  const [ours, theirs] = [await filesBelow(one), await filesBelow(other)];
  const differences = [
    ...ours.filter((file) => !theirs.includes(file)).map((file) => `only the first has ${file}`),
    ...theirs.filter((file) => !ours.includes(file)).map((file) => `only the second has ${file}`),
  ];
  for (const file of ours.filter((name) => theirs.includes(name))) {
    const [first, second] = [await keptOf(path.join(one, file)), await keptOf(path.join(other, file))];
    if (first !== second) differences.push(`${file}: ${first}, then ${second}`);
  }
  return differences;
};
