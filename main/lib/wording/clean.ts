/** Cleans names, labels and notes. Keeps joiners and direction marks, because words need them. */

/** Control and format characters, blanks, fillers and lone surrogates. */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
const ONLY_INVISIBLE = new RegExp(`^${INVISIBLE.source}*$`, 'u');
/** Control characters, U+2028 and U+2029. Programs break lines at these characters. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Direction controls, which would also reverse the text around a name. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns the text on one line; an empty text if nothing is visible. */
export function cleanLine(text: string): string {
  return trimmed(text.replaceAll(BIDI, '').replaceAll(BREAKS, ' '));
}

/** Cleans a text of several lines. Keeps tabs, converts line breaks to `\n`, and removes other control characters. */
export function cleanLines(text: string): string {
  const lines = text.replaceAll(/\r\n?|[\u0085\p{Zl}\p{Zp}]/gu, '\n');
  return trimmed(lines.replaceAll(BIDI, '').replaceAll(/(?![\t\n])\p{Cc}/gu, ''));
}

function trimmed(text: string): string {
  const clean = text.toWellFormed().trim();
  return ONLY_INVISIBLE.test(clean) ? '' : clean;
}
