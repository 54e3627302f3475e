import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Env {
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly isPackaged: boolean;
  /**
   * Path of a policy file that replaces the system's policy file in development and tests; null in a packaged Easel.
   */
  readonly policyFile: string | null;
  /** True if Easel was installed from its MSI file. An update would then install a second Easel beside the first. */
  readonly isMsi: boolean;
}

/** Reads Easel's environment. An unsupported operating system counts as Linux, which has the strictest rules. */
export function readEnv(
  { platform, execPath, env }: Pick<NodeJS.Process, 'platform' | 'execPath' | 'env'>,
  isPackaged: boolean,
): Env {
  const system = platform === 'darwin' || platform === 'win32' ? platform : 'linux';
  // Only Easel's NSIS installer writes this uninstaller, so without it Easel was installed from the MSI file.
  const uninstaller = path.join(path.dirname(execPath), 'Uninstall Easel.exe');
  return Object.freeze({
    platform: system,
    isPackaged,
    // Users can set environment variables, and must not replace the policy. So a packaged Easel ignores this
    // variable.
    policyFile: isPackaged ? null : env['EASEL_POLICY_FILE'] || null,
    isMsi: isPackaged && system === 'win32' && !existsSync(uninstaller),
  });
}

/** Returns the name of the signed-in user, or the user id of an account without a name. */
export function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
