/** A question as one SQL statement, which gives the numbers of the rows that match, in the order asked for. */
import type { SQLInputValue } from 'node:sqlite';
import type { BoardFilter, BoardOrder, BoardQuery } from '../../../preload/contract/boards.ts';
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
}

/** What a question's text means. */
export function termOf(find: string): string {
  return find.trim().toLowerCase().toWellFormed();
}

/** Whether a question leaves nothing out, in the order of the index. */
export function isPlain({ find, filters, order }: BoardQuery): boolean {
  return termOf(find) === '' && filters.length === 0 && order.by === 'created' && order.descending;
}

/** Numbers of the rows that match, in one statement; at most `most` of them. */
export function numbersOf(asked: Asked, query: BoardQuery, most = Infinity): Uint32Array {
  return new Question(asked, query, most).numbers();
}

/** Rows that are sorted alike: of all that match those that pass a test. */
interface Part {
  readonly test?: string;
  readonly order: string;
}

class Question {
  readonly #asked: Asked;
  readonly #order: BoardOrder;
  readonly #most: number;
  readonly #parameters: Record<string, SQLInputValue> = {};
  readonly #conditions: string[] = [];
  #readsRows = false;

  constructor(asked: Asked, { find, filters, order }: BoardQuery, most: number) {
    this.#asked = asked;
    this.#order = order;
    this.#most = most;
    for (const filter of filters) this.#filter(filter);
    const speaksOfVanished = filters.some((filter) => filter.kind === 'mark' && filter.mark === 'vanished');
    // Where nothing has vanished the condition would cost a third of the time.
    if (!speaksOfVanished && asked.facts.vanished > 0) this.#conditions.push(LISTED);
    this.#find(termOf(find));
  }

  numbers(): Uint32Array {
    const limit = Number.isFinite(this.#most) ? this.#most : -1;
    const parts = this.#parts().map(({ test, order }) => {
      const conditions = test === undefined ? this.#conditions : [...this.#conditions, test];
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
      // Rows lie in the order they came in: read in another one, each would cost a page (measured: four times as long).
      const sign = this.#readsRows && limit < 0 ? '+' : '';
      return `SELECT n FROM (SELECT b.n FROM boards b ${where} ORDER BY ${sign}${order} LIMIT ${limit})`;
    });
    // As one text: a row of each would cost many times as much. As bytes, which can be given back at once.
    const { count, numbers } = this.#asked.file.db
      .prepare(
        `SELECT count(*) AS count, CAST(group_concat(n) AS BLOB) AS numbers FROM (${parts.join(' UNION ALL ')} LIMIT ${limit})`,
      )
      .get(this.#parameters) as { count: number; numbers: Uint8Array<ArrayBuffer> | null };
    return parseNumbers(numbers ?? new Uint8Array(), count);
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

  /** Whether a board's id is among some, or is not. */
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
        return this.#must(
          this.#among(this.#noted(`instr(words, ${this.#bind(foldTag(filter.tag))}) > 0`), true),
        );
      case 'customer': {
        const customer = this.#bind(foldWord(filter.customer.trim()));
        return this.#must(
          this.#among(this.#noted(`${CUSTOMER_WORD} = ${customer} AND ${customer} <> ''`), true),
        );
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
    if (mark === 'dated') return this.#must(`b.created_ms IS ${is ? 'NOT ' : ''}NULL`);
    if (mark === 'vanished') return this.#must(`b.n ${is ? '' : 'NOT '}IN (${VANISHED})`);
    const connection = this.#bind(this.#asked.connectionId);
    const ids = `SELECT board_id FROM ${MARKS[mark]} AND connection_id = ${connection}`;
    this.#must(this.#among(ids, is));
  }

  /** A field as it is shown holds a text. */
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
    const others = ['\\', 'İ', '\u212a'].map((letter) => `instr(b.raw, '${letter}') > 0`);
    return `(b.raw LIKE ${this.#like('%', text)} OR ${others.join(' OR ')})`;
  }

  #find(term: string): void {
    if (term === '') return;
    const here = this.#notedSaying(term);
    if ([...term].length < SHORTEST_TRIGRAM) return this.#must(`${this.#inId(term)} OR b.id IN (${here})`);
    const { facts, file } = this.#asked;
    const { match, certain } = asMatch(term);
    const found = 'SELECT rowid FROM search WHERE search MATCH';
    const late = `SELECT n FROM search_due UNION ALL SELECT n FROM boards WHERE n > ${facts.searchedTo}`;
    const isBehind = file.db.prepare(`SELECT 1 FROM (${late}) LIMIT 1`).get() !== undefined;
    const many = Number.isFinite(this.#most) ? MANY.first : MANY.all;
    const isMany =
      facts.lastN - facts.searchedTo > many ||
      file.db.prepare(`SELECT 1 FROM (${found} ?) LIMIT 1 OFFSET ${many}`).get(match) !== undefined;
    const candidates = [
      `${found} ${this.#bind(match)}`,
      ...(isBehind ? [late] : []),
      `SELECT n FROM boards WHERE id IN (${here})`,
    ];
    this.#must(`${isMany ? '+' : ''}b.n IN (${candidates.join(' UNION ALL ')})`);
    // What a row says is looked at again, unless the index alone can tell.
    if (certain && !isBehind) return;
    const said = `${this.#maySay(term)} AND says(b.id, b.created_raw, b.raw, ${this.#bind(term)})`;
    this.#must(`${this.#inId(term)} OR ${said} OR b.id IN (${here})`);
  }

  #like(before: '' | '%', text: string): string {
    return `${this.#bind(`${before}${text.replaceAll(/[%_!]/gu, '!$&')}%`)} ESCAPE '!'`;
  }

  #inId(term: string, where: 'start' | 'anywhere' = 'anywhere'): string {
    const [before, place] = where === 'start' ? (['', '= 1'] as const) : (['%', '> 0'] as const);
    // LIKE takes half the time of instr() and lower(), but ends at a NUL.
    if (term.includes('\0')) return `instr(${ID}, ${this.#bind(term)}) ${place}`;
    const folded = `instr(b.folded, ${this.#bind(term)}) ${place}`;
    return `b.id LIKE ${this.#like(before, term)} OR (b.folded IS NOT NULL AND ${folded})`;
  }

  /** Boards without the value sorted by come last, whichever way; equal ones come in the default order. */
  #parts(): readonly Part[] {
    const { by, descending } = this.#order;
    const way = descending ? 'DESC' : 'ASC';
    const parts = (value: string, order: string): readonly Part[] => [
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

/** Reads so many whole numbers between commas. */
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
