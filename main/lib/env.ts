import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Env {
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly isPackaged: boolean;
  /** Path of a policy file for development and tests, used instead of the system's. Null in a packaged app. */
  readonly policyFile: string | null;
  /** True if an MSI file installed Easel. An automatic update would install a second copy. */
  readonly isMsi: boolean;
}

export function readEnv(
  { platform, execPath, env }: Pick<NodeJS.Process, 'platform' | 'execPath' | 'env'>,
  isPackaged: boolean,
): Env {
  const system = platform === 'darwin' || platform === 'win32' ? platform : 'linux';
  // Only the NSIS installer adds the file `Uninstall Easel.exe`. Without this file, an MSI file installed Easel.
  const uninstaller = path.join(path.dirname(execPath), 'Uninstall Easel.exe');
  return Object.freeze({
    platform: system,
    isPackaged,
    // Packaged apps ignore `EASEL_POLICY_FILE`, because users could set it to avoid the organisation's policy.
    policyFile: isPackaged ? null : env['EASEL_POLICY_FILE'] || null,
    isMsi: isPackaged && system === 'win32' && !existsSync(uninstaller),
  });
}

export function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
