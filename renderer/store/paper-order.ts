/** Which papers are shown, in which order: pure functions over the register. */
import type { Paper } from '../../preload/contract/papers.ts';

export interface PaperSort {
  readonly column: 'name' | 'identifier' | 'source' | 'remembered';
  readonly descending: boolean;
}

const ORDERS: Readonly<Record<PaperSort['column'], (a: Paper, b: Paper) => number>> = {
  name: (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: 'base' }),
  identifier: (a, b) => a.identifier.localeCompare(b.identifier),
  source: (a, b) => (a.source ?? '').localeCompare(b.source ?? ''),
  remembered: (a, b) => a.rememberedAt - b.rememberedAt,
};

/** The papers whose name or identifier contains `find`, letter case ignored, sorted; ties stay newest first. */
export function arrangedPapers(
  papers: readonly Paper[] | null,
  find: string,
  sort: PaperSort,
): readonly Paper[] {
  const sought = find.trim().toLowerCase();
  const order = ORDERS[sort.column];
  const direction = sort.descending ? -1 : 1;
  return (papers ?? [])
    .filter((paper) => `${paper.name}\n${paper.identifier}`.toLowerCase().includes(sought))
    .sort((a, b) => direction * order(a, b) || b.rememberedAt - a.rememberedAt);
}

/** The identifier to select once `removed` is gone from the list: the one after it, else the one before it. */
export function selectedAfterRemoval(shown: readonly Paper[], removed: string): string | null {
  const at = shown.findIndex((paper) => paper.identifier === removed);
  return (shown[at + 1] ?? shown[at - 1])?.identifier ?? null;
}
