/**
 * `npm run package`: builds the app, packages it unpacked for this machine, and checks what came out.
 * Nothing is downloaded: without Electron's binary the app goes into a stand-in, and the output says so.
 * `npm run package -- darwin-arm64` does the same for another target, always over a stand-in.
 * EASEL_RELEASE=1 makes this machine's installers instead, signed, or nothing.
 */
import { spawnSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { Arch, Platform, build, type Configuration } from 'electron-builder';
import { nativeModule } from '../packaging/allowed-files.ts';
import { buildOptions, isRelease, signatureGates } from '../packaging/build-options.ts';
import { checkPackage, type Check } from '../packaging/check.ts';
import { filesBelow, readContents, readFolder } from '../packaging/contents.ts';
import { electronDist, type ElectronDist } from '../packaging/electron-dist.ts';
import { layoutOf, packageFolder, parseTarget, type Target } from '../packaging/target.ts';

const root = path.resolve(import.meta.dirname, '../..');
const output = path.join(root, 'out/package');
const platforms = { darwin: Platform.MAC, linux: Platform.LINUX, win32: Platform.WINDOWS };

const run = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0;

const packageApp = async (target: Target, dist: ElectronDist, overrides: Configuration): Promise<void> => {
  await rm(packageFolder(output, target), { recursive: true, force: true });
  const formats = isRelease(process.env) ? null : 'dir';
  await build({
    projectDir: root,
    targets: platforms[target.platform].createTarget(formats, Arch[target.arch]),
    config: { ...overrides, electronDist: dist.folder, electronVersion: dist.version },
    publish: 'never',
  });
};

const inspect = async (target: Target, dist: ElectronDist): Promise<readonly Check[]> => {
  const contents = await readContents(output, target);
  const manifest: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
  console.log(
    `${path.relative(root, packageFolder(output, target))}: ${contents.disk.length} files, ` +
      `${megabytes(contents.diskSize)}; app.asar: ${contents.asar.size} files, ${megabytes(contents.asarSize)}`,
  );
  return checkPackage(contents, {
    dist: await filesBelow(dist.folder),
    app: await readFolder(path.join(root, 'out/app')),
    nativeModule: await readFile(path.join(root, nativeModule(target))),
    manifest,
    machine: [root, homedir() + path.sep],
  });
};

const verifySignatures = (target: Target): readonly Check[] => {
  const executable = path.join(packageFolder(output, target), layoutOf(target).executable);
  return signatureGates(target, executable).map(({ name, command, args }) => ({
    name: `signature: ${name}`,
    problems: run(command, args) ? [] : [`${command} ${args.join(' ')} failed`],
  }));
};

const report = (checks: readonly Check[]): boolean => {
  for (const { name, problems } of checks) {
    console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
    for (const problem of problems) console.log(`       ${problem}`);
  }
  const failed = checks.filter((check) => check.problems.length > 0).length;
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0;
};

const refuse = (reasons: readonly string[]): boolean => {
  for (const reason of reasons) console.error(reason);
  return false;
};

const main = async (wanted: string): Promise<boolean> => {
  const target = parseTarget(wanted);
  if (target === null) return refuse([`Easel is not built for ${wanted}`]);
  const options = buildOptions(target, process.env);
  if (options.kind === 'refused') return refuse(options.reasons);
  if (!run(process.execPath, ['test/commands/build.ts'])) return refuse(['The app could not be built']);

  const standIn = path.join(root, 'out/electron-stand-in');
  const dist = await electronDist(root, target, process.env, standIn);
  console.log(
    dist.real
      ? `Packaging over Electron ${dist.version}, the real one`
      : `Packaging over a stand-in for Electron ${dist.version}: the binary is not here, so nothing of this starts`,
  );
  if (isRelease(process.env) && !dist.real) return refuse(['A release needs the real Electron']);
  await packageApp(target, dist, options.overrides);
  const signatures = isRelease(process.env) ? verifySignatures(target) : [];
  return report([...(await inspect(target, dist)), ...signatures]);
};

const right = await main(process.argv[2] ?? `${process.platform}-${process.arch}`);
// Not exitCode: electron-builder's clean-up (async-exit-hook) ends a process that has nothing left to do with 0.
process.stdout.write('', () => process.exit(right ? 0 : 1));
