/** Numbers and lists of names as people type or paste them, and tables that names are taken from. */
import { counted, formatNumber } from '../../lib/format.ts';

/** Most things, and most names, of one job. */
export const MOST = 1000;

/** The typed whole number; null when it isn't one. */
export function readCount(typed: string): number | null {
  const text = typed.trim().replaceAll(/[\s,.’']/gu, '');
  return /^\d{1,6}$/u.test(text) ? Number(text) : null;
}

export function whyNotCount(count: number | null, most = MOST): string | null {
  return count !== null && count >= 1 && count <= most ? null : `Enter 1 to ${formatNumber(most)}.`;
}

export interface NameList {
  /** In their order, without blanks around them. */
  readonly names: readonly string[];
  /** How many came again. */
  readonly repeated: number;
  readonly keepsBoth: boolean;
}

/**
 * Reads a pasted list or table. With headings, the column of names counts, or those of first and last names; else the
 * first. Without such headings commas are a part of the name.
 *
 * @param keepsBoth two people may have one name: the second is "Ada (2)"
 */
export function readNames(pasted: string, keepsBoth = false): NameList {
  const names = namesIn(rowsOf(pasted));
  const seen = new Map<string, number>();
  const all: string[] = [];
  const taken = new Set(names.map(sameName));
  for (const name of names) {
    const key = sameName(name);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    if (before === 0) all.push(name);
    else if (keepsBoth) {
      const apart = freeName(name, before + 1, taken);
      taken.add(sameName(apart));
      all.push(apart);
    }
  }
  return { names: all, repeated: names.length - seen.size, keepsBoth };
}

/** The same letters may be written in two ways, and with one blank or two. */
const sameName = (name: string): string => name.normalize('NFC').replaceAll(/\s+/gu, ' ');

function freeName(name: string, number: number, taken: ReadonlySet<string>): string {
  const apart = `${name} (${number})`;
  return taken.has(sameName(apart)) ? freeName(name, number + 1, taken) : apart;
}

/** "30 names; 2 duplicates left out.", as it stands below the list. */
export function namesSentence({ names, repeated, keepsBoth }: NameList): string {
  if (names.length === 0) return 'One per line, or a pasted table.';
  const count = counted(names.length, 'name');
  if (repeated === 0) return `${count}.`;
  return `${count}; ${counted(repeated, 'duplicate')} ${keepsBoth ? 'kept' : 'left out'}.`;
}

/** As main cuts it for the room. */
const LONGEST_SHOWN = 80;

/** That some names are too long for a room; empty where none is. */
export function longNamesSentence({ names }: NameList): string {
  const long = names.filter((name) => name.length > LONGEST_SHOWN).length;
  if (long === 0) return '';
  return `${counted(long, 'name is', 'names are')} longer than ${LONGEST_SHOWN} characters: the room shows the beginning.`;
}

/** The most that one name may be: a call takes no more. */
const LONGEST_NAME = 10_000;

export function whyNotNames({ names }: NameList): string | null {
  if (names.length === 0) return 'Enter a name.';
  if (names.length > MOST) return `${formatNumber(names.length)} names: at most ${formatNumber(MOST)}.`;
  const long = names.findIndex((name) => name.length > LONGEST_NAME);
  if (long < 0) return whyTooLong(names);
  return `Name ${formatNumber(long + 1)} is longer than ${formatNumber(LONGEST_NAME)} characters.`;
}

/** A request has room for 64 KiB: the names, and what each of them takes beside its letters. */
const MOST_CHARACTERS = 60_000;
const EACH = 12;

/** Why names are too long together; null when they are not. */
export function whyTooLong(names: readonly string[]): string | null {
  const characters = names.reduce((sum, name) => sum + name.length + EACH, 0);
  return characters > MOST_CHARACTERS
    ? 'These names are too long together: use fewer, or shorter ones.'
    : null;
}

// Tables: pasted, or read from a file.

type Rows = readonly (readonly string[])[];

/** Headings as they are used in schools and offices, in lower case. */
const HEADINGS = {
  whole:
    /^(?:(?:full |display |student(?:['’]?s)? |pupil(?:['’]?s)? )?name|names|student|students|pupil|participant|attendee|person|nome|naam|namn|navn|nimi|név|imię i nazwisko|фио|имя|姓名|名前|氏名|이름|الاسم|שם)$/u,
  first:
    /^(?:first ?name|given ?name|forename|vorname|prénom|prenom|nombre|nombres|voornaam|förnamn|fornavn|etunimi|imię|名)$/u,
  last: /^(?:last ?name|surname|family ?name|nachname|familienname|nom|nom de famille|apellido|apellidos|cognome|achternaam|efternamn|etternavn|sukunimi|nazwisko|姓)$/u,
};

/** Which columns have names by their headings: one, or those of first and last names. Null without such headings. */
function headedColumns([heads]: Rows): readonly number[] | null {
  const plain = (heads ?? []).map((head) => head.trim().toLowerCase().replaceAll(/[_-]+/gu, ' '));
  const find = (heading: RegExp): number => plain.findIndex((head) => heading.test(head));
  const [whole, first, last] = [find(HEADINGS.whole), find(HEADINGS.first), find(HEADINGS.last)];
  if (first >= 0 && last >= 0) return [first, last];
  const one = [whole, first, last].find((column) => column >= 0);
  return one === undefined ? null : [one];
}

/** The names in the columns that the table's headings tell, else in the first. */
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

/** On one line, without controls: nobody sees these, and they end a text elsewhere. */
const plainName = (cell: string): string => cell.replaceAll(/\p{Cc}+/gu, ' ').trim();

/** Names as lines that `readNames` reads as they are. */
export function linesOf(names: readonly string[]): string {
  return names.map((name) => (/^"|[\t;]/u.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join('\n');
}

function rowsOf(pasted: string): Rows {
  const lines = pasted.split(/\r\n|\r|\n/u);
  const isHeaded =
    headedColumns([cellsOf(lines.find((line) => line.trim() !== '') ?? '', /[\t;,]/u)]) !== null;
  const separator = isHeaded ? /[\t;,]/u : /[\t;]/u;
  return lines.filter((line) => line.trim() !== '').map((line) => cellsOf(line, separator));
}

/** The cells of one line; those with quotation marks around them are taken whole. */
function cellsOf(line: string, separator: RegExp): readonly string[] {
  const cells: string[] = [];
  let rest = line;
  for (;;) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/u.exec(rest);
    const after = quoted === null ? rest : rest.slice(quoted[0].length);
    // Text after the closing mark: the marks are a part of it.
    const isWhole = quoted !== null && (after === '' || after.search(separator) === 0);
    const tail = isWhole ? after : rest;
    const end = tail.search(separator);
    cells.push(isWhole ? (quoted[1] ?? '').replaceAll('""', '"') : end < 0 ? tail : tail.slice(0, end));
    if (end < 0) return cells;
    rest = tail.slice(end + 1);
  }
}
