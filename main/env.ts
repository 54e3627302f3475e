/** What the process was started with: read once, frozen. */
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Env {
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly isPackaged: boolean;
  /** The policy file of a developer or a test, in place of the system's; always null in a packaged Easel. */
  readonly policyFile: string | null;
  /** The key that updates are verified with, in place of the build's; always null in a packaged Easel. */
  readonly updateKey: string | null;
  /** What brings newer versions: the package manager (deb, rpm), software distribution (MSI), else Easel itself. */
  readonly updatedBy: 'packages' | 'distribution' | 'itself';
}

/** The part of `process` that is read. */
interface Started {
  readonly platform: string;
  /** The program's own file. */
  readonly execPath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Reads the environment; systems Easel is not built for count as Linux, whose ways are the most cautious. */
export function readEnv({ platform, execPath, env }: Started, isPackaged: boolean): Env {
  const system = platform === 'darwin' || platform === 'win32' ? platform : 'linux';
  // Whoever starts an installed Easel may set its environment, but choose neither its policy nor whom it believes.
  const ofSources = (name: string): string | null => (isPackaged ? null : env[name] || null);
  return Object.freeze({
    platform: system,
    isPackaged,
    policyFile: ofSources('EASEL_POLICY_FILE'),
    updateKey: ofSources('EASEL_UPDATE_KEY'),
    updatedBy: isPackaged ? updaterOf(system, execPath) : 'itself',
  });
}

function updaterOf(platform: Env['platform'], execPath: string): Env['updatedBy'] {
  // There is no other package for Linux.
  if (platform === 'linux') return 'packages';
  // Only the NSIS installer writes one; over an MSI it would install a second Easel.
  const uninstaller = path.join(path.dirname(execPath), 'Uninstall Easel.exe');
  return platform === 'win32' && !existsSync(uninstaller) ? 'distribution' : 'itself';
}

/** Who is signed in at this computer; a user without an entry has only a number. */
export function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
