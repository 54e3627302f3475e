export { capital, counted, formatNumber } from '../../../preload/contract/facts.ts';

/** Locale of formatted dates and lists. Fixed, because Easel's texts are English on every computer. */
const LOCALE = 'en-GB';

export const enumerated = (words: readonly string[]): string => new Intl.ListFormat(LOCALE).format(words);

/** Formats a time in epoch ms, such as "21 Nov 2026, 09:41". */
export function formatDateTime(at: number, to: 'minute' | 'second' = 'minute'): string {
  const timeStyle = to === 'minute' ? 'short' : 'medium';
  return new Date(at).toLocaleString(LOCALE, { dateStyle: 'medium', timeStyle });
}

/** Returns the UTC date of a time in epoch ms, such as "2026-11-21". */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Formats a time in epoch ms as ISO 8601. Returns an empty text for null and for times that a Date can't represent. */
export function isoOf(at: number | null): string {
  return at === null || Math.abs(at) > 8.64e15 ? '' : new Date(at).toISOString();
}

/** Returns the local date of a time in epoch ms, such as "2026-11-21". */
export function localDay(at: number): string {
  return dayOf(at - new Date(at).getTimezoneOffset() * 60_000);
}

/** Shortens a text to at most `most` UTF-16 units, including an ellipsis. Cuts between graphemes. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  let short = '';
  for (const { segment } of new Intl.Segmenter(LOCALE).segment(text)) {
    if (short.length + segment.length >= most) break;
    short += segment;
  }
  // Cuts inside a grapheme only if even the first grapheme exceeds the limit.
  return `${short.trimEnd() || text.slice(0, most - 1).toWellFormed()}…`;
}

const LONGEST_QUOTED = 80;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const IN_EMOJI = String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|\ufe0f(?=\u20e3)|(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})`;
/** Matches invisible characters. Plain spaces and joiners inside an emoji are allowed. */
const INVISIBLE = new RegExp(
  String.raw`(?!${IN_EMOJI})(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]`,
  'gu',
);

export function codePoint(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Matches double quotation marks. In a name, such a mark would seem to end the quotation. */
const QUOTES = /["“”„‟″❝❞〝〞〟＂]/gu;

/** Quotes a name for a dialog. Shows invisible characters as code points. Isolates right-to-left text. */
export function quoted(name: string): string {
  const plain = name.replaceAll(INVISIBLE, (sign) => `[${codePoint(sign)}]`).replaceAll(QUOTES, "'");
  const letters = [...plain];
  const short = letters.length > LONGEST_QUOTED ? `${letters.slice(0, LONGEST_QUOTED).join('')}…` : plain;
  return `“${RIGHT_TO_LEFT.test(short) ? `\u2068${short}\u2069` : short}”`;
}

/** Returns a title such as "“Maths 7b” (3f2a91c0)". Quotes ids that could imitate a part of the sentence. */
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

export function escaped(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/[&<>"']/gu, (sign) => ESCAPES[sign] ?? '');
}
