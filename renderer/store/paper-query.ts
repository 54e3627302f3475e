import type { RowFilter, RowMark, RowQuery } from '../../preload/contract/boards.ts';
import type { Paper } from '../../preload/contract/papers.ts';
import { foldText } from '../../preload/contract/facts.ts';
import { sortedNaturally } from '../../preload/contract/later-facts.ts';
import { FIELD } from './list-slice.ts';

const DAY = 86_400_000;

const folded = (text: string): string => foldText(text.trim());

const MARKS: Readonly<Record<RowMark, (paper: Paper) => boolean>> = {
  labelled: ({ name }) => name !== '',
  tagged: ({ local }) => (local?.tags.length ?? 0) > 0,
  protected: ({ local }) => local?.protected === true,
  'made-here': ({ origin }) => origin === 'created',
  vanished: ({ deletedAt }) => deletedAt !== null,
  template: ({ isTemplate }) => isTemplate,
  // These filters are useless for papers, because every paper has a time, and Easel records no previews of papers.
  dated: () => true,
  previewed: () => false,
};

function holds(texts: readonly string[], term: string, exact = false): boolean {
  const isFound = (text: string): boolean => (exact ? text === folded(term) : text.includes(folded(term)));
  return term.trim() !== '' && texts.map(folded).some(isFound);
}

function matchesFilter(paper: Paper, filter: RowFilter, now: number): boolean {
  const { identifier, local, otherFields, rememberedAt } = paper;
  switch (filter.kind) {
    case 'created':
      return rememberedAt >= (filter.from ?? 0) && rememberedAt < (filter.to ?? Infinity);
    case 'older-than':
      return rememberedAt < now - filter.days * DAY;
    case 'newer-than':
      return rememberedAt >= now - filter.days * DAY;
    case 'mark':
      return MARKS[filter.mark](paper) === filter.is;
    case 'tag':
      return holds(local?.tags ?? [], filter.tag, filter.exact);
    case 'customer':
      return holds([local?.customer ?? ''], filter.customer, filter.exact);
    case 'id-prefix':
      return foldText(identifier).startsWith(foldText(filter.prefix));
    case 'field':
      return otherFields.some(
        ({ name, value }) => name === filter.name && folded(value).includes(folded(filter.text)),
      );
  }
}

function wordsOf({ name, identifier, local }: Paper): string {
  const written = local === null ? [] : [local.note, local.customer, ...local.tags];
  return [name, identifier, ...written].map(foldText).join('\n');
}

export function matchesQuery(paper: Paper, { find, filters }: RowQuery, now: number): boolean {
  return wordsOf(paper).includes(folded(find)) && filters.every((each) => matchesFilter(paper, each, now));
}

function sortText({ identifier, name, local, otherFields }: Paper, by: RowQuery['order']['by']): string {
  if (by === 'id') return identifier;
  if (by === 'label') return name;
  if (by === 'customer') return local?.customer ?? '';
  return otherFields.find((field) => field.name === by.slice(FIELD.length))?.value ?? '';
}

export function arrangedPapers(
  papers: readonly Paper[] | null,
  query: RowQuery,
  now: number,
): readonly Paper[] {
  const { by, descending } = query.order;
  const newest = (a: Paper, b: Paper): number => b.rememberedAt - a.rememberedAt;
  const matching = (papers ?? []).filter((paper) => matchesQuery(paper, query, now));
  if (by === 'created') return matching.toSorted((a, b) => (descending ? newest(a, b) : newest(b, a)));
  const textOf = (paper: Paper): string => sortText(paper, by);
  const sorted = matching.toSorted(newest);
  const others = sorted.filter((paper) => textOf(paper) === '');
  return [
    ...sortedNaturally(
      sorted.filter((paper) => textOf(paper) !== ''),
      textOf,
      descending,
    ),
    // Sorts papers without a name by id, because the name column shows their id instead.
    ...(by === 'label' ? sortedNaturally(others, ({ identifier }) => identifier, descending) : others),
  ];
}
