const ASCII = /^[\u0000-\u007F]*$/u;

/** Normalises text for searches: NFKC in lower case. Keeps diacritics. Must return the same as renderer/lib/fold.ts. */
export function foldText(text: string): string {
  // ASCII text needs no normalisation. Skipping it halves the time for the texts of all boards.
  if (ASCII.test(text)) return text.toLowerCase();
  // Replaces the Greek final sigma, because sigma has two lower-case forms.
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}
