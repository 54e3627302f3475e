/** What the process was started with: read once, frozen. */

export interface Env {
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly isPackaged: boolean;
}

/** Reads the environment; systems Easel is not built for count as Linux, whose ways are the most cautious. */
export function readEnv(process: { readonly platform: string }, isPackaged: boolean): Env {
  const { platform } = process;
  return Object.freeze({
    platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
    isPackaged,
  });
}
