/** The columns of boards as they leave Easel: on the clipboard and in files. */
import type { BoardRow } from '../../preload/contract/boards.ts';
import { isoOf } from '../wording/format.ts';

/** Heads of the columns that every board has; the service's own fields follow under their names. */
export const COLUMNS = [
  'id',
  'created',
  'created as sent',
  'label',
  'note',
  'tags',
  'customer',
  'protected',
  'made here',
  'previewed',
  'vanished',
] as const;

/** The cells of a row, in the order of `COLUMNS`, then its fields. Moments are ISO 8601 in UTC. */
export function cellsOf(row: BoardRow): readonly string[] {
  const { created, local } = row;
  return [
    row.id ?? '',
    isoOf(created?.epochMs ?? null),
    created?.raw ?? '',
    local?.label ?? '',
    local?.note ?? '',
    (local?.tags ?? []).join(', '),
    local?.customer ?? '',
    local?.protected === true ? 'yes' : '',
    row.madeHere ? 'yes' : '',
    isoOf(row.previewedAt),
    isoOf(row.vanishedAt),
    ...row.fields,
  ];
}
