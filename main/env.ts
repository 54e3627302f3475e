/** What the process was started with: read once, frozen. */

export interface Env {
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly isPackaged: boolean;
  /** The policy file of a developer or a test, in place of the system's; always null in a packaged Easel. */
  readonly policyFile: string | null;
}

/** The part of `process` that is read. */
interface Started {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Reads the environment; systems Easel is not built for count as Linux, whose ways are the most cautious. */
export function readEnv({ platform, env }: Started, isPackaged: boolean): Env {
  const policyFile = env['EASEL_POLICY_FILE'] ?? '';
  return Object.freeze({
    platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
    isPackaged,
    // Whoever starts an installed Easel may set its environment, but not choose its policy.
    policyFile: isPackaged || policyFile === '' ? null : policyFile,
  });
}
