import { expect, test } from 'vitest';
import { wasTemplateChanged } from '../../../../../renderer/screens/papers/lineage.tsx';
import { paperOf } from '../../../../support/paper-of.ts';

test('a template counts as changed if the user could type in its room after copying the template', () => {
  const copy = { ...paperOf('copy'), rememberedAt: 10 };
  const opened = (inputAt: number | null) => ({ ...paperOf('template'), inputAt });
  expect(wasTemplateChanged(copy, opened(11))).toBe(true);
  expect(wasTemplateChanged(copy, opened(9))).toBe(false);
  expect(wasTemplateChanged(copy, opened(null))).toBe(false);
  expect(wasTemplateChanged(copy, null)).toBe(false);
});
