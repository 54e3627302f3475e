/** Recognises texts that a spreadsheet would change, such as ids. Also reports some other texts, which is harmless. */
import { UUID } from '../pasted.ts';

const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const DIGIT = /\p{N}/u;
const WORD = /[\p{L}\p{M}]+/gu;
/** Matches integers that Excel shows unchanged. Longer integers become `1.23E+11`, and lose digits after the 15th. */
const SHORT_INTEGER = /^(?:0|[1-9]\d{0,10})$/u;
const TRUTH = /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|vero|verdadeiro|waar|onwaar)$/iu;

const NUMBER = /^[\p{N}\p{Sc}\p{Z}\s+\-−.,:'’/⁄\\%٫٬]*$/u;
/** Matches a text in brackets, because accountants write negative numbers in brackets. */
const IN_BRACKETS = /^\((.*)\)$/su;
/** Matches the letter of an exponent, as in `1e5` and `1.5E+3`. */
const EXPONENT = /(?<=\d[.,]?)e(?=[+\-−]?\d)/giu;
/** Matches the letters of times such as `2024-01-05T12:30Z`, `5 pm` and `5 p`. */
const OF_TIMES = /(?<=\d)t(?=\d)|(?<=:\d\d(?:[.,]\d+)?)z$|(?<=\d) ?[ap]m\b|(?<=\d) [ap]$/giu;
/** Matches words, other than months, that occur next to numbers: `7 de mayo`, `5 EUR`, East Asian date units. */
const UNIT = /^(?:de|eur|usd|gbp|chf|sek|nok|dkk|pln|kr|zł|kc|[年月日時时分秒년월일시분초]+)$/u;
const SINGLE = /^(?:[etzap]|[ap]m)$/u;

/** Maximum length in characters of a text that spreadsheets change. Excel reads numbers of at most 255 characters. */
const LONGEST_VALUE = 512;

/** True if a spreadsheet might change this text. Ignores apostrophes at the start. */
export function isRewritable(text: string): boolean {
  if (text.length > LONGEST_VALUE) return false;
  if (!DIGIT.test(text)) return text.length < 16 && TRUTH.test(bare(text));
  const plain = text.replace(/^'+/u, '');
  if (SHORT_INTEGER.test(plain) || UUID.test(plain)) return false;
  for (const [word] of text.replaceAll(UNSEEN, '').matchAll(WORD)) if (!isOfNumbers(word)) return false;
  const rest = bare(text)
    .replace(IN_BRACKETS, '$1')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(EXPONENT, '')
    .replaceAll(OF_TIMES, '')
    .replaceAll(/([\p{L}\p{M}]+)\.?/gu, (all, word: string) => (SINGLE.test(folded(word)) ? all : ''));
  return NUMBER.test(rest);
}

/** Matches error values of spreadsheets. `###` is a number that is wider than its cell. */
const NO_VALUE = /^(?:#+|#\p{Lu}[\p{Lu}\d/]*[!?]|#N\/A|Err:\d+)$/u;
/** Matches rounded integers, because spreadsheets keep 15 or 17 digits and replace all further digits by zeros. */
const ROUNDED = /^(?:\d{15}|\d{17})0+$/u;

/** True if a spreadsheet has probably changed this text: `1.58E+18`, `3-Apr`, `#NAME?`, or a rounded integer. */
export function looksRewritten(text: string): boolean {
  const plain = text.trim();
  if (NO_VALUE.test(plain)) return true;
  return isRewritable(plain) && (!/^\d+$/u.test(plain) || ROUNDED.test(plain));
}

function bare(text: string): string {
  return text.replace(/^'+/u, '').normalize('NFKC').replaceAll(UNSEEN, '').trim();
}

function folded(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
}

function isOfNumbers(word: string): boolean {
  const plain = folded(word);
  const isMonth = plain.length >= 3 && MONTHS.some((name) => name.startsWith(plain));
  return SINGLE.test(plain) || UNIT.test(word.toLowerCase()) || UNIT.test(plain) || isMonth;
}

/** First three letters of month names, without accents, in seven European languages. */
const MONTHS = [
  'january february march april may june july august september october november december',
  'januar janner februar feber marz mrz mai juni juli oktober dezember',
  'janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre',
  'janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro',
  'januari februari maart mrt mei augustus',
].flatMap((names) => names.split(' '));
