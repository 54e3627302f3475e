/** Numbers, counts and moments in what main writes for people. */

/** Easel speaks English, whatever this computer is set to. */
const LOCALE = 'en-GB';

/** "1,240". */
export function formatNumber(value: number): string {
  return value.toLocaleString(LOCALE);
}

/** "1 board", "1,240 boards": a count with its noun; the plural is given where it is more than an “s”. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** A text with a capital letter at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "21 Nov 2026, 09:41", or to the second. `at`: epoch ms. */
export function formatDateTime(at: number, to: 'minute' | 'second' = 'minute'): string {
  const timeStyle = to === 'minute' ? 'short' : 'medium';
  return new Date(at).toLocaleString(LOCALE, { dateStyle: 'medium', timeStyle });
}

/** "2026-11-21": the day in the name of a file, in UTC. `at`: epoch ms. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** A moment as text; empty for none. A time beyond what dates can hold is none. */
export function isoOf(at: number | null): string {
  return at === null || Math.abs(at) > 8.64e15 ? '' : new Date(at).toISOString();
}

/** A text of at most so many UTF-16 units: a longer one is cut between two letters, and ends in dots. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  let short = '';
  for (const { segment } of new Intl.Segmenter(LOCALE).segment(text)) {
    if (short.length + segment.length >= most) break;
    short += segment;
  }
  // One letter may be longer than that, with all its marks.
  return `${short.trimEnd() || text.slice(0, most - 1).toWellFormed()}…`;
}

const LONGEST_QUOTED = 80;

/** Letters that are written from right to left (Unicode, blocks of bidirectional class R and AL). */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The parts of emoji that have no look of their own: joiners between two, and what chooses a coloured or a plain one. */
const IN_EMOJI = String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|\ufe0f(?=\u20e3)|(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})`;
/** Controls, format characters, unassigned ones, blanks other than a space, variation selectors, fillers. */
const INVISIBLE = new RegExp(
  String.raw`(?!${IN_EMOJI})(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]`,
  'gu',
);

/** `U+200B`. */
function codePoint(sign: string): string {
  return `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/**
 * A name in quotation marks, for sentences that are not a page's: short, on one line, and without a say in how the rest is
 * read. Invisible characters are shown as code points; text from right to left is isolated from the rest (FSI, PDI).
 */
export function quoted(name: string): string {
  const plain = name.replaceAll(INVISIBLE, codePoint);
  const letters = [...plain];
  const short = letters.length > LONGEST_QUOTED ? `${letters.slice(0, LONGEST_QUOTED).join('')}…` : plain;
  return `“${RIGHT_TO_LEFT.test(short) ? `\u2068${short}\u2069` : short}”`;
}

/**
 * A board or paper in a sentence that is not a page's, as the page shortens its id: "“Maths 7b” (3f2a91c0)". `label` may be
 * empty. An id with other signs than usual is quoted, so that nothing in it reads as a part of the sentence.
 */
export function roomTitle(label: string, id: string): string {
  const isUuid = /^[\da-f]{8}(?:-|[\da-f]{8})/iu.test(id);
  const short = isUuid ? id.slice(0, 8) : id.length <= 12 ? id : `…${id.slice(-8)}`;
  const shown = /^[\w.:~@+…-]+$/u.test(short) ? short : quoted(short);
  return label === '' ? shown : `${quoted(label)} (${shown})`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** As text of a page, whatever it holds. Controls have no look, and end a page’s text where it is read. */
export function escaped(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/[&<>"']/gu, (sign) => ESCAPES[sign] ?? '');
}
