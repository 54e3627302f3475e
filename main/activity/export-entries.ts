/** Writes entries of the activity log to a file of the person's: whole, or not at all. */
import type { ActivityEntry, ActivityFilter } from '../../preload/contract/activity.ts';
import type { FileWritten } from '../../preload/contract/call.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { FileInWriting } from '../files/files.ts';
import { csvRow } from '../notes/csv.ts';
import { failure } from '../service/failures.ts';
import { readLine } from './line.ts';
import { matches } from './matching.ts';

/** Without it spreadsheets take UTF-8 for the letters of some country. */
const BYTE_ORDER_MARK = '\u{feff}';
const COLUMNS = [
  'number',
  'time',
  'user',
  'connection',
  'action',
  'target',
  'outcome',
  'status',
  'detail',
  'reason',
];

/** The JSON form keeps each line as it is in the log, with its hash, so that it can be checked elsewhere. */
export async function exportEntries(
  batches: AsyncIterable<readonly string[]>,
  filter: ActivityFilter,
  format: 'csv' | 'json',
  file: FileInWriting,
): Promise<Result<FileWritten>> {
  let items = 0;
  let text = format === 'csv' ? BYTE_ORDER_MARK + csvRow(COLUMNS) : '[';
  for await (const lines of batches) {
    for (const line of lines) {
      const entry = readLine(line)?.entry;
      if (entry === undefined || !matches(entry, filter)) continue;
      text += format === 'csv' ? csvRow(cellsOf(entry)) : `${items === 0 ? '' : ','}\n${line}`;
      items += 1;
    }
    const written = await file.write(text);
    if (!written.ok) return fail(failure('storage', { message: written.error }));
    text = '';
  }
  const written = await file.write(format === 'csv' ? text : `${text}\n]\n`);
  const finished = written.ok ? await file.finish() : written;
  return finished.ok
    ? ok({ fileName: file.name, items })
    : fail(failure('storage', { message: finished.error }));
}

function cellsOf(entry: ActivityEntry): readonly string[] {
  const { number, at, user, connectionName, action, target, outcome, status, detail, reason } = entry;
  const time = new Date(at).toISOString();
  const answered = status === null ? '' : String(status);
  return [String(number), time, user, connectionName, action, target, outcome, answered, detail, reason];
}
