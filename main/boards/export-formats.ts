/** The two forms of exported boards, as text that is written piece by piece. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { csvRow } from '../notes/csv.ts';
import type { RowWithRaw } from '../store/mirror/mirror.ts';
import { cellsOf, COLUMNS, isoOf } from './columns.ts';

interface ExportFormat {
  /** What stands before the first board; `fields` are the names of the service's own that were chosen. */
  readonly head: (fields: readonly string[]) => string;
  readonly row: (row: RowWithRaw, isFirst: boolean) => string;
  readonly tail: string;
}

/** Without it spreadsheets take UTF-8 for the letters of some country. */
const BYTE_ORDER_MARK = '\u{feff}';

const csv: ExportFormat = {
  head: (fields) => BYTE_ORDER_MARK + csvRow([...COLUMNS, ...fields]),
  row: (row) => csvRow(cellsOf(row)),
  tail: '',
};

/** One board a line; `raw` is the board as the service listed it. */
const json: ExportFormat = {
  head: () => '[',
  row: (row, isFirst) => `${isFirst ? '' : ','}\n${jsonOf(row)}`,
  tail: '\n]\n',
};

function jsonOf({ id, created, local, madeHere, previewedAt, vanishedAt, raw }: RowWithRaw): string {
  const known = JSON.stringify({
    id,
    created: isoOf(created?.epochMs ?? null),
    createdAsSent: created?.raw ?? '',
    label: local?.label ?? '',
    note: local?.note ?? '',
    tags: local?.tags ?? [],
    customer: local?.customer ?? '',
    protected: local?.protected === true,
    madeHere,
    previewed: isoOf(previewedAt),
    vanished: isoOf(vanishedAt),
  });
  // It is JSON already.
  return `${known.slice(0, -1)},"raw":${raw}}`;
}

export const FORMATS: Readonly<Record<ArgsOf<'boards.export'>['format'], ExportFormat>> = { csv, json };
