/** A question as one SQL statement, which gives the numbers of the rows that match, in the order asked for. */
import type { SQLInputValue } from 'node:sqlite';
import type { BoardFilter, BoardQuery } from '../../../preload/contract/boards.ts';
import { CUSTOMER_WORD, foldTag, foldWord, LABEL_WORD } from '../tables/note-words.ts';
import type { BoardFile, StoredFacts } from './schema.ts';
import { asMatch, SHORTEST_TRIGRAM } from './search.ts';
import { sortKeyOf } from './sort.ts';

const DAY = 86_400_000;

/** Newest first; undated ones last, for null is below all numbers. It is the order of an index. */
const DEFAULT_ORDER = 'b.created_ms DESC, b.id, b.folded, b.n';

/** The id in lower case, where lower() knows ASCII only. */
const ID = "lower(ifnull(b.folded, ifnull(b.id, '')))";
const VANISHED = 'SELECT n FROM boards WHERE vanished_at IS NOT NULL';
const LISTED = `b.n NOT IN (${VANISHED})`;

/** Where the ids of boards with a mark are. */
const MARKS = {
  labelled: "notes WHERE label <> ''",
  tagged: "notes WHERE tags <> '[]'",
  protected: 'notes WHERE protected = 1',
  previewed: 'board_facts WHERE previewed_at IS NOT NULL',
  'made-here': 'board_facts WHERE made_at IS NOT NULL',
} as const;

/** More candidates than this are not looked up and sorted, but met in the order asked for: for all of them, or the first. */
const MANY = { all: 100_000, first: 20_000 } as const;

/** What a question is asked of. */
export interface Asked {
  readonly file: BoardFile;
  readonly connectionId: string;
  readonly facts: StoredFacts;
  /** Epoch ms that ages are counted from. */
  readonly now: number;
  /** The answer to another question, and the same where it is held. */
  readonly numbers: (query: BoardQuery) => Uint32Array;
  readonly held: (query: BoardQuery) => Uint32Array | null;
}

/** What a question's text means. */
export function termOf(find: string): string {
  return find.trim().toLowerCase().toWellFormed();
}

/** Whether a question leaves nothing out, in the order of the index. */
export function isPlain({ find, filters, order }: BoardQuery): boolean {
  return termOf(find) === '' && filters.length === 0 && order.by === 'created' && order.descending;
}

/** Whether it filters by age: then boards without a readable time don't match. */
export function asksForAge({ filters }: BoardQuery): boolean {
  return filters.some(isAboutAge);
}

function isAboutAge({ kind }: BoardFilter): boolean {
  return kind === 'created' || kind === 'older-than' || kind === 'newer-than';
}

/** The same query for boards of unknown age. */
export function butUndated(query: BoardQuery): BoardQuery {
  const others = query.filters.filter((filter) => !isAboutAge(filter));
  return { ...query, filters: [...others, { kind: 'mark', mark: 'dated', is: false }] };
}

/** Numbers of the rows that match, in one statement; at most `most` of them. */
export function numbersOf(asked: Asked, query: BoardQuery, most = Infinity): Uint32Array {
  const { by, descending } = query.order;
  if (Number.isFinite(most) && termOf(query.find) !== '' && by === 'created' && descending) {
    // Where many say it the first are soon met: gathering all of them first would take a hundred times as long.
    const near = new Question(asked, query, most, NEAR).numbers();
    if (near.length === most) return near;
  }
  return new Question(asked, query, most).numbers();
}

/** Newest boards that are looked at one by one for the first rows, before anything is looked up. */
const NEAR = 1000;

class Question {
  readonly #asked: Asked;
  readonly #query: BoardQuery;
  readonly #most: number;
  readonly #parameters: Record<string, SQLInputValue> = {};
  readonly #conditions: string[] = [];
  #readsRows = false;
  readonly #near: number;
  /** Where a term is in many rows and the indexes alone tell which: these, as SQL. */
  #found = '';

