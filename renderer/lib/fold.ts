/** Folds text for search, filters, labels and tags: NFKC, lower case, diacritics kept. Like main/lib/wording/fold.ts. */
export function foldText(text: string): string {
  // A sigma in lower case depends on its neighbours, which a search term lacks.
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}

/** Folds the name of a column like `foldHeading` of main/lib/files/csv.ts. */
export function foldHeading(name: string): string {
  return foldText(name)
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[\s_-]+/gu, ' ')
    .trim();
}
