/** The schema of a question to the boards list: one that a page asks, and one that an earlier Easel has saved. */
import * as v from 'valibot';
import { BOARD_MARKS, BOARD_SORTS, type BoardQuery } from '../../preload/contract/domain.ts';

const words = v.pipe(v.string(), v.maxLength(512));
const moment = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const days = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(36_500));

/** The name of a field of the service’s. */
export const fieldName = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

const boardFilter = v.variant('kind', [
  v.strictObject({ kind: v.literal('created'), from: v.nullable(moment), to: v.nullable(moment) }),
  v.strictObject({ kind: v.literal('older-than'), days }),
  v.strictObject({ kind: v.literal('newer-than'), days }),
  v.strictObject({ kind: v.literal('mark'), mark: v.picklist(BOARD_MARKS), is: v.boolean() }),
  v.strictObject({ kind: v.literal('tag'), tag: words }),
  v.strictObject({ kind: v.literal('customer'), customer: words }),
  v.strictObject({ kind: v.literal('id-prefix'), prefix: words }),
  v.strictObject({ kind: v.literal('field'), name: fieldName, text: words }),
]);

export const boardQuery = v.strictObject({
  find: words,
  filters: v.pipe(v.array(boardFilter), v.maxLength(20), v.readonly()),
  order: v.strictObject({
    by: v.union([
      v.picklist(BOARD_SORTS),
      v.custom<`field:${string}`>(
        (by) => typeof by === 'string' && /^field:./su.test(by) && by.length <= 206,
      ),
    ]),
    descending: v.boolean(),
  }),
});

/** A question as it was saved; null for what is none, or none that this Easel can ask. */
export function readBoardQuery(saved: unknown): BoardQuery | null {
  const read = v.safeParse(boardQuery, saved);
  return read.success ? read.output : null;
}
