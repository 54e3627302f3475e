/** Answers queries about the boards of one file: numbers of matching rows, rows and names. */
import type { SQLInputValue } from 'node:sqlite';
import type {
  BoardRow,
  CountedName,
  RowFilter,
  RowNames,
  RowQuery,
} from '../../../preload/contract/boards.ts';
import { trimInvisible } from '../../lib/pasted.ts';
import { fieldValues, parseJson, type Fields } from '../../service/wire/body.ts';
import { BOARD_ID_NAMES, unusableId } from '../../service/wire/fields.ts';
import { CUSTOMER_WORD, foldWord, LABEL_WORD, TAG, TAG_WORDS } from '../tables/note-words.ts';
import { UNDATED, type BoardFile } from './files.ts';
import type { MirrorFacts, RowWithRaw } from './mirror.ts';

const DAY = 86_400_000;

/** The order of an index; undated boards come last. */
const NEWEST_FIRST = 'b.age, b.words, b.n';
const OLDEST_FIRST = 'b.age DESC, b.words DESC, b.n DESC';

/** A unary plus hides the column from SQLite's planner, which would read the index outside of a step. */
const AGE = '+b.age';

const VANISHED = 'b.n IN (SELECT n FROM boards WHERE vanished_at IS NOT NULL)';

const MARKS = {
  template: 'notes WHERE FALSE',
  labelled: "notes WHERE label <> ''",
  tagged: "notes WHERE tags <> '[]'",
  protected: 'notes WHERE protected = 1',
  previewed: 'board_facts WHERE previewed_at IS NOT NULL',
  'made-here': 'board_facts WHERE made_at IS NOT NULL',
} as const;

export interface Snapshot {
  readonly file: BoardFile;
  readonly connectionId: string;
  readonly facts: MirrorFacts;
  /** Epoch ms from which ages count. */
  readonly now: number;
}

export function termOf(find: string): string {
  return foldWord(trimInvisible(find).toWellFormed());
}

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
  const undated = { kind: 'mark', mark: 'dated', is: false } as const;
  const filters = [...query.filters.filter((filter) => !isAboutAge(filter)), undated];
  return { ...query, filters, order: { by: 'created', descending: true } };
}

export function numbersOf(list: Snapshot, query: RowQuery, most = -1): readonly number[] {
  const question = new Question(list, query);
  return question.numbers(question.parts(), most);
}

/** Boards per step: under 50 ms even if all match. */
const STEP = 20_000;

const PLACE = '(b.age, b.words, b.n)';

/** Yields the numbers of matching rows, newest first, after each step. */
export function* stepsOf(list: Snapshot, query: RowQuery): Generator<readonly number[], void> {
  const next = `SELECT age, words, n FROM boards b WHERE ${PLACE} > (?, ?, ?)
    ORDER BY ${NEWEST_FIRST} LIMIT 1 OFFSET ${STEP}`;
  let from: readonly SQLInputValue[] = [-UNDATED, '', 0];
  while (from.length > 0) {
    const to = Object.values(list.file.sql(next).get(...from) ?? {});
    const question = new Question(list, query);
    yield question.numbers([question.between(from, to)]);
    from = to;
  }
}

class Question {
  readonly parameters: Record<string, SQLInputValue> = {};
  readonly #list: Snapshot;
  readonly #query: RowQuery;
  readonly #conditions: readonly string[];

  constructor(list: Snapshot, query: RowQuery) {
    this.#list = list;
    this.#query = query;
    const conditions = query.filters.map((filter) => `(${this.#filter(filter)})`);
    const filtersVanished = query.filters.some((each) => each.kind === 'mark' && each.mark === 'vanished');
    // This condition costs a third of the time, so it is left out if nothing has vanished.
    if (!filtersVanished && list.facts.vanished > 0) conditions.push(`NOT ${VANISHED}`);
    const term = termOf(query.find);
    if (term !== '') conditions.push(`(${this.#find(term)})`);
    this.#conditions = conditions;
  }

  /** Returns the row numbers of several queries in turn. Reading all numbers as one text is many times as fast. */
  numbers(parts: readonly string[], most = -1): readonly number[] {
    const each = parts.map((part) => `SELECT n FROM (SELECT b.n FROM boards b ${part} LIMIT ${most})`);
    const sql = `SELECT group_concat(n) AS numbers FROM (${each.join(' UNION ALL ')} LIMIT ${most})`;
    const numbers = this.#list.file.db.prepare(sql).get(this.parameters)?.['numbers'] ?? '';
    return JSON.parse(`[${String(numbers)}]`) as readonly number[];
  }

