/** Every file of the repository: short enough to be read, and at home on any machine. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { arrowsOf } from './modules.ts';
import { ROOT, trackedFiles, trackedPaths } from './repository.ts';

const MOST_LINES = 600;
const files = trackedFiles();

/** Folders of the machines that this was written on, and of the one that runs the test. */
const MACHINE_PATHS = [/\/(?:work|root)\/[\w.-]/u, /\/tmp\/bash_jobs/u];

/** Hosts that serve packages; where packages come from is the machine's business. */
const REGISTRIES =
  /npmjs\.|yarnpkg\.|npmmirror|artifactory|jfrog|\bregistry\s*=|:\/\/[\w.-]*registry[\w.-]*\.(?!example)/iu;

describe('the repository', () => {
  test(`has no code file over ${MOST_LINES} lines`, () => {
    const long = files
      .filter((file) => /\.[cm]?[jt]sx?$/u.test(file.path))
      .map((file) => ({ path: file.path, lines: file.text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > MOST_LINES);
    expect(long.map(({ path, lines }) => `${path}: ${lines} lines`)).toEqual([]);
  });

  test('names no folder of this machine', () => {
    const homes = [ROOT, homedir()].filter((folder) => folder.length > 2).map((folder) => `${folder}/`);
    const named = files.filter(
      ({ text }) =>
        MACHINE_PATHS.some((pattern) => pattern.test(text)) || homes.some((folder) => text.includes(folder)),
    );
    expect(named.map((file) => file.path)).toEqual([]);
  });

  test('names no package registry', () => {
    const named = files.filter(({ text }) => REGISTRIES.test(text));
    expect(
      named.map((file) => file.path).filter((name) => name !== 'test/architecture/repository.test.ts'),
    ).toEqual([]);
  });

  test('has file names that are valid on every system', () => {
    const lower = trackedPaths().map((name) => name.toLowerCase());
    expect(lower.filter((name, at) => lower.indexOf(name) !== at)).toEqual([]);
    expect(lower.filter((name) => /[<>:"|?*\\]|[. ]$/u.test(name))).toEqual([]);
  });

  test('has every file that a page of its own leads to or shows', () => {
    const pages = files.filter((file) => file.path.endsWith('.md'));
    const links = pages.flatMap((page) =>
      [...page.text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/gu)].map(([, to = '']) => ({ page, to })),
    );
    expect(links.length).toBeGreaterThan(20);
    const broken = links.filter(({ page, to }) => !existsSync(path.join(ROOT, path.dirname(page.path), to)));
    expect(broken.map(({ page, to }) => `${page.path}: ${to}`)).toEqual([]);
  });
});

describe('the specs of e2e run on every system and with either driver, so', () => {
  const specs = files.filter(({ path }) => /^test\/(?:e2e|support|commands)\/.*\.ts$/u.test(path));
  const named = (pattern: RegExp, among = specs): readonly string[] =>
    among.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

  test('press no key that only some keyboards have', () => {
    expect(specs.length).toBeGreaterThan(50);
    expect(named(/['"`](?:Control|Meta)(?:\+|['"`]\])/u)).toEqual([]);
  });

  test('start no program that only some systems have', () => {
    expect(named(/\(\s*'(?:ps|pgrep|tasklist|xdotool|wmctrl)'/u)).toEqual([]);
  });

  test('reach rooms through main, for Playwright loses the frames of a webview', () => {
    const frames = /\.frames?\(|\bframeLocator\(|\bcontentFrame\(/u;
    // Which says that Electron has no such frame.
    expect(named(frames)).toEqual(['test/e2e/conformance/real-binary.spec.ts']);
  });

  test('ask nobody which driver runs them: what differs is the business of test/support/driver.ts', () => {
    const onlySpecs = specs.filter(({ path }) => path.endsWith('.spec.ts'));
    expect(named(/\bdriver\(\)|chromium-shell|ELECTRON_OVERRIDE/u, onlySpecs)).toEqual([]);
  });
});

/** Where a way goes through a thread, the bridge, IPC, the page's store or what main composes: no import joins these. */
const JOINED_ELSEWHERE = [
  'main/ipc/dispatch.ts',
  'main/ipc/router.ts',
  'main/jobs/calls.ts',
  'preload/bridge.ts',
  'renderer/bridge.ts',
  'renderer/screens/jobs/delete-dialog.tsx',
  'renderer/store/jobs-slice.ts',
  'renderer/store/row-pages.ts',
];

describe('the two tables of hops in main/README.md', () => {
  const text = files.find((file) => file.path === 'main/README.md')?.text ?? '';
  const ways = text
    .split('\n## ')
    .slice(1)
    .map((part) => [...part.matchAll(/^\| `([^`]+)`/gmu)].map(([, file = '']) => file));
  const arrows = new Map(files.map((file) => [file.path, /\.tsx?$/u.test(file.path) ? arrowsOf(file) : []]));
  const imports = (one: string, other: string): boolean =>
    arrows.get(one)?.some(({ to }) => to === other) ?? false;

  test('list files that exist, at most 30 for a delete', () => {
    expect(ways.flat().filter((file) => !arrows.has(file))).toEqual([]);
    expect(ways).toHaveLength(2);
    expect(ways[0]?.length).toBeLessThanOrEqual(25);
    expect(ways[1]?.length).toBeLessThanOrEqual(30);
  });

  test('connect each file to an earlier one by an import, with the stated exceptions', () => {
    const alone = ways.flatMap((way) =>
      way.filter(
        (file, at) => at > 0 && !way.slice(0, at).some((one) => imports(one, file) || imports(file, one)),
      ),
    );
    expect([...new Set(alone)].toSorted()).toEqual(JOINED_ELSEWHERE);
  });
});
