import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { placesOf } from '../../../../main/policy/read-policy.ts';

const of = (
  platform: 'darwin' | 'win32' | 'linux',
  policyFile: string | null = null,
): ReturnType<typeof placesOf> => placesOf({ platform, isPackaged: policyFile === null, policyFile }, 1000);

describe('the location on', () => {
  test('Linux is one file, of root alone', () => {
    expect(of('linux')).toEqual([
      { file: '/etc/easel/policy.json', format: 'json', owners: [0], ownFolder: true },
    ]);
  });

  test('macOS is what device management writes, then the file of Linux', () => {
    expect(of('darwin')).toEqual([
      {
        file: '/Library/Managed Preferences/example.easel.Easel.plist',
        format: 'plist',
        owners: [0],
        ownFolder: false,
      },
      ...of('linux'),
    ]);
  });

  test('Windows is one file, whatever the environment calls ProgramData', () => {
    expect(of('win32')).toEqual([
      { file: String.raw`C:\ProgramData\Easel\policy.json`, format: 'json', owners: null, ownFolder: true },
    ]);
  });
});

test('the preferences have the packaged app’s name', () => {
  const builder = readFileSync(path.join(import.meta.dirname, '../../../../electron-builder.yml'), 'utf8');
  const appId = /^appId: (\S+)/mu.exec(builder)?.[1];
  expect(of('darwin')[0]?.file).toBe(`/Library/Managed Preferences/${appId}.plist`);
});

describe('a developer’s file', () => {
  test.each(['darwin', 'win32', 'linux'] as const)('replaces all locations of %s', (platform) => {
    expect(of(platform, '/home/ada/policy.json')).toEqual([
      { file: '/home/ada/policy.json', format: 'json', owners: [0, 1000], ownFolder: true },
    ]);
  });

  test('is a property list when its name says so', () => {
    expect(of('linux', '/home/ada/policy.plist')[0]?.format).toBe('plist');
  });

  test('follows the rules of Windows when there are no user ids', () => {
    const env = { platform: 'win32', isPackaged: false, policyFile: 'policy.json' } as const;
    expect(placesOf(env, undefined)[0]?.owners).toEqual(
      process.getuid === undefined ? null : [0, process.getuid()],
    );
  });
});