  /** Parts whose rows follow each other. Boards without the sorted value come last; ties use the default order. */
  parts(): readonly string[] {
    const { by, descending } = this.#query.order;
    const direction = descending ? 'DESC' : 'ASC NULLS LAST';
    switch (by) {
      case 'created':
        if (descending) return [this.#part(NEWEST_FIRST)];
        // Reverses the ties too, so that the index is read backwards: sorting takes over twice as long.
        return [
          this.#part(OLDEST_FIRST, this.#mark('dated')),
          this.#part(NEWEST_FIRST, `b.age = ${UNDATED}`),
        ];
      case 'id':
        return [this.#byId(descending)];
      case 'label':
      case 'customer': {
        const word = by === 'label' ? LABEL_WORD : CUSTOMER_WORD;
        const hasNote = this.#marked(`notes WHERE ${by} <> ''`);
        const value = `SELECT ${word} FROM notes WHERE connection_id = ${this.#bind(this.#list.connectionId)} AND board_id = b.id`;
        const noted = this.#part(`(${value}) ${direction}, ${NEWEST_FIRST}`, hasNote);
        // The column shows the id of a board without a label.
        const others = `NOT ${hasNote}`;
        return [noted, by === 'label' ? this.#byId(descending, others) : this.#part(NEWEST_FIRST, others)];
      }
      default: {
        // Numbers sort before texts, which ignore letter case.
        const value = `nullif(fold(b.raw ->> ${this.#pathOf(by.slice('field:'.length))}), '')`;
        return [this.#part(`${value} ${direction}, ${NEWEST_FIRST}`)];
      }
    }
  }

  #byId(descending: boolean, ...tests: readonly string[]): string {
    // The index of ids lacks the filtered columns, so filtered rows are sorted instead.
    const id = this.#conditions.length === 0 ? 'b.id' : '+b.id';
    const order = descending ? `${id} DESC, b.n DESC` : `${id} ASC NULLS LAST, b.n ASC`;
    return this.#part(order, ...tests);
  }

  between(from: readonly SQLInputValue[], to: readonly SQLInputValue[]): string {
    const bound = (place: readonly SQLInputValue[]): string => place.map((each) => this.#bind(each)).join();
    const until = to.length === 0 ? [] : [`${PLACE} <= (${bound(to)})`];
    return this.#part(NEWEST_FIRST, `${PLACE} > (${bound(from)})`, ...until);
  }

  #part(order: string, ...tests: readonly string[]): string {
    return `WHERE ${['TRUE', ...this.#conditions, ...tests].join(' AND ')} ORDER BY ${order}`;
  }

  #bind(value: SQLInputValue): string {
    const name = `:p${Object.keys(this.parameters).length}`;
    this.parameters[name] = value;
    return name;
  }

  /** Tests by row number, which every index has, whether a table of `easel.db` lists the board. */
  #marked(where: string): string {
    const ids = `SELECT board_id FROM ${where} AND connection_id = ${this.#bind(this.#list.connectionId)}`;
    return `b.n IN (SELECT n FROM boards WHERE id IN (${ids}))`;
  }

  #filter(filter: RowFilter): string {
    switch (filter.kind) {
      case 'created':
        return this.#created(filter.from, filter.to);
      case 'older-than':
        return this.#created(null, this.#list.now - filter.days * DAY);
      case 'newer-than':
        return this.#created(this.#list.now - filter.days * DAY, null);
      case 'mark':
        return `${filter.is ? '' : 'NOT '}(${this.#mark(filter.mark)})`;
      case 'tag':
        return this.#marked(`notes WHERE ${this.#holds(TAG_WORDS, filter.tag, filter.exact && TAG)}`);
      case 'customer':
        return this.#marked(`notes WHERE ${this.#holds(CUSTOMER_WORD, filter.customer, filter.exact && '')}`);
      case 'id-prefix':
        return `b.words LIKE ${this.#like('', foldWord(filter.prefix))}`;
      case 'field':
        if (filter.text === '') return 'FALSE';
        return `fold(${this.#shown(filter.name)}) LIKE ${this.#like('%', foldWord(filter.text))}`;
    }
  }

  /** Created from `from` on and before `to`, epoch ms; null is open. */
  #created(from: number | null, to: number | null): string {
    const youngest = to === null ? '' : ` AND ${AGE} > ${this.#bind(-to)}`;
    const oldest = from === null ? UNDATED - 1 : -from;
    return `${AGE} <= ${this.#bind(oldest)}${youngest}`;
  }

  /** An empty text matches nothing. `around`: the marks around a whole word in `words`; without it, a part is enough. */
  #holds(words: string, text: string, around?: string): string {
    const folded = foldWord(trimInvisible(text));
    if (folded === '') return 'FALSE';
    if (around === '') return `${words} = ${this.#bind(folded)}`;
    const term = this.#bind(`${around ?? ''}${folded}${around ?? ''}`);
    return `instr(${words}, ${term}) > 0`;
  }

  #mark(mark: Extract<RowFilter, { kind: 'mark' }>['mark']): string {
    if (mark === 'dated') return `${AGE} < ${UNDATED}`;
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
    return `iif(json_type(b.raw, ${path}) = 'text', b.raw ->> ${path}, nullif(b.raw -> ${path}, 'null'))`;
  }
}

