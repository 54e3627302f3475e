/** Cleans text where it enters Easel: what a person types, and what a colleague's file or the service calls things. */

/** Controls, U+2028 and U+2029: programs end a line there. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Bidi embeddings, overrides and isolates: they turn the direction of the text around a name too. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]+/gu;

/** A name, or another text of one line. */
export function cleanLine(text: string): string {
  return text.toWellFormed().replaceAll(TURNS, '').replaceAll(BREAKS, ' ').trim();
}

/** A text of several lines, ended by `\n`. Its other controls stay. */
export function cleanLines(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(TURNS, '')
    .replaceAll(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .trim();
}
