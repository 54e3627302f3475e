import { layoutOf, type Target } from './target.ts';

/**
 * What a package may hold and must hold: the list that the check compares with.
 * Patterns are globs with `/` (node:path matchesGlob). Whatever matches none of them fails the check, by name.
 */
export type FileRule = {
  readonly pattern: string;
  /** True when a package without it can't work. */
  readonly required: boolean;
};

const required = (pattern: string): FileRule => ({ pattern, required: true });
const allowed = (pattern: string): FileRule => ({ pattern, required: false });

/** keytar's binary for a target: the one file that must lie outside the ASAR. Relative to the app. */
export const nativeModule = ({ platform, arch }: Target): string =>
  `node_modules/keytar/prebuilds/${platform}-${arch}/keytar.node`;

/** Inside app.asar. */
export const asarRules = (target: Target): readonly FileRule[] => [
  required('package.json'),
  required('out/app/main/index.js'),
  required('out/app/main/store-worker.js'),
  required('out/app/main/mirror-worker.js'),
  required('out/app/main/answer-worker.js'),
  required('out/app/main/practice-worker.js'),
  required('out/app/main/drawings.json'),
  allowed('out/app/main/{*,*/*}.js'),
  required('out/app/preload/bridge.cjs'),
  required('out/app/app-files.json'),
  required('out/app/renderer/index.html'),
  required('out/app/renderer/room/index.html'),
  allowed('out/app/renderer/**/*.{css,html,js,json,png,svg,woff2}'),
  required('node_modules/keytar/package.json'),
  required('node_modules/keytar/LICENSE.md'),
  required('node_modules/keytar/lib/keytar.js'),
  required(nativeModule(target)),
];

/** On disk, beside the files of Electron's own distribution. */
export const diskRules = (target: Target): readonly FileRule[] => {
  const { resources } = layoutOf(target);
  return [
    required(`${resources}/app.asar`),
    required(`${resources}/app.asar.unpacked/${nativeModule(target)}`),
    required(`${resources}/THIRD-PARTY-NOTICES.txt`),
    ...platformRules(target, resources),
  ];
};

const platformRules = ({ platform }: Target, resources: string): readonly FileRule[] => {
  switch (platform) {
    case 'darwin':
      return [
        required(`${resources}/icon.icns`),
        required(`${resources}/LICENSE.electron.txt`),
        required(`${resources}/LICENSES.chromium.html`),
        allowed(`${resources}/app-update.yml`),
        allowed('Easel.app/Contents/**/_CodeSignature/CodeResources'),
        allowed('Easel.app/Contents/CodeResources'), // the notarisation ticket
      ];
    case 'linux':
      return [required('LICENSE.electron.txt')];
    case 'win32': // the NSIS build adds its helper
      return [
        required('LICENSE.electron.txt'),
        allowed(`${resources}/elevate.exe`),
        allowed(`${resources}/app-update.yml`),
      ];
  }
};

/**
 * Where a file of Electron's distribution ends up in the package, or null if it must not be there.
 * Takes a path relative to the distribution.
 */
export const packagedName = (file: string, target: Target): string | null => {
  if (file.endsWith('/default_app.asar')) return null;
  switch (target.platform) {
    case 'darwin':
      if (!file.startsWith('Electron.app/') || file.endsWith('/electron.icns')) return null;
      return file
        .replace('Electron.app/', 'Easel.app/')
        .replace('Contents/MacOS/Electron', 'Contents/MacOS/Easel')
        .replaceAll('Electron Helper', 'Easel Helper');
    case 'linux':
      return file === 'LICENSE' ? 'LICENSE.electron.txt' : file === 'electron' ? 'easel' : file;
    case 'win32':
      return file === 'LICENSE' ? 'LICENSE.electron.txt' : file === 'electron.exe' ? 'Easel.exe' : file;
  }
};
