/** Every file of the repository: short enough to be read, and at home on any machine. */
import { homedir } from 'node:os';
import { describe, expect, test } from 'vitest';
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

  test('names no folder of a machine', () => {
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

  test('has file names that every system can hold', () => {
    const lower = trackedPaths().map((name) => name.toLowerCase());
    expect(lower.filter((name, at) => lower.indexOf(name) !== at)).toEqual([]);
    expect(lower.filter((name) => /[<>:"|?*\\]|[. ]$/u.test(name))).toEqual([]);
  });
});
