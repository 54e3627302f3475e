import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, trackedFiles, trackedPaths } from './repository.ts';

const files = trackedFiles();

const filesWith = (pattern: RegExp | string, among = files): readonly string[] =>
  among
    .filter(({ text }) => (typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text)))
    .map((file) => file.path);

test('no tracked file contains a folder path of the computer that runs this test', () => {
  const homes = [ROOT, homedir()].filter((folder) => folder.length > 2).map((folder) => `${folder}/`);
  const folders = [/\/(?:work|root)\/[\w.-]/u, /\/tmp\/bash_jobs/u, ...homes];
  expect(folders.flatMap((folder) => filesWith(folder))).toEqual([]);
});

test('no tracked file except this test contains the address of a package registry', () => {
  const registries =
    /npmjs\.|yarnpkg\.|npmmirror|artifactory|jfrog|\bregistry\s*=|:\/\/[\w.-]*registry[\w.-]*\.(?!example)/iu;
  expect(filesWith(registries)).toEqual(['test/architecture/repository.test.ts']);
});

test('Windows, which forbids some characters and ignores letter case, can check out all tracked files', () => {
  const lower = trackedPaths().map((name) => name.toLowerCase());
  expect(lower.filter((name, at) => lower.indexOf(name) !== at)).toEqual([]);
  expect(lower.filter((name) => /[<>:"|?*\\]|[. ]$/u.test(name))).toEqual([]);
});

test('every file that a Markdown document links to or lists in a table exists', () => {
  const broken = files
    .filter((file) => file.path.endsWith('.md'))
    .flatMap(({ path: page, text }) => [
      ...[...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/gu)].map(([, to = '']) =>
        path.posix.join(path.posix.dirname(page), to),
      ),
      ...[...text.matchAll(/^\| `((?:main|preload|renderer)\/[^` <]+\.tsx?)` /gmu)].map(([, to = '']) => to),
    ])
    .filter((file) => !existsSync(path.join(ROOT, file)));
  expect(broken).toEqual([]);
});

test('only the two format.ts modules format numbers and dates', () => {
  const product = files.filter((file) => /^(?:main|preload|renderer)\/.*\.tsx?$/u.test(file.path));
  expect(filesWith(/\.toLocale(?:Date|Time)?String\(|\bIntl\./u, product).toSorted()).toEqual([
    'main/lib/wording/format.ts',
    'renderer/lib/format.ts',
  ]);
});
