import path from 'node:path';

/** A machine that a package is built for. Electron has no 32-bit builds of the versions Easel uses. */
export type Target = {
  readonly platform: 'darwin' | 'linux' | 'win32';
  readonly arch: 'arm64' | 'x64';
};

/** Where the parts of an unpacked package lie, relative to its folder, with `/`. */
export type Layout = {
  /** Holds everything: `linux-unpacked`, `mac-arm64`, … as electron-builder names it below its output folder. */
  readonly folder: string;
  /** What a person starts. */
  readonly executable: string;
  /** What Electron calls `process.resourcesPath`. */
  readonly resources: string;
};

const platforms: readonly string[] = ['darwin', 'linux', 'win32'] satisfies readonly Target['platform'][];
const archs: readonly string[] = ['arm64', 'x64'] satisfies readonly Target['arch'][];

const isTarget = (value: { platform: string; arch: string }): value is Target =>
  platforms.includes(value.platform) && archs.includes(value.arch);

/**
 * Reads a target such as `darwin-arm64`.
 * Returns null for a machine that Easel is not built for.
 */
export const parseTarget = (text: string): Target | null => {
  const [platform = '', arch = ''] = text.split('-');
  const target = { platform, arch };
  return isTarget(target) && text === `${platform}-${arch}` ? target : null;
};

/** The layout of a target's unpacked package. */
export const layoutOf = ({ platform, arch }: Target): Layout => {
  const suffix = arch === 'x64' ? '' : `-${arch}`;
  switch (platform) {
    case 'darwin':
      return {
        folder: `mac${suffix}`,
        executable: 'Easel.app/Contents/MacOS/Easel',
        resources: 'Easel.app/Contents/Resources',
      };
    case 'linux':
      return { folder: `linux${suffix}-unpacked`, executable: 'easel', resources: 'resources' };
    case 'win32':
      return { folder: `win${suffix}-unpacked`, executable: 'Easel.exe', resources: 'resources' };
  }
};

/** The package of a target below electron-builder's output folder. */
export const packageFolder = (output: string, target: Target): string =>
  path.join(output, layoutOf(target).folder);
