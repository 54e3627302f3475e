/** Columns and values of the register's statements. */
import * as v from 'valibot';

// Schemas of columns. Every value arrives as text.
export const number = v.pipe(v.string(), v.regex(/^\d{1,16}$/u), v.transform(Number), v.safeInteger());
export const flag = v.pipe(
  v.picklist(['t', 'f']),
  v.transform((text) => text === 't'),
);
/** PostgreSQL's names have at most 63 bytes. */
export const name = v.pipe(v.string(), v.maxLength(63));

export const uuid = v.pipe(v.string(), v.uuid());

/** A time column as epoch ms. */
export const ms = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint`;

/** PostgreSQL stores no NUL and no half of a surrogate pair. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');

/** JSON of a value without characters that PostgreSQL can't store. */
export const json = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'string' ? storable(inner) : inner));
