/**
 * Normalises text for searches and comparisons: NFKC and lower case. Keeps diacritics. Equal to
 * main/lib/wording/fold.ts.
 */
export function foldText(text: string): string {
  // The Greek sigma has two lower-case forms, depending on its position in a word. Both are mapped to one.
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}

/** Normalises the heading of a table column, like `foldHeading` in main/lib/files/csv.ts. */
export function foldHeading(name: string): string {
  return foldText(name)
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[\s_\p{Dash}]+/gu, ' ')
    .trim();
}
