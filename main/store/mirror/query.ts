/** A question as one SQL statement, which gives the numbers of the rows that match, in the order asked for. */
import type { SQLInputValue } from 'node:sqlite';
import type { RowFilter, RowQuery } from '../../../preload/contract/boards.ts';
import { CUSTOMER_WORD, foldWord, LABEL_WORD, TAG_WORDS } from '../tables/note-words.ts';
import type { BoardFile, StoredFacts } from './files.ts';

export const DAY = 86_400_000;

export const NEWEST_FIRST = { by: 'created', descending: true } as const;

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
}

/** The text that a question looks for, folded. */
export function termOf(find: string): string {
  return foldWord(find.trim().toWellFormed());
}

/** Whether a question leaves nothing out, in the default order. */
export function isPlain({ find, filters, order }: RowQuery): boolean {
  return termOf(find) === '' && filters.length === 0 && order.by === 'created' && order.descending;
}

/** Whether it filters by age: then boards without a readable time don't match. */
export function asksForAge({ filters }: RowQuery): boolean {
  return filters.some(isAboutAge);
}

function isAboutAge({ kind }: RowFilter): boolean {
  return kind === 'created' || kind === 'older-than' || kind === 'newer-than';
}

/** The same query for boards of unknown age. */
export function butUndated(query: RowQuery): RowQuery {
  const others = query.filters.filter((filter) => !isAboutAge(filter));
  return { ...query, filters: [...others, { kind: 'mark', mark: 'dated', is: false }] };
}

/** Numbers of the rows that match, in one statement; at most `most` of them. `tests`: further ones, as SQL. */
export function numbersOf(
  { file, ...asked }: Asked,
  query: RowQuery,
  most = Infinity,
  ...tests: readonly string[]
): Uint32Array {
  const limit = Number.isFinite(most) ? most : -1;
  const question = new Question(asked, query, tests);
  const parts = question
    .parts()
    .map((part) => `SELECT n FROM (SELECT b.n FROM boards b ${part} LIMIT ${limit})`);
  // As one text: a row of each would cost many times as much.
  const statement = file.db.prepare(
    `SELECT group_concat(n) AS numbers FROM (${parts.join(' UNION ALL ')} LIMIT ${limit})`,
  );
  const numbers = statement.get(question.parameters)?.['numbers'] ?? '';
  return Uint32Array.from(JSON.parse(`[${String(numbers)}]`) as readonly number[]);
}

/** A count under way: what it has found, the newest first, and the time that its next step begins below. */
export interface Count {
  readonly found: readonly Uint32Array[];
  /** Epoch ms; null when only boards without a time are left. */
  readonly below: number | null;
}

/** Rows that a step looks at: under 50 ms where all of them match. */
const STEP = 20_000;

/** The next step of a count in the order of creation; gives the answer after the last. */
export function countOn(asked: Asked, query: RowQuery, { found, below }: Count): Count | Uint32Array {
  if (below === null) {
    const dated = query.order.descending ? found : found.map((part) => part.toReversed()).toReversed();
    const undated = numbersOf(asked, query, Infinity, 'b.created_ms IS NULL');
    return Uint32Array.from([...dated, undated].flatMap((part) => Array.from(part)));
  }
  const end = asked.file
    .sql(
      `SELECT created_ms AS at FROM boards WHERE created_ms < ? ORDER BY created_ms DESC LIMIT 1 OFFSET ${STEP}`,
    )
    .get(below)?.['at'];
  const from = typeof end === 'number' ? end : Number.MIN_SAFE_INTEGER;
  const tests = `b.created_ms < ${below} AND b.created_ms >= ${from}`;
  const part = numbersOf(asked, { ...query, order: NEWEST_FIRST }, Infinity, tests);
  return { found: [...found, part], below: typeof end === 'number' ? end : null };
}

/** Matching boards by day of creation, in days since 1970; null for those without a time. */
export function daysOf(
  { file, ...asked }: Asked,
  query: RowQuery,
): readonly { readonly day: number | null; readonly boards: number }[] {
  const question = new Question(asked, query);
  const days = file.db.prepare(`SELECT created_ms / ${DAY} AS day, count(*) AS boards
    FROM boards b ${question.where()} GROUP BY day ORDER BY day`);
  return days.all(question.parameters) as unknown as ReturnType<typeof daysOf>;
}

class Question {
  readonly parameters: Record<string, SQLInputValue> = {};
  readonly #asked: Omit<Asked, 'file'>;
  readonly #query: RowQuery;
  readonly #conditions: string[] = [];

  constructor(asked: Omit<Asked, 'file'>, query: RowQuery, tests: readonly string[] = []) {
    this.#asked = asked;
    this.#query = query;
    this.#conditions.push(...tests);
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
    return this.#bind(this.#asked.connectionId);
  }

  /** Whether a board is among those of a table of the main database. By row number, which every index has. */
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
        return `b.created_ms < ${this.#bind(this.#asked.now - filter.days * DAY)}`;
      case 'newer-than':
        return `b.created_ms >= ${this.#bind(this.#asked.now - filter.days * DAY)}`;
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

  /** Whether a text of the notes holds this one; the empty text is in none. */
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
