/** A question as one SQL statement, which gives the numbers of the rows that match, in the order asked for. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { BoardFilter, BoardOrder, BoardQuery } from '../../../preload/contract/boards.ts';
import { CUSTOMER_WORD, foldTag, foldWord, LABEL_WORD } from '../tables/note-words.ts';
import type { StoredFacts } from './facts.ts';
import { asMatch, SHORTEST_TRIGRAM } from './search.ts';
import { hasSortIndex, sortKeyOf } from './sort-index.ts';

const DAY = 86_400_000;

/** Newest first; undated ones last, for null is below all numbers. It is the order of an index. */
export const DEFAULT_ORDER = 'b.created_ms DESC, b.id, b.folded, b.n';

/** The id in lower case, where lower() knows ASCII only. */
const ID = "lower(ifnull(b.folded, ifnull(b.id, '')))";
const VANISHED = 'SELECT n FROM boards WHERE vanished_at IS NOT NULL';

/** More candidates than this are not looked up and sorted, but met in the order asked for: for all of them, or the first. */
const MANY = { all: 100_000, first: 20_000 } as const;

/** What a question is asked of. */
export interface Asked {
  readonly db: DatabaseSync;
  readonly connectionId: string;
  readonly facts: StoredFacts;
  /** Epoch ms that ages are counted from. */
  readonly now: number;
}

/** What a question's text means. */
export function termOf(find: string): string {
  return find.trim().toLowerCase().toWellFormed();
}

/** Whether a question leaves nothing out, in the order of the index. */
export function isPlain({ find, filters, order }: BoardQuery): boolean {
  return termOf(find) === '' && filters.length === 0 && order.by === 'created' && order.descending;
}

/** Numbers of the rows that match; at most `most` of them. */
export function numbersOf(asked: Asked, query: BoardQuery, most = Infinity): Uint32Array {
  const { by } = query.order;
  const isNarrowed = query.filters.length > 0 || termOf(query.find) !== '';
  if (by.startsWith('field:') || (by === 'id' && isNarrowed && most === Infinity))
    return sortedByValue(asked, query).subarray(0, most);
  const found = new Select(asked, query, 'valued', most).numbers();
  const isWhole = query.order.by === 'created' && query.order.descending;
  if (isWhole || found.length >= most) return found;
  // A second statement, for one of both would have to sort every row instead of following an index.
  const others = new Select(asked, query, 'others', most - found.length).numbers();
  const all = new Uint32Array(found.length + others.length);
  all.set(found);
  all.set(others, found.length);
  return all;
}

/** More of all rows than this share are not sorted: all are met in the order of an index, and those that match taken. */
const MANY_OF_ALL = 0.1;

/**
 * By id, or by a field of the service's. SQL gives each value with its rows, and the default order is kept among those:
 * one sort by both takes three times as long (measured at a million: 6.4 s of CPU instead of 2).
 */
