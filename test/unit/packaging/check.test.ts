import { expect, test } from 'vitest';
import { asarRules, nativeModule } from '../../packaging/allowed-files.ts';
import { checkPackage, type Expectation } from '../../packaging/check.ts';
import type { Contents, Files } from '../../packaging/contents.ts';
import type { Target } from '../../packaging/target.ts';

const linux: Target = { platform: 'linux', arch: 'x64' };
const windows: Target = { platform: 'win32', arch: 'x64' };
const binary = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0]);
const manifest = {
  name: 'easel',
  productName: 'Easel',
  version: '1.2.3',
  main: 'out/app/main/index.js',
  type: 'module',
  desktopName: 'easel.desktop',
  license: 'MIT',
};

/** A right package of the given target, and what it is compared with. */
const right = (target: Target): { contents: Contents; expected: Expectation } => {
  const native = nativeModule(target);
  const asar = new Map(
    asarRules(target)
      .filter((rule) => rule.required)
      .map(({ pattern }) => [pattern, Buffer.from('text')]),
  );
  asar.set('package.json', Buffer.from(JSON.stringify(manifest)));
  asar.set(native, binary);
  const executable = target.platform === 'win32' ? ['electron.exe', 'Easel.exe'] : ['electron', 'easel'];
  return {
    contents: {
      target,
      disk: [
        `${executable[1]}`,
        'LICENSE.electron.txt',
        'locales/en-US.pak',
        'resources/app.asar',
        `resources/app.asar.unpacked/${native}`,
        'resources/THIRD-PARTY-NOTICES.txt',
      ],
      diskSize: 1,
      asar,
      asarSize: 1,
      unpacked: [native],
      unpackedOnDisk: new Map([[native, binary]]),
      fuses: { right: 9, wrong: [] },
      asarHash: 'aa',
      declaredHash: target.platform === 'linux' ? null : 'aa',
    },
    expected: {
      dist: [`${executable[0]}`, 'LICENSE', 'locales/en-US.pak', 'resources/default_app.asar'],
      app: new Map(
        [...asar]
          .filter(([file]) => file.startsWith('out/app/'))
          .map(([file, contents]) => [file.slice('out/app/'.length), contents]),
      ),
      nativeModule: binary,
      manifest,
      machine: ['/home/someone/easel'],
    },
  };
};

const problems = (contents: Contents, expected: Expectation): readonly string[] =>
  checkPackage(contents, expected).flatMap((check) => check.problems);

const withFile = (files: Files, name: string, text: string): Files =>
  new Map([...files, [name, Buffer.from(text)]]);

test.each([linux, windows])('a right package for $platform has no problems', (target) => {
  const { contents, expected } = right(target);
  expect(problems(contents, expected)).toEqual([]);
});

test('an extra file in the ASAR is named, even when the build made it', () => {
  const { contents, expected } = right(linux);
  const asar = withFile(contents.asar, 'out/app/main/notes.md', 'secret plans');
  const app = withFile(expected.app, 'main/notes.md', 'secret plans');
  expect(problems({ ...contents, asar }, { ...expected, app })).toEqual([
    'not allowed: out/app/main/notes.md',
  ]);
});

test('an allowed file that the build did not make is named', () => {
  const { contents, expected } = right(linux);
  const asar = withFile(contents.asar, 'out/app/main/stale.js', 'old');
  expect(problems({ ...contents, asar }, expected)).toEqual([
    'packaged, but not built: out/app/main/stale.js',
  ]);
});

test('a file that differs from what was built is named', () => {
  const { contents, expected } = right(linux);
  const asar = withFile(contents.asar, 'out/app/main/index.js', 'tampered');
  expect(problems({ ...contents, asar }, expected)).toEqual(['differs from what was built: main/index.js']);
});

test.each(asarRules(linux).filter((rule) => rule.required))(
  'a package without $pattern fails',
  ({ pattern }) => {
    const { contents, expected } = right(linux);
    const asar = new Map([...contents.asar].filter(([file]) => file !== pattern));
    expect(problems({ ...contents, asar }, expected)).toContain(`missing: ${pattern}`);
  },
);

