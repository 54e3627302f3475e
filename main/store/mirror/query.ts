/** Turns a query into one SQL statement that returns row numbers in order. */
import type { SQLInputValue } from 'node:sqlite';
import type { RowFilter, RowQuery } from '../../../preload/contract/boards.ts';
import { trimInvisible } from '../../lib/pasted.ts';
import { CUSTOMER_WORD, foldWord, LABEL_WORD, TAG_WORDS } from '../tables/note-words.ts';
import type { BoardFile, StoredFacts } from './files.ts';

const DAY = 86_400_000;

export const NEWEST_FIRST = { by: 'created', descending: true } as const;

/** The order of an index: newest first, undated last (null sorts lowest). */
const DEFAULT_ORDER = 'b.created_ms DESC, b.words, b.n';

const VANISHED = 'b.n IN (SELECT n FROM boards WHERE vanished_at IS NOT NULL)';

const MARKS = {
  labelled: "notes WHERE label <> ''",
  tagged: "notes WHERE tags <> '[]'",
  protected: 'notes WHERE protected = 1',
  previewed: 'board_facts WHERE previewed_at IS NOT NULL',
  'made-here': 'board_facts WHERE made_at IS NOT NULL',
} as const;

/** The state of a list that a query runs on. */
export interface Snapshot {
  readonly file: BoardFile;
  readonly connectionId: string;
  readonly facts: StoredFacts;
  /** Epoch ms from which ages count. */
  readonly now: number;
}

export function termOf(find: string): string {
  return foldWord(trimInvisible(find).toWellFormed());
}

/** True if the query matches every board in the default order. */
export function isPlain({ find, filters, order }: RowQuery): boolean {
  return termOf(find) === '' && filters.length === 0 && order.by === 'created' && order.descending;
}

/** True if a filter is by age. Boards without a time do not match it. */
export function asksForAge({ filters }: RowQuery): boolean {
  return filters.some(isAboutAge);
}

function isAboutAge({ kind }: RowFilter): boolean {
  return kind === 'created' || kind === 'older-than' || kind === 'newer-than';
}

/** Replaces the filters by age with one for boards without a time. */
export function butUndated(query: RowQuery): RowQuery {
  const others = query.filters.filter((filter) => !isAboutAge(filter));
  return { ...query, filters: [...others, { kind: 'mark', mark: 'dated', is: false }] };
}

/** Returns the numbers of matching rows, at most `most`. `tests` are further SQL conditions. */
export function numbersOf(
  { file, ...list }: Snapshot,
  query: RowQuery,
  most = Infinity,
  ...tests: readonly string[]
): Uint32Array {
  const limit = Number.isFinite(most) ? most : -1;
  const question = new Question(list, query, tests);
  const parts = question
    .parts()
    .map((part) => `SELECT n FROM (SELECT b.n FROM boards b ${part} LIMIT ${limit})`);
  // One text instead of a result row per number is many times as fast.
  const statement = file.db.prepare(
    `SELECT group_concat(n) AS numbers FROM (${parts.join(' UNION ALL ')} LIMIT ${limit})`,
  );
  const numbers = statement.get(question.parameters)?.['numbers'] ?? '';
  return Uint32Array.from(JSON.parse(`[${String(numbers)}]`) as readonly number[]);
}

/** A count under way: matches so far, newest first, and the time below which the next step begins. */
export interface Count {
  readonly found: readonly Uint32Array[];
  /** Epoch ms. Null if only undated boards are left. */
  readonly below: number | null;
  /** Null before the first step. */
  readonly revision: number | null;
}

export const NO_COUNT: Count = { found: [], below: Number.MAX_SAFE_INTEGER, revision: null };

/** Rows per step: under 50 ms even if all match. */
const STEP = 20_000;

/** Counts one step in order of creation. Returns all numbers after the last. */
export function countOn(list: Snapshot, query: RowQuery, { found, below }: Count): Count | Uint32Array {
  if (below === null) {
    const dated = query.order.descending ? found : found.map((part) => part.toReversed()).toReversed();
    const undated = numbersOf(list, query, Infinity, 'b.created_ms IS NULL');
    return Uint32Array.from([...dated, undated].flatMap((part) => Array.from(part)));
  }
  const end = list.file
    .sql(
      `SELECT created_ms AS at FROM boards WHERE created_ms < ? ORDER BY created_ms DESC LIMIT 1 OFFSET ${STEP}`,
    )
    .get(below)?.['at'];
  const from = typeof end === 'number' ? end : Number.MIN_SAFE_INTEGER;
  const tests = `b.created_ms < ${below} AND b.created_ms >= ${from}`;
  const part = numbersOf(list, { ...query, order: NEWEST_FIRST }, Infinity, tests);
  return {
    found: [...found, part],
    below: typeof end === 'number' ? end : null,
    revision: list.facts.revision,
  };
}

class Question {
  readonly parameters: Record<string, SQLInputValue> = {};
  readonly #list: Omit<Snapshot, 'file'>;
  readonly #query: RowQuery;
  readonly #conditions: string[] = [];

  constructor(list: Omit<Snapshot, 'file'>, query: RowQuery, tests: readonly string[] = []) {
    this.#list = list;
    this.#query = query;
    this.#conditions.push(...tests);
    for (const filter of query.filters) this.#conditions.push(`(${this.#filter(filter)})`);
    const filtersVanished = query.filters.some((each) => each.kind === 'mark' && each.mark === 'vanished');
    // This condition costs a third of the time, so it is left out if nothing has vanished.
    if (!filtersVanished && list.facts.vanished > 0) this.#conditions.push(`NOT ${VANISHED}`);
    const term = termOf(query.find);
    if (term !== '') this.#conditions.push(`(${this.#find(term)})`);
  }