function sortedByValue(asked: Asked, query: BoardQuery): Uint32Array {
  const { by, descending } = query.order;
  const field = by === 'id' ? null : by.slice('field:'.length);
  const matching = numbersOf(asked, { ...query, order: { by: 'created', descending: true } });
  const isMost = matching.length > asked.facts.rows * MANY_OF_ALL;
  const rows = isMost ? 'boards b' : 'json_each(:numbers) j CROSS JOIN boards b ON n = j.value';
  const value = field === null ? 'b.id' : sortKeyOf(field);
  // Without an index a limit keeps SQLite from working the key out again wherever it is named.
  const limit = isMost && (field === null || hasSortIndex(asked.db, field)) ? '' : 'LIMIT -1';
  const { count, numbers, same } = asked.db
    .prepare(
      `SELECT count(*) AS count, group_concat(n) AS numbers, group_concat(same, '') AS same FROM (
        SELECT n, ${field === null ? '0' : 'value IS lag(value) OVER ()'} AS same FROM (
          SELECT n, value FROM (SELECT n, ${value} AS value FROM ${rows} ${limit})
          WHERE value IS NOT NULL ORDER BY value ${descending ? 'DESC' : 'ASC'} LIMIT -1))`,
    )
    .get(isMost ? {} : { numbers: `[${matching.join()}]` }) as {
    readonly count: number;
    readonly numbers: string | null;
    /** For each row a 1 where it has the value of the one before. */
    readonly same: string | null;
  };
  // By row number: the place of its value. What has none is last.
  const places = new Uint32Array(asked.facts.lastN + 1).fill(count);
  const valued = parseNumbers(numbers ?? '', count);
  let place = 0;
  for (let at = 0; at < count; at += 1) {
    if (at > 0 && same?.[at] === '0') place += 1;
    places[valued[at] ?? 0] = place;
  }
  // Where the rows of each value go next: behind those of all values before it.
  const next = new Uint32Array(count + 2);
  for (const n of matching) next[(places[n] ?? 0) + 1] = (next[(places[n] ?? 0) + 1] ?? 0) + 1;
  for (let value = 1; value <= count; value += 1) next[value] = (next[value] ?? 0) + (next[value - 1] ?? 0);
  const sorted = new Uint32Array(matching.length);
  for (const n of matching) {
    const value = places[n] ?? 0;
    const at = next[value] ?? 0;
    sorted[at] = n;
    next[value] = at + 1;
  }
  return sorted;
}

/** Boards without the value sorted by come last, whichever way. */
type Part = 'valued' | 'others';

class Select {
  readonly #asked: Asked;
  readonly #parameters: Record<string, SQLInputValue> = {};
  readonly #conditions: string[] = [];
  readonly #order: string;
  readonly #most: number;
  #readsRows = false;

  constructor(asked: Asked, { find, filters, order }: BoardQuery, part: Part, most: number) {
    this.#asked = asked;
    this.#most = most;
    for (const filter of filters) this.#filter(filter);
    const speaksOfVanished = filters.some((filter) => filter.kind === 'mark' && filter.mark === 'vanished');
    // Where nothing has vanished the condition would cost a third of the time.
    if (!speaksOfVanished && asked.facts.vanished > 0) this.#must(`b.n NOT IN (${VANISHED})`);
    this.#find(termOf(find));
    this.#order = this.#sort(order, part);
  }

  numbers(): Uint32Array {
    const where = this.#conditions.length === 0 ? '' : `WHERE ${this.#conditions.join(' AND ')}`;
    const limit = Number.isFinite(this.#most) ? `LIMIT ${this.#most}` : '';
    // Rows lie in the order they came in: read in another one, each would cost a page (measured: four times as long).
    const sign = this.#readsRows && limit === '' ? '+' : '';
    const rows = `SELECT b.n FROM boards b ${where} ORDER BY ${sign}${this.#order} ${limit}`;
    // As one text: a row of each would cost many times as much.
    const { count, numbers } = this.#asked.db
      .prepare(`SELECT count(*) AS count, group_concat(n) AS numbers FROM (${rows})`)
      .get(this.#parameters) as { count: number; numbers: string | null };
    return parseNumbers(numbers ?? '', count);
  }

  #bind(value: SQLInputValue): string {
    const name = `:p${Object.keys(this.#parameters).length}`;
    this.#parameters[name] = value;
    return name;
  }

  #must(condition: string): void {
    this.#conditions.push(`(${condition})`);
  }

