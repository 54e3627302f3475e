import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeStandIn } from './stand-in.ts';
import type { Target } from './target.ts';

/** An unpacked Electron distribution to put the app into. */
export type ElectronDist = {
  readonly folder: string;
  /** False for a stand-in: right in shape and fuses, but nothing that starts. */
  readonly real: boolean;
  readonly version: string;
};

/**
 * Finds Electron's real distribution, or writes a stand-in. Downloads nothing.
 * Takes the project's folder, the target, the environment and a scratch folder for the stand-in. The real one is used
 * where the `electron` package has been given its binary (path.txt, written by its install.js) or
 * ELECTRON_OVERRIDE_DIST_PATH names it, and only for the machine it was made for.
 */
export const electronDist = async (
  root: string,
  target: Target,
  env: NodeJS.ProcessEnv,
  scratch: string,
): Promise<ElectronDist> => {
  const electron = path.join(root, 'node_modules', 'electron');
  const manifest: unknown = JSON.parse(await readFile(path.join(electron, 'package.json'), 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) {
    throw new Error('the electron package has no version');
  }
  const version = String(manifest.version);
  const folder =
    env['ELECTRON_OVERRIDE_DIST_PATH'] ??
    (existsSync(path.join(electron, 'path.txt')) ? path.join(electron, 'dist') : null);
  if (folder !== null && target.platform === process.platform && target.arch === process.arch) {
    return { folder, real: true, version };
  }
  await writeStandIn(scratch, target, version);
  return { folder: scratch, real: false, version };
};
