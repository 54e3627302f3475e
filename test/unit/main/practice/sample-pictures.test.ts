/** The pictures that practice begins with. */
import { expect, test } from 'vitest';
import { createSampleData } from '../../../../main/practice/sample-data.ts';
import { picturesOf } from '../../../../main/practice/sample-pictures.ts';

const SAMPLE = createSampleData({ seed: 1, boards: 300, papers: 12, now: Date.UTC(2026, 6, 1) });

test('each drawing makes a picture as small as one of a preview, with all of it in view', () => {
  for (const { svg, width, height } of picturesOf(SAMPLE.content)) {
    expect(svg.length).toBeLessThan(40_000);
    const points = [...svg.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/gu)].map(([, x, y]) => [Number(x), Number(y)]);
    const outside = points.filter(([x = 0, y = 0]) => x <= 0 || x >= width || y <= 0 || y >= height);
    expect([points.length > 0, outside]).toEqual([true, []]);
  }
});

test('a picture holds shapes alone: no text, script or address', () => {
  const svg = picturesOf(SAMPLE.content)[0]?.svg ?? '';
  expect(new Set([...svg.matchAll(/<(\w+)/gu)].map(([, tag]) => tag))).toEqual(
    new Set(['svg', 'rect', 'g', 'path']),
  );
});

test('every third board has a drawing', () => {
  const drawn = SAMPLE.boards.filter(({ roomId }) => SAMPLE.content.has(roomId));
  expect(drawn).toHaveLength(100);
});
