import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeStandIn } from './stand-in.ts';
import type { Target } from './target.ts';

export type ElectronDist = {
  readonly folder: string;
  readonly real: boolean;
  readonly version: string;
};

export const executables: Readonly<Record<Target['platform'], string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  linux: 'electron',
  win32: 'electron.exe',
};

const isDistribution = async (folder: string, target: Target, version: string): Promise<boolean> => {
  const versionFile = path.join(folder, 'version');
  if (!existsSync(versionFile) || !existsSync(path.join(folder, executables[target.platform]))) return false;
  return (await readFile(versionFile, 'utf8')).trim().replace(/^v/, '') === version;
};

/** Returns Electron's local distribution. If there is none for the target, writes a fake. Never downloads Electron. */
export const electronDist = async (
  root: string,
  target: Target,
  env: NodeJS.ProcessEnv,
  scratch: string,
): Promise<ElectronDist> => {
  const electron = path.join(root, 'node_modules', 'electron');
  const manifest = await readFile(path.join(electron, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? path.join(electron, 'dist');
  const here = target.platform === process.platform && target.arch === process.arch;
  if (here && (await isDistribution(folder, target, version))) return { folder, real: true, version };
  await writeStandIn(scratch, target, version);
  return { folder: scratch, real: false, version };
};
