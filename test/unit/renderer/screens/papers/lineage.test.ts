import { expect, test } from 'vitest';
import type { Paper } from '../../../../../preload/contract/papers.ts';
import { treeAround, type LineageNode } from '../../../../../renderer/screens/papers/lineage.tsx';
import { paperOf } from '../../../../support/paper-of.ts';

function paper(identifier: string, templateId: string | null = null, change: Partial<Paper> = {}): Paper {
  const template = templateId === null ? 'none' : 'confirmed';
  const made = { name: identifier, source: 'api', origin: 'created', rememberedAt: 10 } as const;
  return paperOf(identifier, { ...made, templateId, template, ...change });
}

/** "root(copy(below) +2)" */
function drawn({ paper: { identifier }, copies, more }: LineageNode): string {
  const below = [...copies.map(drawn), ...(more > 0 ? [`+${more}`] : [])];
  return below.length === 0 ? identifier : `${identifier}(${below.join(' ')})`;
}

function around(identifier: string, known: readonly Paper[]): string | null {
  const from = known.find((each) => each.identifier === identifier);
  const tree = from === undefined ? null : treeAround(from, known);
  return tree === null ? null : drawn(tree);
}

test('the tree of a paper leads from its oldest template to what came from it', () => {
  const known = [paper('root'), paper('a', 'root'), paper('b', 'root'), paper('a1', 'a'), paper('a2', 'a')];
  expect(around('root', known)).toBe('root(a(a1 a2) b)');
  expect(around('a', known)).toBe('root(a(a1 a2) +1)');
  expect(around('a2', known)).toBe('root(a(a2 +1) +1)');
});

test('papers that name each other, or themselves, as template make no endless tree', () => {
  expect(around('a', [paper('a', 'b'), paper('b', 'a')])).toBe('a(b)');
  expect(around('a', [paper('a', 'a')])).toBeNull();
});
