/** Checks the contrast of the colours in both themes: WCAG 1.4.3 for text, 1.4.11 for controls and icons. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(path.join(import.meta.dirname, '../../../../renderer/styles/tokens.css'), 'utf8');

const colors = new Map<string, readonly [light: string, dark: string]>();
for (const [, name = '', light = '', dark = light] of css.matchAll(
  /--([\w-]+): (?:light-dark\()?(#\w{6})(?:, (#\w{6})\))?;/gu,
))
  colors.set(name, [light, dark]);

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const named = (pattern: RegExp): readonly string[] => [...colors.keys()].filter((name) => pattern.test(name));
const plain = named(/^surface(?:-frame|-raised|-sunken|-field)?$/u);
const everySurface = named(/^surface/u);

test.each([
  ['texts on every surface', ['text', 'text-muted'], everySurface, 4.5],
  ['links on plain surfaces', ['accent-text'], plain, 4.5],
  ['texts of a state on plain surfaces', ['danger-text', 'warning-text', 'good-text'], plain, 4.5],
  ['danger on its own surface', ['danger-text', 'text'], ['danger-surface'], 4.5],
  ['warnings on their own surface', ['warning-text', 'text'], ['warning-surface'], 4.5],
  ['texts on filled buttons', ['text-on-accent'], ['accent', 'accent-hover', 'danger', 'danger-hover'], 4.5],
  ['borders of controls', ['line-control'], ['surface', 'surface-field', 'surface-raised'], 3],
  ['focus rings', ['focus'], plain, 3],
  ['colours of connections', named(/^connection-/u), plain, 3],
] as const)('both themes have enough contrast for %s', (_what, texts, surfaces, least) => {
  expect(surfaces.length).toBeGreaterThan(0);
  for (const text of texts)
    for (const surface of surfaces)
      for (const theme of [0, 1] as const) {
        const ratio = contrast(colors.get(text)?.[theme] ?? '', colors.get(surface)?.[theme] ?? '');
        expect
          .soft(ratio, `${text} on ${surface}, ${theme === 0 ? 'light' : 'dark'}`)
          .toBeGreaterThanOrEqual(least);
      }
});

test.each(named(/^environment-[a-z]+$/u))('the text on the colour %s has enough contrast', (environment) => {
  const [on = ''] = colors.get(`${environment}-text`) ?? [];
  expect(contrast(on, colors.get(environment)?.[0] ?? '')).toBeGreaterThanOrEqual(4.5);
});
