import { expect, test } from 'vitest';
import { layoutOf, parseTarget } from '../../packaging/target.ts';

test.each(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'])(
  '%s is a target of Easel’s',
  (text) => {
    const target = parseTarget(text);
    expect(target).toEqual({ platform: text.split('-')[0], arch: text.split('-')[1] });
  },
);

test.each(['', 'linux', 'win32-ia32', 'freebsd-x64', 'linux-x64-musl', '-x64'])('%j is not one', (text) => {
  expect(parseTarget(text)).toBeNull();
});

test('packages for two processors don’t overwrite each other', () => {
  const folders = (['darwin', 'linux', 'win32'] as const).flatMap((platform) =>
    (['arm64', 'x64'] as const).map((arch) => layoutOf({ platform, arch }).folder),
  );
  expect(new Set(folders).size).toBe(6);
});
