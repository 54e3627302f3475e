import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Target } from './target.ts';

/** Fuse bytes in the format of @electron/fuses. All differ from Easel's, so that tests detect a fuse that isn't set. */
const fuseWire = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101100110'),
]);

const plist = (entries: Readonly<Record<string, string>>): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0"><dict>',
    ...Object.entries(entries).map(([key, value]) => `<key>${key}</key><string>${value}</string>`),
    '</dict></plist>',
  ].join('\n');

const macFiles = (): Readonly<Record<string, string | Buffer>> => {
  const app = 'Electron.app/Contents';
  const helpers = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].map((kind) => `Electron Helper${kind}`);
  return {
    LICENSE: 'stand-in',
    'LICENSES.chromium.html': 'stand-in',
    [`${app}/Info.plist`]: plist({
      CFBundleExecutable: 'Electron',
      CFBundleIconFile: 'electron.icns',
      NSCameraUsageDescription: 'This app needs access to the camera',
    }),
    [`${app}/MacOS/Electron`]: 'stand-in',
    [`${app}/Resources/electron.icns`]: 'stand-in',
    [`${app}/Resources/default_app.asar`]: 'stand-in',
    [`${app}/Frameworks/Electron Framework.framework/Electron Framework`]: fuseWire,
    ...Object.fromEntries(
      helpers.flatMap((name) => [
        [`${app}/Frameworks/${name}.app/Contents/Info.plist`, plist({ CFBundleExecutable: name })],
        [`${app}/Frameworks/${name}.app/Contents/MacOS/${name}`, 'stand-in'],
      ]),
    ),
  };
};

const otherFiles = (executable: string, contents: Buffer): Readonly<Record<string, string | Buffer>> => ({
  [executable]: contents,
  LICENSE: 'stand-in',
  'LICENSES.chromium.html': 'stand-in',
  'resources.pak': 'stand-in',
  'icudtl.dat': 'stand-in',
  'locales/en-US.pak': 'stand-in',
  'resources/default_app.asar': 'stand-in',
});

/** The fake electron.exe is a copy of a real Windows program, because electron-builder edits it. */
const windowsProgram = path.resolve(
  import.meta.dirname,
  '../../node_modules/electron-winstaller/vendor/rcedit.exe',
);

const script = '#!/bin/sh\necho "This is a stand-in, not Electron."\nexit 1\n';

const filesOf = async (target: Target): Promise<Readonly<Record<string, string | Buffer>>> => {
  switch (target.platform) {
    case 'darwin':
      return macFiles();
    case 'linux':
      return {
        ...otherFiles('electron', Buffer.concat([Buffer.from(script), fuseWire])),
        'chrome-sandbox': script,
        chrome_crashpad_handler: script,
      };
    case 'win32':
      return otherFiles('electron.exe', Buffer.concat([await readFile(windowsProgram), fuseWire]));
  }
};

export const writeStandIn = async (folder: string, target: Target, version: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  for (const [name, contents] of Object.entries({ ...(await filesOf(target)), version })) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, contents, { mode: 0o755 });
  }
};
