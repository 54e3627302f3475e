/** Folds text for search, filters, labels and tags: NFKC, lower case, diacritics kept. Like renderer/lib/fold.ts. */
export function foldText(text: string): string {
  // A sigma in lower case depends on its neighbours, which a search term lacks.
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}