  /** Parts whose rows follow each other. Boards without the sorted value come last; ties use the default order. */
  parts(): readonly string[] {
    const { by, descending } = this.#query.order;
    const direction = descending ? 'DESC' : 'ASC';
    switch (by) {
      case 'created':
        if (descending) return [this.#part(DEFAULT_ORDER)];
        // Reverses the ties too, so that the index is read backwards: sorting takes over twice as long.
        return [
          this.#part('b.created_ms, b.words DESC, b.n DESC', 'b.created_ms IS NOT NULL'),
          this.#part(DEFAULT_ORDER, 'b.created_ms IS NULL'),
        ];
      case 'id': {
        // The index of ids lacks the filtered columns, so filtered rows are sorted instead.
        const id = this.#conditions.length === 0 ? 'b.id' : '+b.id';
        return [
          this.#part(`${id} ${direction}`, `${id} IS NOT NULL`),
          this.#part(`+${DEFAULT_ORDER}`, 'b.id IS NULL'),
        ];
      }
      case 'label':
      case 'customer': {
        const word = by === 'label' ? LABEL_WORD : CUSTOMER_WORD;
        const hasNote = this.#marked(`notes WHERE ${by} <> ''`);
        const value = `SELECT ${word} FROM notes WHERE connection_id = ${this.#connection()} AND board_id = b.id`;
        return [
          this.#part(`(${value}) ${direction}, ${DEFAULT_ORDER}`, hasNote),
          this.#part(DEFAULT_ORDER, `NOT ${hasNote}`),
        ];
      }
      default: {
        const value = this.#sortKey(by.slice('field:'.length));
        return [this.#part(`${value} IS NULL, ${value} ${direction}, ${DEFAULT_ORDER}`)];
      }
    }
  }

  #part(order: string, ...tests: readonly string[]): string {
    return `${this.where(...tests)} ORDER BY ${order}`;
  }

  where(...tests: readonly string[]): string {
    const conditions = [...this.#conditions, ...tests];
    return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  }

  #bind(value: SQLInputValue): string {
    const known = Object.entries(this.parameters).find(([, each]) => each === value)?.[0];
    const name = known ?? `:p${Object.keys(this.parameters).length}`;
    this.parameters[name] = value;
    return name;
  }

  #connection(): string {
    return this.#bind(this.#list.connectionId);
  }

  /** Tests by row number, which every index has, whether a table of `easel.db` lists the board. */
  #marked(where: string): string {
    const ids = `SELECT board_id FROM ${where} AND connection_id = ${this.#connection()}`;
    return `b.n IN (SELECT n FROM boards WHERE id IN (${ids}))`;
  }

  #filter(filter: RowFilter): string {
    switch (filter.kind) {
      case 'created': {
        const from = filter.from === null ? '' : ` AND b.created_ms >= ${this.#bind(filter.from)}`;
        const to = filter.to === null ? '' : ` AND b.created_ms < ${this.#bind(filter.to)}`;
        return `b.created_ms IS NOT NULL${from}${to}`;
      }
      case 'older-than':
        return `b.created_ms < ${this.#bind(this.#list.now - filter.days * DAY)}`;
      case 'newer-than':
        return `b.created_ms >= ${this.#bind(this.#list.now - filter.days * DAY)}`;
      case 'mark':
        return `${filter.is ? '' : 'NOT '}(${this.#mark(filter.mark)})`;
      case 'tag':
        return this.#marked(`notes WHERE ${this.#holds(TAG_WORDS, filter.tag)}`);
      case 'customer':
        return this.#marked(`notes WHERE ${this.#holds(CUSTOMER_WORD, filter.customer)}`);
      case 'id-prefix':
        return `b.words LIKE ${this.#like('', foldWord(filter.prefix))}`;
      case 'field':
        if (filter.text === '') return 'FALSE';
        return `fold(${this.#shown(filter.name)}) LIKE ${this.#like('%', foldWord(filter.text))}`;
    }
  }

  /** An empty text matches nothing. */
  #holds(words: string, text: string): string {
    const term = this.#bind(foldWord(text.trim()));
    return `${term} <> '' AND instr(${words}, ${term}) > 0`;
  }

  #mark(mark: Extract<RowFilter, { kind: 'mark' }>['mark']): string {
    if (mark === 'dated') return 'b.created_ms IS NOT NULL';
    if (mark === 'template') return 'FALSE';
    return mark === 'vanished' ? VANISHED : this.#marked(MARKS[mark]);
  }

  #find(term: string): string {
    const hasNote = this.#marked(`notes WHERE instr(words, ${this.#bind(term)}) > 0`);
    return `b.words LIKE ${this.#like('%', term)} OR ${hasNote}`;
  }

  #like(before: '' | '%', text: string): string {
    return `${this.#bind(`${before}${text.replaceAll(/[%_!]/gu, '!$&')}%`)} ESCAPE '!'`;
  }

  /** SQLite's JSON paths cannot name a field with these characters. */
  #pathOf(field: string): string {
    return this.#bind(/["\\]/u.test(field) ? '$.""' : `$."${field}"`);
  }

  /** A field as text: JSON unless it is a string; null if missing. */
  #shown(field: string): string {
    const path = this.#pathOf(field);
    return `CASE json_type(b.raw, ${path}) WHEN 'null' THEN NULL
      WHEN 'text' THEN b.raw ->> ${path} ELSE b.raw -> ${path} END`;
  }

  /** Sorts numbers before texts, which ignore letter case. */
  #sortKey(field: string): string {
    const path = this.#pathOf(field);
    return `CASE WHEN json_type(b.raw, ${path}) IN ('integer', 'real') THEN b.raw ->> ${path}
      ELSE nullif(fold(${this.#shown(field)}), '') END`;
  }
}
