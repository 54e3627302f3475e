/** Column schemas and value encodings for SQL statements of the team database. */
import * as v from 'valibot';

export const number = v.pipe(v.string(), v.regex(/^\d{1,16}$/u), v.transform(Number), v.safeInteger());
export const flag = v.pipe(
  v.picklist(['t', 'f']),
  v.transform((text) => text === 't'),
);
/** Name of a database role. PostgreSQL allows at most 63 bytes. */
export const name = v.pipe(v.string(), v.maxLength(63));

export const uuid = v.pipe(v.string(), v.uuid());

export const nothing = v.pipe(
  v.unknown(),
  v.transform(() => null),
);

/** Schema that turns a row into the value of its only column. */
export const one = <T>(value: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.tuple([value]),
    v.transform(([only]) => only),
  );

export const ms = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint`;

export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');

export const json = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'string' ? storable(inner) : inner));
