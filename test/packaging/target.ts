import path from 'node:path';

/** Omits 32-bit architectures, because this Electron version has no 32-bit builds. */
export type Target = {
  readonly platform: 'darwin' | 'linux' | 'win32';
  readonly arch: 'arm64' | 'x64';
};

/** Paths in an unpacked package, relative to the package's folder, with `/`. */
export type Layout = {
  /** Name of electron-builder's output folder: `linux-unpacked`, `mac-arm64`, …. */
  readonly folder: string;
  readonly executable: string;
  readonly resources: string;
};

const TARGETS = (['darwin', 'linux', 'win32'] as const).flatMap((platform) =>
  (['arm64', 'x64'] as const).map((arch): Target => ({ platform, arch })),
);

export const parseTarget = (text: string): Target | null =>
  TARGETS.find(({ platform, arch }) => `${platform}-${arch}` === text) ?? null;

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

export const packageFolder = (output: string, target: Target): string =>
  path.join(output, layoutOf(target).folder);
