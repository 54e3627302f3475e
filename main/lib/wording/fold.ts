const ASCII = /^[\u0000-\u007F]*$/u;

/** Folds text for search, filters, labels and tags: NFKC, lower case, diacritics kept. Like renderer/lib/fold.ts. */
export function foldText(text: string): string {
  // Every stored board is folded, and normalisation takes half of that time. It leaves ASCII as it is.
  if (ASCII.test(text)) return text.toLowerCase();
  // A sigma in lower case depends on its neighbours, which a search term lacks.
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}