  /** `near`: of so many boards at the beginning of the default order, which is the one asked for. */
  constructor(asked: Asked, query: BoardQuery, most: number, near = Infinity) {
    this.#asked = asked;
    this.#near = near;
    this.#query = query;
    this.#most = most;
    for (const filter of query.filters) this.#filter(filter);
    const speaksOfVanished = query.filters.some((each) => each.kind === 'mark' && each.mark === 'vanished');
    // Where nothing has vanished the condition would cost a third of the time.
    if (!speaksOfVanished && asked.facts.vanished > 0) this.#conditions.push(LISTED);
    this.#find(termOf(query.find));
  }

  numbers(): Uint32Array {
    const all = this.#found === '' ? null : this.#asked.held({ ...this.#query, find: '' });
    if (all !== null) {
      // Of a million, 60,000 take a quarter of the time that reading and sorting them takes.
      const isFound = new Uint8Array(this.#asked.facts.lastN + 1);
      for (const n of this.#numbersOf(this.#found)) isFound[n] = 1;
      return all.filter((n) => isFound[n] === 1);
    }
    const boards = Number.isFinite(this.#near)
      ? `(SELECT * FROM boards b ORDER BY ${DEFAULT_ORDER} LIMIT ${this.#near})`
      : 'boards';
    const limit = Number.isFinite(this.#most) ? this.#most : -1;
    const parts = this.#parts().map(({ test, order }) => {
      const conditions = test === undefined ? this.#conditions : [...this.#conditions, test];
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
      // Rows lie in the order they came in: read in another one, each would cost a page (measured: four times as long).
      const sign = this.#readsRows && limit < 0 ? '+' : '';
      return `SELECT n FROM (SELECT b.n FROM ${boards} b ${where} ORDER BY ${sign}${order} LIMIT ${limit})`;
    });
    return this.#numbersOf(`${parts.join(' UNION ALL ')} LIMIT ${limit}`);
  }

  #numbersOf(rows: string): Uint32Array {
    // As one text: a row of each would cost many times as much. As bytes, which can be given back at once.
    const { count, numbers } = this.#get(
      `SELECT count(*) AS count, CAST(group_concat(n) AS BLOB) AS numbers FROM (${rows})`,
    ) as { count: number; numbers: Uint8Array<ArrayBuffer> | null };
    return parseNumbers(numbers ?? new Uint8Array(), count);
  }

  /** The first row of a statement, which may use some of the values bound so far. */
  #get(sql: string) {
    const statement = this.#asked.file.db.prepare(sql);
    statement.setAllowUnknownNamedParameters(true);
    return statement.get(this.#parameters);
  }

