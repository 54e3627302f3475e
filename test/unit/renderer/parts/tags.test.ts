import { expect, test } from 'vitest';
import { hueOf } from '../../../../renderer/parts/tags.tsx';

test('a text has one colour, whatever its letter case, and different texts have many', () => {
  expect(hueOf('Maths')).toBe(hueOf('maths'));
  const hues = Array.from({ length: 100 }, (_, at) => hueOf(`tag ${at}`));
  expect(new Set(hues).size).toBe(7);
});
