/** Facts about the process, read once. */
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Env {
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly isPackaged: boolean;
  /** Replaces the system's policy file in development and tests; null in a packaged Easel. */
  readonly policyFile: string | null;
  /** Installed from the MSI, over which the update's installer would add a second Easel. */
  readonly isMsi: boolean;
}

interface Started {
  readonly platform: string;
  readonly execPath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Treats unsupported systems as Linux, which has the strictest rules. */
export function readEnv({ platform, execPath, env }: Started, isPackaged: boolean): Env {
  const system = platform === 'darwin' || platform === 'win32' ? platform : 'linux';
  // Only the NSIS installer writes this file.
  const uninstaller = path.join(path.dirname(execPath), 'Uninstall Easel.exe');
  return Object.freeze({
    platform: system,
    isPackaged,
    // Users can set the environment of an installed Easel, but must not choose its policy.
    policyFile: isPackaged ? null : env['EASEL_POLICY_FILE'] || null,
    isMsi: isPackaged && system === 'win32' && !existsSync(uninstaller),
  });
}

/** The signed-in user, or the user id for an account without an entry. */
export function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
