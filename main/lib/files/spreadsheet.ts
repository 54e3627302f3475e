/**
 * Recognises texts that a spreadsheet rewrites when it opens a table: numbers, dates, times, amounts, TRUE and FALSE.
 *
 * Programs and languages differ, so the rule is coarse: a digit with only characters of numbers and dates, or month
 * names. An unneeded guard costs an apostrophe; a missing one may cost a board.
 */
import { UUID } from '../pasted.ts';

/** Invisible characters that a spreadsheet may strip before it interprets a cell. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const DIGIT = /\p{N}/u;
const WORD = /[\p{L}\p{M}]+/gu;
/** Excel shows integers of 12 or more digits as `1.23E+11` and keeps 15 digits. */
const SHORT_INTEGER = /^(?:0|[1-9]\d{0,10})$/u;
/** In English, German, French, Spanish, Italian, Portuguese and Dutch. */
const TRUTH = /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|vero|verdadeiro|waar|onwaar)$/iu;

const NUMBER = /^[\p{N}\p{Sc}\p{Z}\s+\-−.,:'’/⁄\\%٫٬]*$/u;
/** Negative numbers in accounting. */
const IN_BRACKETS = /^\((.*)\)$/su;
/** `1e5`, `1.5E+3`. */
const EXPONENT = /(?<=\d[.,]?)e(?=[+\-−]?\d)/giu;
/** `2024-01-05T12:30Z`, `5 pm`, `5 p`. */
const OF_TIMES = /(?<=\d)t(?=\d)|(?<=:\d\d(?:[.,]\d+)?)z$|(?<=\d) ?[ap]m\b|(?<=\d) [ap]$/giu;
/** Words beside numbers, other than months: `7 de mayo`, `5 EUR`, `5 kr`, and East Asian date units. */
const UNIT = /^(?:de|eur|usd|gbp|chf|sek|nok|dkk|pln|kr|zł|kc|[年月日時时分秒년월일시분초]+)$/u;
/** Letters checked by `EXPONENT` and `OF_TIMES`. */
const SINGLE = /^(?:[etzap]|[ap]m)$/u;

/** Longer texts are no numbers or dates: Excel reads numbers of up to 255 characters. */
const LONGEST_VALUE = 512;

/** True if a spreadsheet might rewrite this text. Ignores leading apostrophes. */
export function isRewritable(text: string): boolean {
  if (text.length > LONGEST_VALUE) return false;
  if (!DIGIT.test(text)) return text.length < 16 && TRUTH.test(bare(text));
  const plain = text.replace(/^'+/u, '');
  // No spreadsheet reads a UUID as a date or a number.
  if (SHORT_INTEGER.test(plain) || UUID.test(plain)) return false;
  // First, because the first word decides most texts.
  for (const [word] of text.replaceAll(UNSEEN, '').matchAll(WORD)) if (!isOfNumbers(word)) return false;
  const rest = bare(text)
    .replace(IN_BRACKETS, '$1')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(EXPONENT, '')
    .replaceAll(OF_TIMES, '')
    .replaceAll(/([\p{L}\p{M}]+)\.?/gu, (all, word: string) => (SINGLE.test(folded(word)) ? all : ''));
  return NUMBER.test(rest);
}

/** Error values, and cells too narrow for their number. */
const NO_VALUE = /^(?:#+|#\p{Lu}[\p{Lu}\d/]*[!?]|#N\/A|Err:\d+)$/u;
/** A spreadsheet keeps 15 digits of a number, some programs 17; the rest become zeros. */
const ROUNDED = /^(?:\d{15}|\d{17})0+$/u;

/**
 * True if a text looks like an id rewritten by a spreadsheet: `1.58E+18`, `3-Apr`, `TRUE`, `#NAME?`. Integers count
 * only if rounded.
 */
export function looksRewritten(text: string): boolean {
  const plain = text.trim();
  if (NO_VALUE.test(plain)) return true;
  return isRewritable(plain) && (!/^\d+$/u.test(plain) || ROUNDED.test(plain));
}

/** The text as a spreadsheet compares it. */
function bare(text: string): string {
  return text.replace(/^'+/u, '').normalize('NFKC').replaceAll(UNSEEN, '').trim();
}

/** Removes letter case and accents: `MÄRZ`, `marz`. */
function folded(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
}

function isOfNumbers(word: string): boolean {
  const plain = folded(word);
  return SINGLE.test(plain) || UNIT.test(word.toLowerCase()) || UNIT.test(plain) || isMonth(plain);
}

/** In the languages of `TRUTH`, without accents. A month may be shortened to three or more letters. */
const MONTHS = [
  'january february march april may june july august september october november december',
  'januar janner februar feber marz mrz mai juni juli oktober dezember',
  'janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre',
  'janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro',
  'januari februari maart mrt mei augustus',
].flatMap((names) => names.split(' '));

function isMonth(plain: string): boolean {
  return plain.length >= 3 && MONTHS.some((name) => name.startsWith(plain));
}
