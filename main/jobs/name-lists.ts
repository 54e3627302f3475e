/** Lists of names that are longer than a call may be: they come in pieces, and are held in memory until they are used. */
import { randomUUID } from 'node:crypto';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { readCsv } from '../files/csv.ts';
import type { Files } from '../files/files.ts';
import { failure, unreadFile, wrongFields } from '../wording/failure.ts';
import { formatNumber } from '../wording/format.ts';

/** Of one list. A page sends no more pieces at once than it may. */
const MOST_CHARACTERS = 2_000_000;
/** A page has one list at a time; what it has forgotten makes room. */
const MOST_LISTS = 2;

type Piece = ArgsOf<'jobs.addNames'>;

export class NameLists {
  readonly #lists = new Map<string, readonly string[]>();

  /** Adds a piece to those before it, or begins a list. Fails as `take` does. */
  add(piece: Piece): Result<{ readonly listId: string }> {
    const all = this.take(piece);
    if (!all.ok) return all;
    const [oldest] = this.#lists.keys();
    if (this.#lists.size >= MOST_LISTS && oldest !== undefined) this.#lists.delete(oldest);
    const listId = randomUUID();
    this.#lists.set(listId, all.value);
    return ok({ listId });
  }

  /** All names with the last piece; they are held no more. Fails with `invalid-input` (field `names`), `not-found`. */
  take(piece: Piece): Result<readonly string[]> {
    const all = this.read(piece);
    if (piece.earlier !== null) this.#lists.delete(piece.earlier);
    return all;
  }

  /** The same, and they stay. */
  read({ names, earlier }: Piece): Result<readonly string[]> {
    const before = earlier === null ? [] : this.#lists.get(earlier);
    if (before === undefined) return fail(gone);
    const all = [...before, ...names];
    const characters = all.reduce((sum, name) => sum + name.length, 0);
    return characters <= MOST_CHARACTERS ? ok(all) : fail(tooLong);
  }

  drop(): void {
    this.#lists.clear();
  }
}

// A table of names in a file of a person's.

/** As many as a class pack may have, and a row of headings; the first columns, as far as a person would look for names. */
const MOST_ROWS = 1001;
const MOST_COLUMNS = 20;

interface NameTable {
  readonly fileName: string;
  readonly rows: readonly (readonly string[])[];
}

/** The rows of the table that the person chooses; null for none. Fails with `invalid-input`. */
export async function readNameTable({ choose }: Pick<Files, 'choose'>): Promise<Result<NameTable | null>> {
  const chosen = await choose('names');
  if (chosen === null) return ok(null);
  if (!chosen.ok) return fail(unreadFile(chosen.error));
  const rows: (readonly string[])[] = [];
  for (const row of readCsv(chosen.value.text)) {
    if ('why' in row) return fail(unreadFile(`Line ${formatNumber(row.line)} can’t be read. ${row.why}`));
    if (rows.length === MOST_ROWS)
      return fail(unreadFile(`This file has more than ${formatNumber(MOST_ROWS - 1)} names.`));
    rows.push(row.cells.slice(0, MOST_COLUMNS));
  }
  const characters = rows.flat().reduce((sum, cell) => sum + cell.length, 0);
  if (characters > MOST_CHARACTERS) return fail(tooLong);
  return ok({ fileName: chosen.value.name, rows });
}

const gone = failure('not-found', {
  message: 'The list of names was not kept.',
  nextStep: 'Send it again.',
});

const tooLong = wrongFields({
  names: `These names are longer than ${formatNumber(MOST_CHARACTERS)} characters together.`,
});
