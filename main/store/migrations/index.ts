/** All migrations in order. Number n takes a database from version n to n + 1; a landed one never changes. */
import { initial } from './0001-initial.ts';

export const MIGRATIONS: readonly string[] = [initial];
