/** `npm run package [-- darwin-arm64] [--unpacked]`: see test/README.md. EASEL_RELEASE=1 builds signed installers. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { Arch, Platform, build, type Configuration } from 'electron-builder';
import {
  buildOptions,
  isRelease,
  publishersOf,
  signatureGates,
  updateConfigProblems,
} from '../packaging/build-options.ts';
import { checkPackage, nativeModule } from '../packaging/check.ts';
import { writeSums } from '../packaging/checksums.ts';
import { compareFolders, filesBelow, readContents, readFolder, type Files } from '../packaging/contents.ts';
import { electronDist, type ElectronDist } from '../packaging/electron-dist.ts';
import { checkLinuxPackages } from '../packaging/linux-check.ts';
import { buildLinuxPackages, type LinuxBuild } from '../packaging/linux-packages.ts';
import { readInstalled } from '../packaging/lockfile.ts';
import { attempt, call } from '../packaging/programs.ts';
import { noticesText, readShipped, shippedNames } from '../packaging/shipped-packages.ts';
import { layoutOf, packageFolder, parseTarget, type Target } from '../packaging/target.ts';
import { tally, type Case } from '../support/finding.ts';
import { hasProgram } from '../support/system.ts';
import { summaryLine } from './report.ts';
import { ensureSystem, PACKAGING } from './setup.ts';

const root = path.resolve(import.meta.dirname, '../..');
const output = path.join(root, 'out/package');
const notices = path.join(root, 'out/THIRD-PARTY-NOTICES.txt');
const platforms = { darwin: Platform.MAC, linux: Platform.LINUX, win32: Platform.WINDOWS };

const run = (command: string, args: readonly string[], env = process.env): boolean =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env }).status === 0;

const readInside = (): ReturnType<typeof readShipped> =>
  readShipped(root, readInstalled(root), shippedNames(root));

const packageApp = async (
  target: Target,
  dist: ElectronDist,
  overrides: Configuration,
  folder: string,
): Promise<void> => {
  const env = { ...process.env, EASEL_TARGET: target.platform };
  if (!run(process.execPath, ['test/commands/build.ts'], env)) throw new Error('The app could not be built');
  await writeFile(notices, noticesText(readInside().shipped));
  const formats = isRelease(process.env) ? null : 'dir';
  await build({
    projectDir: root,
    targets: platforms[target.platform].createTarget(formats, Arch[target.arch]),
    config: {
      ...overrides,
      directories: { output: folder },
      electronDist: dist.folder,
      electronVersion: dist.version,
    },
    publish: 'never',
  });
};

const packedFiles = async (target: Target): Promise<Files> => {
  const files = new Map<string, Buffer>();
  for (const [file, bytes] of await readFolder(path.join(root, 'out/app')))
    files.set(`out/app/${file}`, bytes);
  const keytar = ['package.json', 'LICENSE.md', 'lib/keytar.js'].map((file) => `node_modules/keytar/${file}`);
  for (const file of [...keytar, nativeModule(target)])
    files.set(file, await readFile(path.join(root, file)));
  return files;
};

const inspect = async (target: Target, dist: ElectronDist): Promise<readonly Case[]> => {
  const contents = await readContents(output, target);
  const manifest: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const { shipped, problems } = readInside();
  return [
    ...checkPackage(contents, {
      dist: await filesBelow(dist.folder),
      packed: await packedFiles(target),
      manifest,
      machine: [root, homedir() + path.sep],
    }),
    {
      name: `${shipped.length} npm packages inside, none for developers only, each with its licence`,
      problems,
    },
  ];
};

/** Checks the signatures of the app and its installers. Reports them as unsigned if a system tool is missing. */
const verifySignatures = (target: Target, version: string): readonly Case[] => {
  const unpacked = packageFolder(output, target);
  const { executable, resources } = layoutOf(target);
  // For macOS, only the app in the disk image (dmg) is signed, not the disk image.
  const ends = { darwin: ['mac', 'pkg'], win32: ['win', 'exe', 'msi'], linux: [''] } as const;
  const [system, ...installers] = ends[target.platform];
  const files = [
    path.join(unpacked, executable),
    ...installers.map((end) => path.join(output, `Easel-${version}-${system}-${target.arch}.${end}`)),
  ];
  const config = path.join(unpacked, resources, 'app-update.yml');
  const text = existsSync(config) ? readFileSync(config, 'utf8') : null;
  return [
    ...files.flatMap((file) =>
      signatureGates(target, file).map(({ name, command, args }) => ({
        name: `signature: ${name}, ${path.basename(file)}`,
        problems: run(command, args) ? [] : [`${command} ${args.join(' ')} failed`],
      })),
    ),
    {
      name: 'updates are verified against the publisher',
      problems: updateConfigProblems(target, text, publishersOf(process.env)),
    },
  ];
};

