/**
 * Normalises text for search, filters, labels and tags: NFKC and lower case, with diacritics. Equal to
 * main/lib/wording/fold.ts.
 */
export function foldText(text: string): string {
  // The lower-case form of a sigma depends on its position in a word. Both forms are mapped to one.
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}

/** Normalises a column name, like `foldHeading` in main/lib/files/csv.ts. */
export function foldHeading(name: string): string {
  return foldText(name)
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[\s_\p{Dash}]+/gu, ' ')
    .trim();
}
