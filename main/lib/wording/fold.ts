const ASCII = /^[\u0000-\u007F]*$/u;

/** Normalises text to NFKC and lower case, with diacritics. Returns the same as renderer/lib/fold.ts. */
export function foldText(text: string): string {
  // Normalisation leaves ASCII unchanged. Without it, folding all boards takes half the time.
  if (ASCII.test(text)) return text.toLowerCase();
  // The lower-case form of a sigma depends on its position in the word, so both forms become equal.
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}
