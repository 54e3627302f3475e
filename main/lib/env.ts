/** What the process was started with: read once, frozen. */
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Env {
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly isPackaged: boolean;
  /** The policy file of a developer or a test, in place of the system's; always null in a packaged Easel. */
  readonly policyFile: string | null;
  /** Installed from the MSI. Over it the update's installer would install a second Easel. */
  readonly isMsi: boolean;
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

/** Who is signed in at this computer; a user without an entry has only a number. */
export function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
