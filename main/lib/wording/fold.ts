const ASCII = /^[\u0000-\u007F]*$/u;

/** Normalises text to NFKC and lower case, with diacritics. Returns the same as renderer/lib/fold.ts. */
export function foldText(text: string): string {
  // ASCII needs no normalisation. Skipping it halves the time to fold all boards.
  if (ASCII.test(text)) return text.toLowerCase();
  // The lower-case form of a sigma depends on its position in the word, so both forms become equal.
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}