test("a package without a file of Electron's distribution fails", () => {
  const { contents, expected } = right(linux);
  const disk = contents.disk.filter((file) => file !== 'locales/en-US.pak');
  expect(problems({ ...contents, disk }, expected)).toEqual([
    "missing, though Electron's distribution has it: locales/en-US.pak",
  ]);
});

test("Electron's demo app is not allowed in", () => {
  const { contents, expected } = right(linux);
  const disk = [...contents.disk, 'resources/default_app.asar'];
  expect(problems({ ...contents, disk }, expected)).toEqual(['not allowed: resources/default_app.asar']);
});

test.each(['win32-x64', 'linux-arm64', 'linuxmusl-x64'])('the native module of %s is foreign', (platform) => {
  const { contents, expected } = right(linux);
  const foreign = `node_modules/keytar/prebuilds/${platform}/keytar.node`;
  const asar = withFile(contents.asar, foreign, 'binary');
  expect(problems({ ...contents, asar }, expected)).toContain(
    `native module of another platform: ${foreign}`,
  );
});

test('a native module other than the installed one is named', () => {
  const { contents, expected } = right(linux);
  const unpackedOnDisk = new Map([[nativeModule(linux), Buffer.from('trojan')]]);
  expect(problems({ ...contents, unpackedOnDisk }, expected)).toEqual([
    `differs from what is installed: ${nativeModule(linux)}`,
  ]);
});

test('a JavaScript file outside the ASAR is named', () => {
  const { contents, expected } = right(linux);
  const unpacked = [...contents.unpacked, 'node_modules/keytar/lib/keytar.js'];
  expect(problems({ ...contents, unpacked }, expected)).toEqual([
    'must not be unpacked: node_modules/keytar/lib/keytar.js',
  ]);
});

test('a wrong fuse fails the check and is counted', () => {
  const { contents, expected } = right(linux);
  const checks = checkPackage(
    { ...contents, fuses: { right: 8, wrong: ['fuse RunAsNode is not off'] } },
    expected,
  );
  const failed = checks.filter((check) => check.problems.length > 0);
  expect(failed).toEqual([{ name: 'fuses 8/9 as the table says', problems: ['fuse RunAsNode is not off'] }]);
});

test.each([
  ['none', null],
  ['another', 'bb'],
])('on Windows, %s as the declared ASAR hash fails', (_name, declaredHash) => {
  const { contents, expected } = right(windows);
  expect(problems({ ...contents, declaredHash }, expected)).toHaveLength(1);
});

test.each([
  ['version', { ...manifest, version: '0.0.0' }],
  ['desktopName', { ...manifest, desktopName: undefined }],
  ['scripts', { ...manifest, scripts: {} }],
  ['devDependencies', { ...manifest, devDependencies: {} }],
])('a package.json with the wrong %s is named', (key, wrong) => {
  const { contents, expected } = right(linux);
  const asar = withFile(contents.asar, 'package.json', JSON.stringify(wrong));
  expect(problems({ ...contents, asar }, expected)).toEqual([expect.stringContaining(key)]);
});

test.each([
  ['out/app/main/index.ts', 'source or test'],
  ['node_modules/keytar/test/a.js', 'source or test'],
])('%s is a source or a test', (file, problem) => {
  const { contents, expected } = right(linux);
  const asar = withFile(contents.asar, file, 'x');
  expect(problems({ ...contents, asar }, expected)).toContain(`${problem}: ${file}`);
});

test('a path of this machine is found, also with its backslashes escaped', () => {
  const { contents, expected } = right(linux);
  const path = String.raw`C:\Users\someone\easel`;
  const asar = withFile(contents.asar, 'out/app/app-files.json', JSON.stringify({ path }));
  const app = withFile(expected.app, 'app-files.json', JSON.stringify({ path }));
  expect(problems({ ...contents, asar }, { ...expected, app, machine: [path] })).toEqual([
    `out/app/app-files.json names ${path}`,
  ]);
});
