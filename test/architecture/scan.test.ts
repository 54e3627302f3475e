import { expect, test } from 'vitest';
import { factsOf } from './facts.ts';
import { trackedFiles } from './repository.ts';
import { RULES } from './rules.ts';

const factsIn = (path: string, text: string): readonly string[] =>
  /\.tsx?$/u.test(path) ? factsOf(path, text) : [text];

test.each(RULES)(
  'the source rule “$name” accepts its valid examples and refuses its invalid examples',
  ({ files, bans, refuse, accept }) => {
    const example = ['main/x.ts', 'renderer/x.tsx', 'renderer/x.html', 'renderer/x.css'].find((path) =>
      files.test(path),
    );
    const isFound = (text: string): boolean => factsIn(example ?? '', text).some((fact) => bans.test(fact));
    expect([isFound(refuse), isFound(accept)]).toEqual([true, false]);
  },
);

test('the source scan reports a file that cannot be parsed', () => {
  expect(factsOf('main/x.ts', 'const = ;')).toContainEqual(expect.stringMatching(/^syntax error/u));
});

test('the app’s source code breaks the source rules exactly at the allowed exceptions', () => {
  const product = trackedFiles()
    .filter(({ path }) => /^(?:main|preload|renderer)\/.*\.(?:tsx?|html|css)$/u.test(path))
    .map(({ path, text }) => ({ path, facts: factsIn(path, text) }));
  const broken = product.flatMap(({ path, facts }) =>
    facts.filter((fact) => fact.startsWith('syntax error')).map((fact) => `${path}: ${fact}`),
  );
  for (const { name, why, files, only, bans } of RULES) {
    const found = product
      .filter(({ path }) => files.test(path))
      .flatMap(({ path, facts }) => facts.filter((fact) => bans.test(fact)).map(() => path));
    const allowed = found.filter((path) => only?.test(path));
    broken.push(
      ...found.filter((path) => !allowed.includes(path)).map((path) => `${path}: ${name} (${why})`),
    );
    if (only !== undefined && (name.startsWith('one-') ? allowed.length !== 1 : allowed.length === 0))
      broken.push(`${name}: ${allowed.length} matches where they are allowed`);
  }
  expect(broken).toEqual([]);
});
