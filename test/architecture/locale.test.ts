/** Numbers and dates look the same everywhere: one module of main and one of the page know a locale. */
import { expect, test } from 'vitest';
import { trackedFiles } from './repository.ts';

const FORMATS = ['main/wording/format.ts', 'renderer/parts/format.ts'];

test('only two modules format numbers and dates', () => {
  const writers = trackedFiles()
    .filter(({ path }) => /^(?:main|preload|renderer)\/.*\.tsx?$/u.test(path))
    .filter(({ text }) => /\.toLocale(?:Date|Time)?String\(|\bIntl\./u.test(text));
  expect(writers.map(({ path }) => path).toSorted()).toEqual(FORMATS);
});
