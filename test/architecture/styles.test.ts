import path from 'node:path';
import { expect, test } from 'vitest';
import { trackedFiles } from './repository.ts';

const page = trackedFiles().filter((file) => file.path.startsWith('renderer/'));
const components = page.filter((file) => /\.tsx?$/u.test(file.path));

function classesOf(css: string): ReadonlySet<string> {
  const selectors = css.replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)+|[^{};]*;/gu, '');
  return new Set([...selectors.matchAll(/\.([A-Za-z][\w-]*)/gu)].map((match) => match[1] ?? ''));
}

function usesOf(module: string): { readonly names: ReadonlySet<string>; readonly lookedUp: boolean } {
  const names = new Set<string>();
  let lookedUp = false;
  for (const { path: from, text } of components) {
    for (const [, local, request] of text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/gu)) {
      if (path.posix.join(path.posix.dirname(from), request ?? '') !== module) continue;
      for (const [, name] of text.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'gu'))) names.add(name ?? '');
      lookedUp ||= new RegExp(`\\b${local}\\[`, 'u').test(text);
    }
  }
  return { names, lookedUp };
}

function sharedUses(): ReadonlySet<string> {
  const written = components.flatMap(({ text }) =>
    [...text.matchAll(/className=(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})|classNames\([^()]*\)/gu)].flatMap(
      ([code]) =>
        [...code.replaceAll(/[!=]== '[^']*'/gu, '').matchAll(/"([^"]*)"|'([^']*)'|`([^`]*)`/gu)].map(
          ([, double = '', single = '', template = '']) =>
            double + single + template.replaceAll(/\$\{[^}]*\}/gu, '$'),
        ),
    ),
  );
  return new Set(
    written.flatMap((words) => words.split(/\s+/u)).filter((word) => /^[a-z][a-z\d-]*$/u.test(word)),
  );
}

test('components use exactly the class names that their CSS modules define', () => {
  const faults = page
    .filter((file) => file.path.endsWith('.module.css'))
    .flatMap((file) => {
      const has = classesOf(file.text);
      const { names, lookedUp } = usesOf(file.path);
      const unused = lookedUp ? [] : [...has].filter((name) => !names.has(name));
      const missing = [...names].filter((name) => !has.has(name));
      return [
        ...unused.map((name) => `${file.path}: .${name} is not used`),
        ...missing.map((name) => `${file.path}: .${name} is missing`),
      ];
    });
  expect(faults).toEqual([]);
});

test('components use exactly the class names that the shared style sheets define', () => {
  const has = new Set(
    page
      .filter((file) => /^renderer\/styles\/.*\.css$/u.test(file.path))
      .flatMap((file) => [...classesOf(file.text)]),
  );
  const used = sharedUses();
  expect([...used].filter((name) => !has.has(name))).toEqual([]);
  expect([...has].filter((name) => !used.has(name))).toEqual([]);
});
