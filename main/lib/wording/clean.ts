/** Cleans names, labels and notes from users, files and the service. Joiners and direction marks belong to words. */

/** Controls, format characters, blanks, fillers and lone surrogates. */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
const ONLY_INVISIBLE = new RegExp(`^${INVISIBLE.source}*$`, 'u');
/** Controls, U+2028 and U+2029, at which programs break lines. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Bidi controls also reverse the text around a name. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns one line; empty if nothing in it is visible. */
export function cleanLine(text: string): string {
  return trimmed(text.replaceAll(BIDI, '').replaceAll(BREAKS, ' '));
}

/** Keeps tabs. Line breaks become `\n`; other controls are removed. */
export function cleanLines(text: string): string {
  const lines = text.replaceAll(/\r\n?|[\u0085\p{Zl}\p{Zp}]/gu, '\n');
  return trimmed(lines.replaceAll(BIDI, '').replaceAll(/(?![\t\n])\p{Cc}/gu, ''));
}

function trimmed(text: string): string {
  const clean = text.toWellFormed().trim();
  return ONLY_INVISIBLE.test(clean) ? '' : clean;
}
