/** Reads boards by row number as rows, ids, names and summaries, joined with their local notes. */
import type { BoardRow, CountedName, RowNames } from '../../../preload/contract/boards.ts';
import { fieldValues, parseJson, type Fields } from '../../service/wire/body.ts';
import { BOARD_ID_NAMES, unusableId } from '../../service/wire/fields.ts';
import type { RowWithRaw } from './mirror.ts';
import type { Snapshot } from './query.ts';

const BY_NUMBER = 'json_each(:numbers) j CROSS JOIN boards b ON b.n = j.value';

export function idsOf({ file }: Snapshot, numbers: Uint32Array): readonly (string | null)[] {
  const rows = file.sql(`SELECT b.id FROM ${BY_NUMBER}`).all({ numbers: `[${numbers.join()}]` });
  return rows.map(({ id }) => id as string | null);
}

interface StoredRow {
  readonly id: string | null;
  /** A `BoardRow` without `fields`, as JSON. */
  readonly row: string;
  /** Empty if not requested, unless the board has no id. */
  readonly raw: string;
}

const truth = (condition: string): string => `json(iif(${condition}, 'true', 'false'))`;
const CREATED = `json_object('raw', created_raw, 'epochMs', created_ms, 'assumedUtc', ${truth('assumed_utc')})`;
const LOCAL = `json_object('label', label, 'note', note, 'tags', json(tags), 'customer', customer,
  'protected', ${truth('protected')})`;
const ROW = `json_object('rowKey', ifnull('=' || b.id, '?' || b.raw), 'id', b.id,
  'created', json(iif(created_raw IS NULL, NULL, ${CREATED})), 'vanishedAt', vanished_at,
  'local', json(iif(label IS NULL, NULL, ${LOCAL})), 'madeHere', ${truth('made_at IS NOT NULL')},
  'previewedAt', previewed_at)`;
const ROWS = `SELECT b.id, iif(:withRaw OR b.id IS NULL, b.raw, '') AS raw, ${ROW} AS row FROM ${BY_NUMBER}
  LEFT JOIN notes l ON l.connection_id = :connection AND l.board_id = b.id
  LEFT JOIN board_facts f ON f.connection_id = :connection AND f.board_id = b.id`;

/** Skips numbers whose row is gone. */
export function rowsOf(
  { file, connectionId }: Snapshot,
  numbers: Uint32Array,
  fields: readonly string[],
  withRaw = fields.length > 0,
): readonly RowWithRaw[] {
  const parameters = { connection: connectionId, numbers: `[${numbers.join()}]`, withRaw: Number(withRaw) };
  const rows = file.sql(ROWS).all(parameters) as unknown as readonly StoredRow[];
  return rows.map((row) => toRow(row, fields));
}

const LONGEST_UNUSABLE = 200;

function toRow({ id, row, raw }: StoredRow, fields: readonly string[]): RowWithRaw {
  const unusable = id === null ? unusableId(parseJson(raw) as Fields, BOARD_ID_NAMES) : null;
  return {
    ...(JSON.parse(row) as Omit<BoardRow, 'fields'>),
    ...(unusable !== null && { unusableId: unusable.slice(0, LONGEST_UNUSABLE) }),
    fields: fields.length > 0 ? fieldValues(raw, fields) : [],
    raw,
  };
}

const NOTED = 'notes l CROSS JOIN boards b ON b.id = l.board_id';
const TAGS = `SELECT t.value AS name, count(*) AS boards FROM ${NOTED}, json_each(l.tags) t`;
const CUSTOMERS = `SELECT l.customer AS name, count(*) AS boards FROM ${NOTED}`;

export function boardNames(list: Snapshot): RowNames {
  const fields = list.file.sql('SELECT name, boards FROM fields WHERE boards > 0').all();
  return {
    fields: fields as unknown as readonly CountedName[],
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
  return found.map(({ name, boards }) => ({ name, boards })) as unknown as readonly CountedName[];
}
