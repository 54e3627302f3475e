/** Cleans names, labels and notes. Some languages need invisible joiners and direction marks, so these stay. */

export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
const ONLY_INVISIBLE = new RegExp(`^${INVISIBLE.source}*$`, 'u');
/** Matches control characters, U+2028 and U+2029, at which programs may break lines. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Matches Unicode direction controls, because one in a name would also change the direction of the text around it. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]+/gu;

/** Cleans a text and puts it on one line. Returns an empty text if no character is visible. */
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
