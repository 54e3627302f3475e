/** A file of board ids: one a line, a table with a column of them, or a JSON list, as Easel exports boards. */
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { readCsv, whyRewritten } from '../lib/files/csv.ts';
import { isFields } from '../service/wire/body.ts';
import { BOARD_ID_NAMES, findId, readId, whyUnusableId } from '../service/wire/ids.ts';
import { parseJson } from '../service/wire/json.ts';
import { failure } from '../lib/wording/failure.ts';
import { formatNumber } from '../lib/wording/format.ts';

/** `id` is what Easel calls it, whatever else a service has under that name. */
const NAMES = ['id', ...BOARD_ID_NAMES.filter((name) => name !== 'id')];

export interface IdList {
  readonly ids: readonly string[];
  /** The lines of ids that look as if a spreadsheet had rewritten them. */
  readonly rewritten: ReadonlyMap<string, number>;
}

/**
 * The ids of a file, each once, in its order. One line that can't be read fails all of it: half a list is another list.
 * Fails with `refused` and the line.
 */
export function readIdList(text: string, most: number): Result<IdList> {
  const found = text.trimStart().startsWith('[') ? fromArray(text) : fromLines(text);
  const ids = new Set<string>();
  const rewritten = new Map<string, number>();
  for (const { id, line, isRewritten } of found) {
    if (id === null || whyUnusableId(id) !== null) return fail(noId(line));
    ids.add(id);
    if (isRewritten === true && !rewritten.has(id)) rewritten.set(id, line);
    if (ids.size > most) return fail(tooMany(most));
  }
  return ids.size === 0 ? fail(noId(1)) : ok({ ids: [...ids], rewritten });
}

interface Found {
  readonly id: string | null;
  readonly line: number;
  readonly isRewritten?: boolean;
}

function* fromArray(text: string): Generator<Found, void> {
  const items = parsed(text);
  if (!Array.isArray(items)) yield { id: null, line: 1 };
  else for (const [at, item] of items.entries()) yield { id: idOf(item), line: at + 1 };
}

function* fromLines(text: string): Generator<Found, void> {
  let column: number | null = null;
  for (const row of readCsv(text)) {
    const cells = 'cells' in row ? row.cells : [];
    if (column === null) {
      const heads = cells.map((cell) => cell.trim().toLowerCase());
      const named = heads.findIndex((head) => NAMES.some((name) => name.toLowerCase() === head));
      // Without a heading there must be a single column.
      column = named < 0 && cells.length > 1 ? -1 : Math.max(named, 0);
      if (named >= 0) continue;
    }
    const isRewritten = 'cells' in row && row.rewritten?.includes(column) === true;
    yield { id: cells[column]?.trim() ?? null, line: row.line, isRewritten };
  }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

function idOf(item: unknown): string | null {
  return isFields(item) ? (findId(item, NAMES)?.id ?? null) : readId(item);
}

function noId(line: number): Failure {
  return failure('refused', {
    message: `Line ${formatNumber(line)} of the file holds no board id.`,
    nextStep: 'Give one id a line, a table with the column “id”, or boards that Easel exported.',
  });
}

/** For an id that is not in the list. `line`: where it is in the file. */
export function rewrittenId(id: string, line: number): Failure {
  return failure('refused', { message: `Line ${formatNumber(line)}: ${whyRewritten(id)}` });
}

function tooMany(most: number): Failure {
  return failure('refused', {
    message: `The file has more than ${formatNumber(most)} boards, which is the most that can be deleted at once.`,
    nextStep: 'Split it into several files.',
  });
}
