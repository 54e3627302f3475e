import { expect, test } from 'vitest';
import { picturesOf } from '../../../../main/practice/sample-pictures.ts';
import type { Item } from '../../../../preload/contract/practice-room.ts';

function svgOf(...items: readonly Item[]): string {
  return picturesOf(new Map([['paper', items]]))[0]?.svg ?? '';
}

test('the last line in a sticky note’s picture is only as long as the remaining text', () => {
  const place = { x: 0, y: 0, width: 240, fontSize: 20 } as const;
  const svg = svgOf({ kind: 'note', id: 'n', by: '', color: 'yellow', ...place, text: 'x'.repeat(26) });
  expect(svg).toMatch(/ rx="0\.\d+"/u);
  const lengths = [...svg.matchAll(/h(?<length>[\d.]+)/gu)].map((line) => Number(line.groups?.['length']));
  expect(lengths).toEqual([208, 208 * (26 / 20.8 - 1)]);
});

test('thin strokes stay visible in the picture of a large drawing', () => {
  const points = [
    [0, 0, 0.5],
    [43_200, 0, 0.5],
  ] as const;
  const svg = svgOf({ kind: 'stroke', id: 's', by: '', ink: 'red', size: 4, points });
  expect(svg).toContain('viewBox="-2400 -15000 48000 30000"');
  expect(svg).toContain('stroke-width="80"');
});
