/** A question as one SQL statement, which gives the numbers of the rows that match, in the order asked for. */
import type { SQLInputValue } from 'node:sqlite';
import type { BoardFilter, BoardQuery } from '../../../preload/contract/boards.ts';
import { CUSTOMER_WORD, foldTag, foldWord, LABEL_WORD } from '../tables/note-words.ts';
import type { BoardFile, StoredFacts } from './files.ts';

const DAY = 86_400_000;

/** Newest first; undated ones last, for null is below all numbers. It is the order of an index. */
const DEFAULT_ORDER = 'b.created_ms DESC, b.words, b.n';

const VANISHED = 'b.n IN (SELECT n FROM boards WHERE vanished_at IS NOT NULL)';

/** Where boards with a mark are. */
const MARKS = {
  labelled: "notes WHERE label <> ''",
  tagged: "notes WHERE tags <> '[]'",
  protected: 'notes WHERE protected = 1',
  previewed: 'board_facts WHERE previewed_at IS NOT NULL',
  'made-here': 'board_facts WHERE made_at IS NOT NULL',
} as const;

/** What a question is asked of. */
export interface Asked {
  readonly file: BoardFile;
  readonly connectionId: string;
  readonly facts: StoredFacts;
  /** Epoch ms that ages are counted from. */
  readonly now: number;
  /** The answer to another question. */
  readonly numbers: (query: BoardQuery) => Uint32Array;
}

/** What a question's text means. */
export function termOf(find: string): string {
  return foldWord(find.trim().toWellFormed());
}

/** Whether a question leaves nothing out, in the default order. */
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
  const limit = Number.isFinite(most) ? most : -1;
  const question = new Question(asked, query);
  const parts = question
    .parts()
    .map((part) => `SELECT n FROM (SELECT b.n FROM boards b ${part} LIMIT ${limit})`);
  // As one text: a row of each would cost many times as much. As bytes, which can be given back at once.
  const statement = asked.file.db.prepare(
    `SELECT count(*) AS count, CAST(group_concat(n) AS BLOB) AS numbers
      FROM (${parts.join(' UNION ALL ')} LIMIT ${limit})`,
  );
  const { count, numbers } = statement.get(question.parameters) as {
    count: number;
    numbers: Uint8Array<ArrayBuffer> | null;
  };
  return parseNumbers(numbers ?? new Uint8Array(), count);
}

class Question {
  readonly parameters: Record<string, SQLInputValue> = {};
  readonly #asked: Asked;
  readonly #query: BoardQuery;
  readonly #conditions: string[] = [];

  constructor(asked: Asked, query: BoardQuery) {
    this.#asked = asked;
    this.#query = query;
    for (const filter of query.filters) this.#conditions.push(`(${this.#filter(filter)})`);
    const speaksOfVanished = query.filters.some((each) => each.kind === 'mark' && each.mark === 'vanished');
    // Where nothing has vanished the condition would cost a third of the time.
    if (!speaksOfVanished && asked.facts.vanished > 0) this.#conditions.push(`NOT ${VANISHED}`);
    const term = termOf(query.find);
    if (term !== '') this.#conditions.push(`(${this.#find(term)})`);
  }

