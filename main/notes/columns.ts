/** Which columns the list of boards can have, and which it has until a person chooses others. */
import * as v from 'valibot';
import type { BoardColumn } from '../../preload/contract/boards.ts';

const KNOWN: ReadonlySet<string> = new Set([
  'id',
  'label',
  'created',
  'note',
  'tags',
  'customer',
  'protected',
  'previewed',
  'made-here',
]);

export const DEFAULT_COLUMNS: readonly BoardColumn[] = ['id', 'created', 'label', 'tags'].map((id) => ({
  id,
  width: null,
}));

const FIELD = 'field:';
const LONGEST_FIELD = 200;
const written = v.array(
  v.object({ id: v.string(), width: v.nullable(v.pipe(v.number(), v.minValue(20), v.maxValue(4000))) }),
);

/** Each column once, without those that this Easel does not know: an older or a newer one may have written them. */
export function knownColumns(columns: readonly BoardColumn[]): readonly BoardColumn[] {
  const seen = new Set<string>();
  return columns.filter(({ id }) => {
    const isNew = isKnown(id) && !seen.has(id);
    seen.add(id);
    return isNew;
  });
}

/** The columns that were written down; the default ones where nothing of it can be read. */
export function readColumns(text: string | null): readonly BoardColumn[] {
  if (text === null) return DEFAULT_COLUMNS;
  const columns = knownColumns(parse(text));
  return columns.length > 0 ? columns : DEFAULT_COLUMNS;
}

function isKnown(id: string): boolean {
  const isField = id.startsWith(FIELD) && id.length > FIELD.length;
  return KNOWN.has(id) || (isField && id.length <= FIELD.length + LONGEST_FIELD);
}

function parse(text: string): readonly BoardColumn[] {
  try {
    const read = v.safeParse(written, JSON.parse(text));
    return read.success ? read.output : [];
  } catch {
    return [];
  }
}
