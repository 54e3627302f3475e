/** The columns of boards as they leave Easel: on the clipboard and in files. Moments are ISO 8601 in UTC. */
import type { BoardRow } from '../../preload/contract/boards.ts';
import { timeCell, type Cell } from '../lib/files/csv.ts';

const CELLS: Readonly<Record<string, (row: BoardRow) => Cell>> = {
  id: ({ id }) => id ?? '',
  created: ({ created }) => timeCell(created?.epochMs ?? null),
  'created as sent': ({ created }) => created?.raw ?? '',
  label: ({ local }) => local?.label ?? '',
  note: ({ local }) => local?.note ?? '',
  tags: ({ local }) => (local?.tags ?? []).join(', '),
  customer: ({ local }) => local?.customer ?? '',
  protected: ({ local }) => (local?.protected === true ? 'yes' : ''),
  'made here': ({ madeHere }) => (madeHere ? 'yes' : ''),
  previewed: ({ previewedAt }) => timeCell(previewedAt),
  vanished: ({ vanishedAt }) => timeCell(vanishedAt),
};

/** Heads of the columns that every board has; the service's own fields follow under their names. */
export const COLUMNS: readonly string[] = Object.keys(CELLS);

/** The cells of a row, in the order of `COLUMNS`, then its fields. */
export function cellsOf(row: BoardRow): readonly Cell[] {
  return [...Object.values(CELLS).map((cellOf) => cellOf(row)), ...row.fields];
}