  #bind(value: SQLInputValue): string {
    const name = `:p${Object.keys(this.#parameters).length}`;
    this.#parameters[name] = value;
    return name;
  }

  #must(condition: string): void {
    this.#conditions.push(`(${condition})`);
  }

  #mustBeNoted(test: string): void {
    this.#must(this.#among(this.#noted(test), true));
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
    if (Number.isFinite(this.#near)) return this.#noted(`board_id = b.id AND ${says}`);
    // Read from one end to the other, a fifth of the time: in the order of its index each note would cost a page.
    if ([...word].length < SHORTEST_TRIGRAM) return this.#noted(says, Number.isFinite(this.#most) ? '+' : '');
    const found = `SELECT rowid FROM note_search WHERE note_search MATCH ${this.#bind(asMatch(word).match)}`;
    return this.#noted(`${says} AND n IN (${found})`, '+');
  }

  #among(ids: string, is: boolean): string {
    return is ? `b.id IN (${ids})` : `(b.id IS NULL OR b.id NOT IN (${ids}))`;
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
        return this.#mustBeNoted(`instr(words, ${this.#bind(foldTag(filter.tag))}) > 0`);
      case 'customer': {
        const customer = this.#bind(foldWord(filter.customer.trim()));
        return this.#mustBeNoted(`${CUSTOMER_WORD} = ${customer} AND ${customer} <> ''`);
      }
      case 'id-prefix':
        if (filter.prefix !== '') this.#must(this.#inId(filter.prefix.toLowerCase(), 'start'));
        return;
      case 'field':
        return this.#field(filter.name, filter.text.toLowerCase());
    }
  }

  #mark({ mark, is }: Extract<BoardFilter, { kind: 'mark' }>): void {
    if (mark === 'dated') return this.#must(`b.created_ms IS ${is ? 'NOT ' : ''}NULL`);
    if (mark === 'template') return this.#must(is ? 'FALSE' : 'TRUE');
    if (mark === 'vanished') return this.#must(`b.n ${is ? '' : 'NOT '}IN (${VANISHED})`);
    const connection = this.#bind(this.#asked.connectionId);
    const ids = `SELECT board_id FROM ${MARKS[mark]} AND connection_id = ${connection}`;
    this.#must(this.#among(ids, is));
  }

  #field(name: string, text: string): void {
    this.#readsRows = true;
    if (text === '') return this.#must('FALSE');
    this.#must(`${this.#maySay(text)} AND shows(b.raw, ${this.#bind(name)}, ${this.#bind(text)})`);
  }

  /**
   * Whether a board's JSON may hold a text: reading the JSON takes many times as long. What is escaped reads otherwise, and
   * so do the two letters whose lower case is one of ASCII’s.
   */
  #maySay(text: string): string {
    if (!/^[ !#-[\]-~]+$/u.test(text)) return 'TRUE';
    const letters = "instr(b.raw, 'İ') > 0 OR instr(b.raw, '\u212a') > 0";
    // Most rows have ASCII alone, which is told in a tenth of the time.
    const others = `b.raw LIKE '%\\%' OR (length(b.raw) <> octet_length(b.raw) AND (${letters}))`;
    return `(b.raw LIKE ${this.#like('%', text)} OR ${others})`;
  }

  #find(term: string): void {
    if (term === '') return;
    const here = this.#notedSaying(term);
    if (Number.isFinite(this.#near)) {
      const said = [...term].length < SHORTEST_TRIGRAM ? [] : [this.#says(term)];
      return this.#must([this.#inId(term), ...said, `EXISTS (${here})`].join(' OR '));
    }
    if ([...term].length < SHORTEST_TRIGRAM) {
      // Looked up for each row, where no note says it either, it would take a fifth of the time.
      const isNoted = this.#get(`SELECT 1 FROM (${here}) LIMIT 1`) !== undefined;
      return this.#must(this.#inId(term) + (isNoted ? ` OR b.id IN (${here})` : ''));
    }
    const { facts, file } = this.#asked;
    const { match, certain } = asMatch(term);
    const found = 'SELECT rowid AS n FROM search WHERE search MATCH';
    const due = 'SELECT n FROM search_due';
    const late = `n > ${facts.searchedTo}`;
    const behind = `${due} UNION ALL SELECT n FROM boards WHERE ${late}`;
    const isBehind = file.db.prepare(`SELECT 1 FROM (${behind}) LIMIT 1`).get() !== undefined;
    const isFound = (many: number): boolean =>
      file.db.prepare(`SELECT 1 FROM (${found} ?) LIMIT 1 OFFSET ${many}`).get(match) !== undefined;
    const many = Number.isFinite(this.#most) ? MANY.first : MANY.all;
    const areManyLate = facts.lastN - facts.searchedTo > many;
    const isMany = areManyLate || isFound(many);
    const candidates = [
      `${found} ${this.#bind(match)}`,
      ...(isBehind ? [areManyLate ? due : behind] : []),
      `SELECT n FROM boards WHERE id IN (${here})`,
    ];
    // Many numbers cost less to compare than to gather.
    const orLate = areManyLate ? `b.${late} OR ` : '';
    this.#must(`${orLate}${isMany ? '+' : ''}b.n IN (${candidates.join(' UNION ALL ')})`);
    // What a row says is looked at again, unless the index alone can tell.
    const isTold = certain && !isBehind;
    if (isTold && many === MANY.all && isFound(MANY.first)) this.#found = candidates.join(' UNION ALL ');
    if (isTold) return;
    this.#must(`${this.#inId(term)} OR ${this.#says(term)} OR b.id IN (${here})`);
  }

  #says(term: string): string {
    return `${this.#maySay(term)} AND says(b.id, b.created_raw, b.raw, ${this.#bind(term)})`;
  }

  #like(before: '' | '%', text: string): string {
    return `${this.#bind(`${before}${text.replaceAll(/[%_!]/gu, '!$&')}%`)} ESCAPE '!'`;
  }

  #inId(term: string, where: 'start' | 'anywhere' = 'anywhere'): string {
    const [before, place] = where === 'start' ? (['', '= 1'] as const) : (['%', '> 0'] as const);
    // LIKE takes half the time of instr() and lower(), but ends at a NUL.
    if (term.includes('\0')) return `instr(${ID}, ${this.#bind(term)}) ${place}`;
    return `iif(b.folded IS NULL, b.id LIKE ${this.#like(before, term)}, instr(b.folded, ${this.#bind(term)}) ${place})`;
  }

  /** What passes a test, part behind part: boards without the value sorted by come last; equal ones in the default order. */
  #parts(): readonly { readonly test?: string; readonly order: string }[] {
    const { by, descending } = this.#query.order;
    const way = descending ? 'DESC' : 'ASC';
    const parts = (value: string, order: string) => [
      { test: `${value} IS NOT NULL`, order },
      { test: `${value} IS NULL`, order: DEFAULT_ORDER },
    ];
    switch (by) {
      case 'created':
        if (descending) return [{ order: DEFAULT_ORDER }];
        // Ties go the other way too, so that the index is read from its end: sorting them takes over twice as long.
        return parts('b.created_ms', 'b.created_ms, b.id DESC, b.folded DESC, b.n DESC');
      case 'id': {
        // The index of ids knows of a row its number only: where more is asked, what matches is sorted instead.
        const id = this.#conditions.every((each) => each === LISTED) ? 'b.id' : '+b.id';
        return [
          { test: `${id} IS NOT NULL`, order: `${id} ${way}` },
          // Few have none, and an index of those: in the order of another one all boards would be looked at.
          { test: 'b.id IS NULL', order: `+${DEFAULT_ORDER}` },
        ];
      }
      case 'label':
      case 'customer': {
        const word = by === 'label' ? LABEL_WORD : CUSTOMER_WORD;
        const ids = this.#noted(`${by} <> ''`);
        const connection = this.#bind(this.#asked.connectionId);
        const value = `(SELECT ${word} FROM notes WHERE connection_id = ${connection} AND board_id = b.id)`;
        return [
          { test: this.#among(ids, true), order: `${value} ${way}, ${DEFAULT_ORDER}` },
          { test: this.#among(ids, false), order: DEFAULT_ORDER },
        ];
      }
      default: {
        const key = sortKeyOf(by.slice('field:'.length));
        return parts(key, `${key} ${way}, ${DEFAULT_ORDER}`);
      }
    }
  }
}

const ZERO = 0x30;

function parseNumbers(text: Uint8Array<ArrayBuffer>, count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  let at = 0;
  let value = 0;
  for (let index = 0; index < text.length; index += 1) {
    const digit = (text[index] ?? 0) - ZERO;
    if (digit >= 0) value = value * 10 + digit;
    else {
      numbers[at++] = value;
      value = 0;
    }
  }
  if (count > 0) numbers[at] = value;
  // Up to 7 MB of a million, which would stay until much is collected.
  text.buffer.transfer(0);
  return numbers;
}