const BY_NUMBER = 'json_each(:numbers) j CROSS JOIN boards b ON b.n = j.value';

/** Returns each row number once, in the order of the ids. */
export function numbersOfIds({ file }: Snapshot, ids: readonly string[]): readonly number[] {
  const find = file.sql('SELECT n FROM boards WHERE id = ?');
  return [...new Set(ids.flatMap((id) => (find.get(id)?.['n'] ?? []) as number))];
}

const truth = (condition: string): string => `json(iif(${condition}, 'true', 'false'))`;
const CREATED = `json_object('raw', created_raw, 'epochMs', iif(age = ${UNDATED}, NULL, -age),
  'assumedUtc', ${truth('assumed_utc')})`;
const LOCAL = `json_object('label', label, 'note', note, 'tags', json(tags), 'customer', customer,
  'protected', ${truth('protected')})`;
const ROW = `json_object('rowKey', ifnull('=' || b.id, '?' || b.raw), 'id', b.id,
  'created', json(iif(created_raw IS NULL, NULL, ${CREATED})), 'vanishedAt', vanished_at,
  'local', json(iif(label IS NULL, NULL, ${LOCAL})), 'madeHere', ${truth('made_at IS NOT NULL')},
  'previewedAt', previewed_at)`;
const ROWS = `SELECT b.raw, ${ROW} AS row FROM ${BY_NUMBER}
  LEFT JOIN notes l ON l.connection_id = :connection AND l.board_id = b.id
  LEFT JOIN board_facts f ON f.connection_id = :connection AND f.board_id = b.id`;

export function rowsOf(
  { file, connectionId }: Snapshot,
  numbers: readonly number[],
  fields: readonly string[],
): readonly RowWithRaw[] {
  const found = file.sql(ROWS).all({ connection: connectionId, numbers: `[${numbers.join()}]` });
  return found.map((stored) => {
    const raw = String(stored['raw']);
    const row = JSON.parse(String(stored['row'])) as Omit<BoardRow, 'fields'>;
    const unusable = row.id === null ? unusableId(parseJson(raw) as Fields, BOARD_ID_NAMES) : null;
    return {
      ...row,
      ...(unusable !== null && { unusableId: unusable.slice(0, 200) }),
      fields: fields.length > 0 ? fieldValues(raw, fields) : [],
      raw,
    };
  });
}

const NOTED = 'notes l CROSS JOIN boards b ON b.id = l.board_id';
const TAGS = `SELECT t.value AS name, count(*) AS boards FROM ${NOTED}, json_each(l.tags) t`;
const CUSTOMERS = `SELECT l.customer AS name, count(*) AS boards FROM ${NOTED}`;

/** Names of scalar fields in the newest boards; the id and the creation time have columns of their own. */
const FIELD_NAMES = `SELECT DISTINCT f.key AS name FROM (SELECT id, created_raw, raw FROM boards b ORDER BY ${NEWEST_FIRST} LIMIT 1000) b,
  json_each(b.raw) f WHERE f.type NOT IN ('null', 'array', 'object') AND CAST(f.atom AS TEXT) IS NOT b.id
  AND CAST(f.atom AS TEXT) IS NOT b.created_raw ORDER BY name`;

export function boardNames(list: Snapshot): RowNames {
  const fields = list.file.sql(FIELD_NAMES).all();
  return {
    fields: fields.map(({ name }) => String(name)),
    tags: namesIn(list, TAGS),
    customers: namesIn(list, CUSTOMERS),
  };
}

/** Names in notes by frequency, in their most frequent letter case: `name` is from the row of `max(boards)`. */
function namesIn({ file, connectionId }: Snapshot, names: string): readonly CountedName[] {
  const found = file
    .sql(
      `SELECT name, sum(boards) AS boards, max(boards) FROM (
        ${names} WHERE l.connection_id = ? AND name <> '' AND b.vanished_at IS NULL GROUP BY name ORDER BY name
      ) GROUP BY fold(name) ORDER BY boards DESC, max(boards) DESC, name`,
    )
    .all(connectionId);
  return found.map(({ name, boards }) => ({ name: String(name), boards: Number(boards) }));
}
