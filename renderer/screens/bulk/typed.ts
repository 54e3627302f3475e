import { foldHeading } from '../../../preload/contract/later-facts.ts';
import { counted, formatNumber } from '../../lib/format.ts';

export const MOST = 1000;

/** Parses a whole number. Accepts thousands separators, but not "1.5". */
export function readCount(typed: string): number | null {
  const text = typed.trim().replaceAll(/[\s,.’'](?=\d{3}(?!\d))/gu, '');
  return /^\d{1,6}$/u.test(text) ? Number(text) : null;
}

export function whyNotCount(count: number | null, most = MOST): string | null {
  return count !== null && count >= 1 && count <= most
    ? null
    : `Enter a number from 1 to ${formatNumber(most)}.`;
}

export interface NameList {
  readonly names: readonly string[];
  /** Number of names that equal an earlier name in the list. Each of them gets a suffix, as in "Ada (2)". */
  readonly repeated: number;
}

/** Reads names from columns with a known heading, or else from the first column. A second Ada becomes "Ada (2)". */
export function readNames(pasted: string): NameList {
  const names = namesIn(rowsOf(pasted));
  const used = new Set(names.map(sameName));
  const repeated = names.length - used.size;
  const counts = new Map<string, number>();
  const all = names.map((name) => {
    const key = sameName(name);
    let count = (counts.get(key) ?? 0) + 1;
    // Skips a number if the list already contains that name, such as “Ada (2)”.
    while (count > 1 && used.has(`${key} (${count})`)) count += 1;
    counts.set(key, count);
    return count === 1 ? name : `${name} (${count})`;
  });
  return { names: all, repeated };
}

const sameName = (name: string): string => name.normalize('NFC').replaceAll(/\s+/gu, ' ');

export function namesSentence({ names, repeated }: NameList): string {
  if (names.length === 0) return 'Enter one name per line, or paste a table.';
  const count = counted(names.length, 'name');
  if (repeated === 0) return `${count}.`;
  return `${count}. Repeated names are numbered, such as “Ada (2)”.`;
}

/** Returns why a list of names can't be used, or null. `longest`: maximum length of a name in characters. */
export function whyNotNames({ names }: NameList, longest: number): string | null {
  if (names.length === 0) return 'Enter a name.';
  if (names.length > MOST)
    return `${formatNumber(names.length)} names are too many. Enter at most ${formatNumber(MOST)}.`;
  const long = names.findIndex((name) => name.length > longest);
  return long < 0
    ? null
    : `Name ${formatNumber(long + 1)} in the list exceeds ${formatNumber(longest)} characters.`;
}

type Rows = readonly (readonly string[])[];

const HEADINGS = {
  whole:
    /^(?:(?:full |display |student(?:['’]?s)? |pupil(?:['’]?s)? )?name|names|student|students|pupil|participant|attendee|person|nome|naam|namn|navn|nimi|név|imię i nazwisko|фио|имя|姓名|名前|氏名|이름|الاسم|שם)$/u,
  first:
    /^(?:first ?name|given ?name|forename|vorname|prénom|prenom|nombre|nombres|voornaam|förnamn|fornavn|etunimi|imię|名)$/u,
  last: /^(?:last ?name|surname|family ?name|nachname|familienname|nom|nom de famille|apellido|apellidos|cognome|achternaam|efternamn|etternavn|sukunimi|nazwisko|姓)$/u,
};

/** Returns the column index of the whole name, or of first and last name. Null without a known heading. */
function headedColumns([heads]: Rows): readonly number[] | null {
  const headings = (heads ?? []).map(foldHeading);
  const find = (heading: RegExp): number => headings.findIndex((head) => heading.test(head));
  const [whole, first, last] = [find(HEADINGS.whole), find(HEADINGS.first), find(HEADINGS.last)];
  if (first >= 0 && last >= 0) return [first, last];
  const single = [whole, first, last].find((column) => column >= 0);
  return single === undefined ? null : [single];
}

export function namesIn(rows: Rows): readonly string[] {
  const headed = headedColumns(rows);
  const columns = headed ?? [0];
  return (headed === null ? rows : rows.slice(1)).flatMap((row) => {
    const name = columns
      .map((column) => plainName(row[column] ?? ''))
      .filter((part) => part !== '')
      .join(' ');
    return name === '' ? [] : [name];
  });
}

/** Replaces control characters in names. They are invisible, and some programs stop reading a text there. */
const plainName = (cell: string): string => cell.replaceAll(/\p{Cc}+/gu, ' ').trim();

/** Formats names as text, one per line. `readNames` returns the same names from it. */
export function linesOf(names: readonly string[]): string {
  return names.map((name) => (/^"|[\t;]/u.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join('\n');
}

/** Matches empty lines, and a line such as "sep=;", in which Excel files declare the separator. */
const NO_NAMES = /^\uFEFF?(?:\s*|"?sep=[,;|\t]+"?)$/iu;

function rowsOf(pasted: string): Rows {
  const lines = pasted.split(/\r\n|\r|\n/u).filter((line) => !NO_NAMES.test(line));
  const isHeaded = headedColumns([cellsOf(lines[0] ?? '', /[\t;,]/u)]) !== null;
  const separator = isHeaded ? /[\t;,]/u : /[\t;]/u;
  return lines.map((line) => cellsOf(line, separator));
}

function cellsOf(line: string, separator: RegExp): readonly string[] {
  const cells: string[] = [];
  let rest = line;
  for (;;) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/u.exec(rest);
    const after = quoted === null ? rest : rest.slice(quoted[0].length);
    // Removes quotation marks only around a whole cell. All other quotation marks belong to the name.
    const isWhole = quoted !== null && (after === '' || after.search(separator) === 0);
    const tail = isWhole ? after : rest;
    const end = tail.search(separator);
    cells.push(isWhole ? (quoted[1] ?? '').replaceAll('""', '"') : end < 0 ? tail : tail.slice(0, end));
    if (end < 0) return cells;
    rest = tail.slice(end + 1);
  }
}