  /** What passes a test, part behind part: boards without the value sorted by come last; equal ones in the default order. */
  parts(): readonly string[] {
    const { by, descending } = this.#query.order;
    const way = descending ? 'DESC' : 'ASC';
    switch (by) {
      case 'created':
        if (descending) return [this.#part(DEFAULT_ORDER)];
        // Ties go the other way too, so that the index is read from its end: sorting them takes over twice as long.
        return [
          this.#part('b.created_ms, b.words DESC, b.n DESC', 'b.created_ms IS NOT NULL'),
          this.#part(DEFAULT_ORDER, 'b.created_ms IS NULL'),
        ];
      case 'id': {
        // The index of ids knows of a row its number only: where more is asked, what matches is sorted instead.
        const id = this.#conditions.length === 0 ? 'b.id' : '+b.id';
        return [
          this.#part(`${id} ${way}`, `${id} IS NOT NULL`),
          this.#part(`+${DEFAULT_ORDER}`, 'b.id IS NULL'),
        ];
      }
      case 'label':
      case 'customer': {
        const word = by === 'label' ? LABEL_WORD : CUSTOMER_WORD;
        const noted = this.#marked(`notes WHERE ${by} <> ''`);
        const value = `SELECT ${word} FROM notes WHERE connection_id = ${this.#connection()} AND board_id = b.id`;
        return [
          this.#part(`(${value}) ${way}, ${DEFAULT_ORDER}`, noted),
          this.#part(DEFAULT_ORDER, `NOT ${noted}`),
        ];
      }
      default: {
        const value = this.#sortKey(by.slice('field:'.length));
        return [this.#part(`${value} IS NULL, ${value} ${way}, ${DEFAULT_ORDER}`)];
      }
    }
  }

  #part(order: string, ...tests: readonly string[]): string {
    const conditions = [...this.#conditions, ...tests];
    return `${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`} ORDER BY ${order}`;
  }

  #bind(value: SQLInputValue): string {
    const known = Object.entries(this.parameters).find(([, each]) => each === value)?.[0];
    const name = known ?? `:p${Object.keys(this.parameters).length}`;
    this.parameters[name] = value;
    return name;
  }

  #connection(): string {
    return this.#bind(this.#asked.connectionId);
  }

  /** Whether a board is among those of a table of the main database. By row number, which every index has. */
  #marked(where: string): string {
    const ids = `SELECT board_id FROM ${where} AND connection_id = ${this.#connection()}`;
    return `b.n IN (SELECT n FROM boards WHERE id IN (${ids}))`;
  }

  #filter(filter: BoardFilter): string {
    switch (filter.kind) {
      case 'created': {
        const from = filter.from === null ? '' : ` AND b.created_ms >= ${this.#bind(filter.from)}`;
        const to = filter.to === null ? '' : ` AND b.created_ms < ${this.#bind(filter.to)}`;
        return `b.created_ms IS NOT NULL${from}${to}`;
      }
      case 'older-than':
        return `b.created_ms < ${this.#bind(this.#asked.now - filter.days * DAY)}`;
      case 'newer-than':
        return `b.created_ms >= ${this.#bind(this.#asked.now - filter.days * DAY)}`;
      case 'mark':
        return `${filter.is ? '' : 'NOT '}(${this.#mark(filter.mark)})`;
      case 'tag':
        return this.#marked(`notes WHERE instr(words, ${this.#bind(foldTag(filter.tag))}) > 0`);
      case 'customer': {
        const customer = this.#bind(foldWord(filter.customer.trim()));
        return this.#marked(`notes WHERE ${CUSTOMER_WORD} = ${customer} AND ${customer} <> ''`);
      }
      case 'id-prefix':
        return `b.words LIKE ${this.#like('', foldWord(filter.prefix))}`;
      case 'field':
        if (filter.text === '') return 'FALSE';
        return `fold(${this.#shown(filter.name)}) LIKE ${this.#like('%', foldWord(filter.text))}`;
    }
  }

  #mark(mark: Extract<BoardFilter, { kind: 'mark' }>['mark']): string {
    if (mark === 'dated') return 'b.created_ms IS NOT NULL';
    if (mark === 'template') return 'FALSE';
    return mark === 'vanished' ? VANISHED : this.#marked(MARKS[mark]);
  }

  #find(term: string): string {
    const noted = this.#marked(`notes WHERE instr(words, ${this.#bind(term)}) > 0`);
    return `b.words LIKE ${this.#like('%', term)} OR ${noted}`;
  }

  #like(before: '' | '%', text: string): string {
    return `${this.#bind(`${before}${text.replaceAll(/[%_!]/gu, '!$&')}%`)} ESCAPE '!'`;
  }

  /** SQLite's paths can't name a field that has one of these. */
  #pathOf(field: string): string {
    return this.#bind(/["\\]/u.test(field) ? '$.""' : `$."${field}"`);
  }

  /** A field as it is shown: what is no text as JSON; null where the board has none. */
  #shown(field: string): string {
    const path = this.#pathOf(field);
    return `CASE json_type(b.raw, ${path}) WHEN 'null' THEN NULL
      WHEN 'text' THEN b.raw ->> ${path} ELSE b.raw -> ${path} END`;
  }

  /** What a board is sorted by: numbers by size, then texts, letter case ignored. */
  #sortKey(field: string): string {
    const path = this.#pathOf(field);
    return `CASE WHEN json_type(b.raw, ${path}) IN ('integer', 'real') THEN b.raw ->> ${path}
      ELSE nullif(fold(${this.#shown(field)}), '') END`;
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