const packageForLinux = async (
  target: Target,
  version: string,
  time: number,
  again: string,
): Promise<readonly Case[]> => {
  const tools = ['dpkg-deb', 'rpmbuild', 'rpm'].filter((name) => !hasProgram(name));
  if (tools.length > 0) return [{ name: 'deb and rpm', problems: [], skipped: `needs ${tools.join(', ')}` }];
  const made = (folder: string): LinuxBuild => ({
    root,
    unpacked: packageFolder(folder, target),
    target,
    version,
    time,
    output: path.join(folder, 'linux'),
  });
  const first = made(output);
  const packages = await buildLinuxPackages(first);
  await buildLinuxPackages(made(again));
  const cases = [
    {
      name: 'the deb and the rpm of both builds are the same',
      problems: await compareFolders(first.output, made(again).output),
    },
    ...(await checkLinuxPackages(packages, first)),
  ];
  for (const file of await filesBelow(first.output)) {
    await rename(path.join(first.output, file), path.join(output, file));
  }
  await rm(first.output, { recursive: true });
  return cases;
};

const billOfMaterials = (): string => {
  const npm = process.env['npm_execpath'];
  const args = [
    'sbom',
    '--package-lock-only',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--prefix',
    root,
  ];
  return npm === undefined ? call('npm', args) : call(process.execPath, [npm, ...args]);
};

const report = (cases: readonly Case[]): boolean => {
  for (const { name, problems, skipped } of cases) {
    console.log(`${problems.length > 0 ? 'FAIL' : skipped === undefined ? 'ok  ' : 'skip'} ${name}`);
    if (skipped !== undefined) console.log(`       ${skipped}`);
    for (const problem of problems) console.log(`       ${problem}`);
  }
  const counts = tally(cases);
  console.log(summaryLine({ ...counts, failures: [] }));
  return counts.failed === 0;
};

const refuse = (reasons: readonly string[]): boolean => {
  for (const reason of reasons) console.error(reason);
  return false;
};

const finish = async (
  target: Target,
  dist: ElectronDist,
  overrides: Configuration,
): Promise<readonly Case[]> => {
  const cases: Case[] = [];
  const commit = attempt('git', ['-C', root, 'log', '-1', '--format=%ct']);
  const time = Number(commit.stdout);
  const { version } = readInstalled(root).manifest;
  const again = path.join(output, 'again');
  const signed = isRelease(process.env) && target.platform !== 'linux';
  if (!commit.ok || signed) {
    const why = signed ? 'a signature holds its own time' : 'needs Git, for the time of the commit';
    cases.push({ name: 'a second build, and what Linux installs', problems: [], skipped: why });
  } else {
    await packageApp(target, dist, overrides, again);
    cases.push({
      name: 'two builds of this commit are the same',
      problems: await compareFolders(packageFolder(output, target), packageFolder(again, target)),
    });
    if (target.platform === 'linux') cases.push(...(await packageForLinux(target, version, time, again)));
    await rm(again, { recursive: true });
  }
  for (const file of ['builder-debug.yml', 'builder-effective-config.yaml'])
    await rm(path.join(output, file), { force: true });
  await writeFile(path.join(output, `easel-${version}.cdx.json`), billOfMaterials());
  console.log(`${path.relative(root, output)}: ${writeSums(output)} files, and SHA256SUMS`);
  return cases;
};

const main = async (args: readonly string[]): Promise<boolean> => {
  const wanted = args.find((arg) => !arg.startsWith('--')) ?? `${process.platform}-${process.arch}`;
  const target = parseTarget(wanted);
  if (target === null) return refuse([`Easel is not built for ${wanted}`]);
  const options = buildOptions(target, process.env);
  if (options.kind === 'refused') return refuse(options.reasons);
  const whole = !args.includes('--unpacked');
  if (whole) await ensureSystem(PACKAGING);

  const standIn = path.join(root, 'out/electron-stand-in');
  const dist = await electronDist(root, target, process.env, standIn);
  console.log(
    dist.real
      ? `Packaging over Electron ${dist.version}, the real one`
      : `Packaging over a stand-in for Electron ${dist.version}: the binary is not here, so nothing of this starts`,
  );
  if (isRelease(process.env) && !dist.real) return refuse(['A release needs the real Electron']);
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  await packageApp(target, dist, options.overrides, output);
  const signatures = isRelease(process.env)
    ? verifySignatures(target, readInstalled(root).manifest.version)
    : [];
  const inside = await inspect(target, dist);
  return report([...inside, ...signatures, ...(whole ? await finish(target, dist, options.overrides) : [])]);
};

let right = false;
try {
  right = await main(process.argv.slice(2));
} catch (error) {
  console.error(error);
}
// Exits explicitly: electron-builder's clean-up (async-exit-hook) would ignore process.exitCode and exit with 0.
process.stdout.write('', () => process.exit(right ? 0 : 1));
