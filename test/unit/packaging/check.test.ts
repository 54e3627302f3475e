import { expect, test } from 'vitest';
import { asarRules, nativeModule } from '../../packaging/allowed-files.ts';
import { checkPackage, type Expectation } from '../../packaging/check.ts';
import type { Contents } from '../../packaging/contents.ts';
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

/** What is found in the right package for Linux, changed; `app`: the build has made its file too. */
const found = (
  change: Partial<Contents>,
  file?: readonly [name: string, text: string],
): readonly string[] => {
  const { contents, expected } = right(linux);
  const [name = '', text = ''] = file ?? [];
  const asar = file === undefined ? contents.asar : new Map([...contents.asar, [name, Buffer.from(text)]]);
  const built = name.replace('out/app/', '');
  const app = built === name ? expected.app : new Map([...expected.app, [built, Buffer.from(text)]]);
  return problems({ ...contents, asar, ...change }, { ...expected, app });
};

test.each([linux, windows])('a right package for $platform has no problems', (target) => {
  const { contents, expected } = right(target);
  expect(problems(contents, expected)).toEqual([]);
});

test.each([
  ['out/app/main/notes.md', 'secret plans', 'not allowed: out/app/main/notes.md'],
  ['out/app/main/index.ts', 'x', 'source or test: out/app/main/index.ts'],
  ['node_modules/keytar/test/a.js', 'x', 'source or test: node_modules/keytar/test/a.js'],
  [
    'out/app/main/chunks/a-1b.js',
    '//# sourceMappingURL=a.map',
    'refers to a source map: out/app/main/chunks/a-1b.js',
  ],
  [
    'out/app/main/chunks/a-1b.js',
    '/home/someone/easel',
    'out/app/main/chunks/a-1b.js names /home/someone/easel',
  ],
  ['out/app/main/chunks/a-1b.js', 'registry.a.org', 'out/app/main/chunks/a-1b.js names registry.a.org'],
  [
    'node_modules/keytar/prebuilds/win32-x64/keytar.node',
    'binary',
    'native module of another platform: node_modules/keytar/prebuilds/win32-x64/keytar.node',
  ],
])('the file %s with %j is named: %s', (name, text, problem) => {
  expect(found({}, [name, text])).toContain(problem);
});

test('a path of this machine is found with escaped backslashes', () => {
  const { contents, expected } = right(windows);
  const name = String.raw`C:\Users\someone\easel`;
  const asar = new Map([...contents.asar, ['out/app/app-files.json', Buffer.from(JSON.stringify({ name }))]]);
  expect(problems({ ...contents, asar }, { ...expected, machine: [name] })).toContain(
    `out/app/app-files.json names ${name}`,
  );
});

test('a file that the build did not make, or made differently, is named', () => {
  const { contents, expected } = right(linux);
  const text = Buffer.from('tampered');
  const asar = new Map([...contents.asar, ['out/app/main/stale.js', text], ['out/app/main/index.js', text]]);
  expect(problems({ ...contents, asar }, expected)).toEqual([
    'differs from what was built: main/index.js',
    'packaged, but not built: out/app/main/stale.js',
  ]);
});

test('each required file that is missing is named', () => {
  const { contents } = right(linux);
  const missing = asarRules(linux).filter(({ required }) => required);
  for (const { pattern } of missing) {
    const asar = new Map([...contents.asar].filter(([file]) => file !== pattern));
    expect(found({ asar })).toContain(`missing: ${pattern}`);
  }
  const disk = contents.disk.filter((file) => file !== 'locales/en-US.pak');
  expect(found({ disk })).toEqual(["missing, though Electron's distribution has it: locales/en-US.pak"]);
});

test('Electron’s demo app is not allowed in', () => {
  const disk = [...right(linux).contents.disk, 'resources/default_app.asar'];
  expect(found({ disk })).toEqual(['not allowed: resources/default_app.asar']);
});

test('only the installed native module lies outside the ASAR', () => {
  const unpackedOnDisk = new Map([[nativeModule(linux), Buffer.from('trojan')]]);
  expect(found({ unpackedOnDisk })).toEqual([`differs from what is installed: ${nativeModule(linux)}`]);
  const script = 'node_modules/keytar/lib/keytar.js';
  expect(found({ unpacked: [nativeModule(linux), script] })).toEqual([`must not be unpacked: ${script}`]);
});

test('a wrong fuse fails the check and is counted', () => {
  const { contents, expected } = right(linux);
  const wrong = ['fuse RunAsNode is not off'];
  const checks = checkPackage({ ...contents, fuses: { right: 8, wrong } }, expected);
  expect(checks).toContainEqual({ name: 'fuses 8/9 as the table says', problems: wrong });
});

test.each([null, 'bb'])('on Windows %j as the declared ASAR hash fails', (declaredHash) => {
  const { contents, expected } = right(windows);
  expect(problems({ ...contents, declaredHash }, expected)).toHaveLength(1);
});

test.each([
  ['version', { ...manifest, version: '0.0.0' }],
  ['desktopName', { ...manifest, desktopName: undefined }],
  ['devDependencies', { ...manifest, devDependencies: {} }],
])('a package.json with the wrong %s is named', (key, wrong) => {
  expect(found({}, ['package.json', JSON.stringify(wrong)])).toEqual([expect.stringContaining(key)]);
});