  /** Ids of the boards whose notes pass a test. With a `+` the notes of all connections are looked up by what else is asked. */
  #noted(test: string, sign: '' | '+' = ''): string {
    return `SELECT board_id FROM notes
      WHERE ${sign}connection_id = ${this.#bind(this.#asked.connectionId)} AND ${test}`;
  }

  #notedSaying(term: string): string {
    // Characters that part the words of a note stand in none of them.
    if (/[\u0001-\u0003]/u.test(term)) return this.#noted('FALSE');
    const word = foldWord(term);
    const says = `instr(words, ${this.#bind(word)}) > 0`;
    if ([...word].length < SHORTEST_TRIGRAM) return this.#noted(says);
    const found = `SELECT rowid FROM note_search WHERE note_search MATCH ${this.#bind(asMatch(word).match)}`;
    return this.#noted(`${says} AND n IN (${found})`, '+');
  }

  /** Boards whose id is among some, or is not. */
  #among(ids: string, is: boolean): void {
    this.#must(is ? `b.id IN (${ids})` : `b.id IS NULL OR b.id NOT IN (${ids})`);
  }

  #filter(filter: BoardFilter): void {
    switch (filter.kind) {
      case 'created':
        this.#must('b.created_ms IS NOT NULL');
        if (filter.from !== null) this.#must(`b.created_ms >= ${this.#bind(filter.from)}`);
        if (filter.to !== null) this.#must(`b.created_ms < ${this.#bind(filter.to)}`);
        return;
      case 'older-than':
        return this.#must(`b.created_ms < ${this.#bind(this.#asked.now - filter.days * DAY)}`);
      case 'newer-than':
        return this.#must(`b.created_ms >= ${this.#bind(this.#asked.now - filter.days * DAY)}`);
      case 'mark':
        return this.#mark(filter);
      case 'tag':
        return this.#among(this.#noted(`instr(words, ${this.#bind(foldTag(filter.tag))}) > 0`), true);
      case 'customer': {
        const customer = this.#bind(foldWord(filter.customer.trim()));
        return this.#among(this.#noted(`${CUSTOMER_WORD} = ${customer} AND ${customer} <> ''`), true);
      }
      case 'id-prefix':
        return filter.prefix === ''
          ? undefined
          : this.#must(this.#inId(filter.prefix.toLowerCase(), 'start'));
      case 'field':
        return this.#field(filter.name, filter.text.toLowerCase());
    }
  }

  #mark({ mark, is }: Extract<BoardFilter, { kind: 'mark' }>): void {
    const facts = (test: string): string =>
      `SELECT board_id FROM board_facts WHERE connection_id = ${this.#bind(this.#asked.connectionId)} AND ${test}`;
    switch (mark) {
      case 'dated':
        return this.#must(`b.created_ms IS ${is ? 'NOT ' : ''}NULL`);
      case 'vanished':
        return this.#must(`b.n ${is ? '' : 'NOT '}IN (${VANISHED})`);
      case 'labelled':
        return this.#among(this.#noted("label <> ''"), is);
      case 'tagged':
        return this.#among(this.#noted("tags <> '[]'"), is);
      case 'protected':
        return this.#among(this.#noted('protected = 1'), is);
      case 'previewed':
        return this.#among(facts('previewed_at IS NOT NULL'), is);
      case 'made-here':
        return this.#among(facts('made_at IS NOT NULL'), is);
    }
  }

  /** A field as it is shown holds a text. */
  #field(name: string, text: string): void {
    this.#readsRows = true;
    // Reading the JSON takes many times as long as looking whether it could say it. What is escaped reads otherwise.
    if (/^[ !#-[\]-~]+$/u.test(text))
      this.#must(`instr(lower(b.raw), ${this.#bind(text)}) > 0 OR instr(b.raw, '\\') > 0`);
    this.#must(text === '' ? 'FALSE' : `shows(b.raw, ${this.#bind(name)}, ${this.#bind(text)})`);
  }

  #find(term: string): void {
    if (term === '') return;
    const here = this.#notedSaying(term);
    if ([...term].length < SHORTEST_TRIGRAM) return this.#must(`${this.#inId(term)} OR b.id IN (${here})`);
    const { db, facts } = this.#asked;
    const { match, certain } = asMatch(term);
    const found = 'SELECT rowid FROM search WHERE search MATCH';
    const late = `SELECT n FROM search_due UNION ALL SELECT n FROM boards WHERE n > ${facts.searchedTo}`;
    const isBehind = db.prepare(`SELECT 1 FROM (${late}) LIMIT 1`).get() !== undefined;
    const many = Number.isFinite(this.#most) ? MANY.first : MANY.all;
    const isMany =
      facts.lastN - facts.searchedTo > many ||
      db.prepare(`SELECT 1 FROM (${found} ?) LIMIT 1 OFFSET ${many}`).get(match) !== undefined;
    const candidates = [
      `${found} ${this.#bind(match)}`,
      ...(isBehind ? [late] : []),
      `SELECT n FROM boards WHERE id IN (${here})`,
    ];
    this.#must(`${isMany ? '+' : ''}b.n IN (${candidates.join(' UNION ALL ')})`);
    // What a row says is looked at again, unless the index alone can tell.
    if (certain && !isBehind) return;
    const said = `says(b.id, b.created_raw, b.raw, ${this.#bind(term)})`;
    this.#must(`${this.#inId(term)} OR ${said} OR b.id IN (${here})`);
  }

  #inId(term: string, where: 'start' | 'anywhere' = 'anywhere'): string {
    const [before, place] = where === 'start' ? ['', '= 1'] : ['%', '> 0'];
    // LIKE takes half the time of instr() and lower(), but ends at a NUL.
    if (term.includes('\0')) return `instr(${ID}, ${this.#bind(term)}) ${place}`;
    const pattern = this.#bind(`${before}${term.replaceAll(/[%_!]/gu, '!$&')}%`);
    const folded = `instr(b.folded, ${this.#bind(term)}) ${place}`;
    return `b.id LIKE ${pattern} ESCAPE '!' OR (b.folded IS NOT NULL AND ${folded})`;
  }

  /** Chooses the rows of a part; gives how they are sorted. Equal ones come in the default order, or all in the opposite. */
  #sort({ by, descending }: BoardOrder, part: Part): string {
    const way = descending ? 'DESC' : 'ASC';
    switch (by) {
      case 'created':
        if (descending) return DEFAULT_ORDER;
        this.#must(`b.created_ms IS ${part === 'valued' ? 'NOT ' : ''}NULL`);
        // Ties go the other way too, so that the index is read from its end: sorting them takes over twice as long.
        return part === 'valued' ? 'b.created_ms, b.id DESC, b.folded DESC, b.n DESC' : DEFAULT_ORDER;
      case 'id': {
        const isNull = `IS ${part === 'valued' ? 'NOT ' : ''}NULL`;
        // The index of ids knows nothing else of a row: where more is asked, what matches is sorted instead.
        const sign = this.#conditions.length === 0 ? '' : '+';
        this.#must(`${sign}b.id ${isNull}`);
        return part === 'valued' ? `${sign}b.id ${way}` : DEFAULT_ORDER;
      }
      case 'label':
      case 'customer': {
        const word = by === 'label' ? LABEL_WORD : CUSTOMER_WORD;
        this.#among(this.#noted(`${by} <> ''`), part === 'valued');
        if (part === 'others') return DEFAULT_ORDER;
        const connection = this.#bind(this.#asked.connectionId);
        return `(SELECT ${word} FROM notes WHERE connection_id = ${connection} AND board_id = b.id) ${way}, ${DEFAULT_ORDER}`;
      }
      default:
        throw new Error('fields are sorted by elsewhere');
    }
  }
}

const ZERO = 0x30;

/** Reads so many whole numbers between commas. */
function parseNumbers(text: string, count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  let at = 0;
  let value = 0;
  for (let index = 0; index < text.length; index += 1) {
    const digit = text.charCodeAt(index) - ZERO;
    if (digit >= 0) value = value * 10 + digit;
    else {
      numbers[at++] = value;
      value = 0;
    }
  }
  if (count > 0) numbers[at] = value;
  return numbers;
}
