/** Normalises text for searches: NFKC, lower case, diacritics unchanged. Must equal main/lib/wording/fold.ts. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}

/** Normalises the heading of a table column. Must equal `foldHeading` in main/lib/files/csv.ts. */
export function foldHeading(name: string): string {
  return foldText(name)
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[\s_\p{Dash}]+/gu, ' ')
    .trim();
}
