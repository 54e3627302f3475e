import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { debControl, packageVersion, rpmSpec } from '../../packaging/linux-packages.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const text = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const manifest = {
  description: 'Console for boards: papers and keys.',
  homepage: 'https://easel.example/',
  author: 'Someone <someone@easel.example>',
  license: 'MIT',
};
const scripts = { afterInstall: '#!/bin/sh\necho in\n', afterRemove: '#!/bin/sh\necho out\n' };

test('a version on the way to another is older, for both package managers', () => {
  expect(packageVersion('1.2.0')).toBe('1.2.0');
  expect(packageVersion('1.2.0-beta.1')).toBe('1.2.0~beta.1');
});

test('the deb names its processor, what it depends on, and a keychain that it recommends', () => {
  const control = debControl(
    { version: '1.2.0-beta.1', target: { platform: 'linux', arch: 'arm64' } },
    manifest,
    42,
  );
  for (const line of [
    'Version: 1.2.0~beta.1',
    'Architecture: arm64',
    'Installed-Size: 42',
    'Maintainer: Someone <someone@easel.example>',
    'Recommends: gnome-keyring | kwalletmanager',
    'Description: Console for boards',
  ]) {
    expect(control.split('\n')).toContain(line);
  }
  const depends = /^Depends: (.*)$/mu.exec(control)?.[1]?.split(', ') ?? [];
  expect(depends).toEqual(
    expect.arrayContaining(['libc6', 'libgtk-3-0', 'libnss3', 'libsecret-1-0', 'xdg-utils']),
  );
  expect(new Set(depends).size).toBe(depends.length);
});

test('the rpm asks for libsecret, brings none of its libraries to others, and runs the same scripts', () => {
  const spec = rpmSpec({ version: '1.2.0' }, manifest, scripts, ['opt/Easel/easel', 'usr/bin/easel']);
  expect(spec).toContain('\nRequires: libsecret-1.so.0()(64bit)\n');
  expect(spec).toContain('\nAutoProv: no\n');
  expect(spec).toContain('%post\necho in\n\n%postun\necho out\n');
  expect(spec).toMatch(/%files\n.*\n\/opt\/Easel\n\/usr\/bin\/easel\n$/u);
});

test('the profile is for the program as it is installed', () => {
  expect(text('main/packaging/linux/apparmor-profile')).toContain(
    'profile easel /opt/Easel/easel flags=(unconfined) {\n  userns,\n',
  );
});
