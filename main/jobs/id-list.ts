/** A file of board ids: one a line, a table with a column of them, or JSON, as `easel boards list` writes it too. */
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { readCsv } from '../files/csv.ts';
import { isFields } from '../service/wire/body.ts';
import { BOARD_ID_NAMES, findId, readId, whyUnusableId } from '../service/wire/ids.ts';
import { parseJson } from '../service/wire/json.ts';
import { failure } from '../wording/failure.ts';
import { formatNumber } from '../wording/format.ts';

/** `id` is what Easel calls it, whatever else a service has under that name. */
const NAMES = ['id', ...BOARD_ID_NAMES.filter((name) => name !== 'id')];

/**
 * The ids of a file, each once, in its order. One line that can't be read fails all of it: half a list is another list.
 * Fails with `refused` and the line.
 */
export function readIdList(text: string, most: number): Result<readonly string[]> {
  const found = text.trimStart().startsWith('[') ? fromArray(text) : fromLines(text);
  const ids = new Set<string>();
  for (const { id, line } of found) {
    if (id === null || whyUnusableId(id) !== null) return fail(noId(line));
    ids.add(id);
    if (ids.size > most) return fail(tooMany(most));
  }
  return ids.size === 0 ? fail(noId(1)) : ok([...ids]);
}

interface Found {
  readonly id: string | null;
  readonly line: number;
}

function* fromArray(text: string): Generator<Found, void> {
  const items = parsed(text);
  if (!Array.isArray(items)) yield { id: null, line: 1 };
  else for (const [at, item] of items.entries()) yield { id: idOf(item), line: at + 1 };
}

function* fromLines(text: string): Generator<Found, void> {
  let column: number | null = null;
  for (const row of rowsOf(text)) {
    if (typeof row.cells === 'string') yield { id: idOf(parsed(row.cells)), line: row.line };
    else if (column === null) {
      const heads = row.cells.map((cell) => cell.trim().toLowerCase());
      const named = heads.findIndex((head) => NAMES.some((name) => name.toLowerCase() === head));
      // Without a heading there is one column, or nobody knows which.
      column = Math.max(named, 0);
      const alone = row.cells.length === 1 ? row.cells[0]?.trim() : undefined;
      if (named === -1) yield { id: alone ?? null, line: row.line };
    } else yield { id: row.cells[column]?.trim() ?? null, line: row.line };
  }
}

/** JSON, where the first line is; else the cells of a table. */
function* rowsOf(
  text: string,
): Generator<{ readonly line: number; readonly cells: string | readonly string[] }> {
  if (text.trimStart().startsWith('{')) {
    for (const [at, line] of text.split('\n').entries())
      if (line.trim() !== '') yield { line: at + 1, cells: line };
    return;
  }
  for (const row of readCsv(text)) yield { line: row.line, cells: 'cells' in row ? row.cells : [] };
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
    nextStep: 'Give one id a line, a table with the column “id”, or what “easel boards list --json” writes.',
  });
}

function tooMany(most: number): Failure {
  return failure('refused', {
    message: `The file has more than ${formatNumber(most)} boards, which is the most that can be deleted at once.`,
    nextStep: 'Split it into several files.',
  });
}
