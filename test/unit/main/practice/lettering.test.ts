import { expect, test } from 'vitest';
import { letter } from '../../../../main/practice/drawings/lettering.ts';

test('a line stays within its height and its width', () => {
  const { strokes, width } = letter('How? 24/7: OK!', 40);
  for (const [x, y] of strokes.flatMap((stroke) => stroke.points)) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(width);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(45);
  }
});

test('every letter of the alphabet and every digit can be written', () => {
  const characters = 'abcdefghijklmnopqrstuvwxyz0123456789'.split('');
  expect(characters.filter((character) => letter(character, 8).strokes.length === 0)).toEqual([]);
});

test('a twice as large line is twice as wide', () => {
  expect(letter('Easel', 20).width).toBeCloseTo(letter('Easel', 10).width * 2);
});
