/** Boards as JSON as they leave Easel, made of the columns of their rows, in the order of `LINE_COLUMNS`. */
import type { BoardRow } from '../../preload/contract/boards.ts';

/** A row with the JSON it came as, for the other forms of exports. */
export type RowWithRaw = BoardRow & { readonly raw: string };

/** `json`: as items of an array, each after a comma. `lines`: one board a line. */
export type LineFormat = 'json' | 'lines';

export const LINE_COLUMNS = `b.id, created_ms, created_raw, label, note, tags, customer, protected, made_at, previewed_at,
  vanished_at, b.raw`;

/** Without notes everything from the label to `protected` is null. */
export type LineColumns = readonly [
  id: string | null,
  createdMs: number | null,
  createdRaw: string | null,
  label: string | null,
  note: string | null,
  tags: string | null,
  customer: string | null,
  isProtected: number | null,
  madeAt: number | null,
  previewedAt: number | null,
  vanishedAt: number | null,
  raw: string,
];

const NO_NOTES = '"label":"","note":"","tags":[],"customer":"","protected":false';

export function linesOf(rows: readonly LineColumns[], format: LineFormat): string {
  const [before, behind] = format === 'json' ? [',\n', ''] : ['', '\n'];
  let text = '';
  for (const row of rows) text += before + lineOf(row) + behind;
  return text;
}

function lineOf([id, createdMs, createdRaw, label, note, tags, customer, ...further]: LineColumns): string {
  const [isProtected, madeAt, previewedAt, vanishedAt, raw] = further;
  const notes =
    label === null
      ? NO_NOTES
      : `"label":${quoted(label)},"note":${quoted(note)},"tags":${tags},"customer":${quoted(customer)},"protected":${isProtected === 1}`;
  return `{"id":${id === null ? 'null' : quoted(id)},"created":"${isoOf(createdMs)}","createdAsSent":${quoted(createdRaw)},${notes},"madeHere":${madeAt !== null},"previewed":"${isoOf(previewedAt)}","vanished":"${isoOf(vanishedAt)}","raw":${onOneLine(raw)}}`;
}

/** ISO 8601 in UTC; empty where there is no moment, or none that a date can be of. */
function isoOf(at: number | null): string {
  return at === null || Math.abs(at) > 8.64e15 ? '' : new Date(at).toISOString();
}

const quoted = (text: string | null): string => JSON.stringify(text ?? '');

/** JSON as it came. A service may indent it; within a text of JSON no line ends. */
function onOneLine(raw: string): string {
  return /[\r\n]/u.test(raw) ? raw.replaceAll(/[\r\n]+/gu, ' ') : raw;
}
