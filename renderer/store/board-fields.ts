/** Columns that show a field of the service's are called `field:<name>`. */
export const FIELD = 'field:';

/** The fields among these columns, in an order that does not change with that of the columns. */
export function fieldsOf(columns: readonly { readonly id: string }[]): readonly string[] {
  return columns
    .filter(({ id }) => id.startsWith(FIELD))
    .map(({ id }) => id.slice(FIELD.length))
    .toSorted((a, b) => (a < b ? -1 : 1));
}
