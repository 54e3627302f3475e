/** Cleans text from users, files and the service. */

/** Controls, U+2028 and U+2029, at which programs break lines. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Bidi controls also reverse the text around a name. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]+/gu;

export function cleanLine(text: string): string {
  return text.toWellFormed().replaceAll(TURNS, '').replaceAll(BREAKS, ' ').trim();
}

/**
 * Line breaks become `
 * `; other controls stay.
 */
export function cleanLines(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(TURNS, '')
    .replaceAll(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .trim();
}
