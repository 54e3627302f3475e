/** What each of the mirror's two threads serves. */
import type { Mirror } from './mirror.ts';

type Immediate<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => Promise<infer R> ? (...args: A) => R : never;
};

export const WRITER_CALLS = [
  'facts',
  'begin',
  'hold',
  'holdRead',
  'take',
  'finish',
  'abandon',
  'put',
  'remove',
  'forget',
  'notesChanged',
] as const satisfies readonly (keyof Mirror)[];

export const READER_CALLS = [
  'window',
  'rank',
  'fields',
  'overview',
  'createdBetween',
  'ids',
  'rows',
] as const satisfies readonly (keyof Mirror)[];

/** Changes mirrors. Whatever it throws may be damage of the file (see `isDamage`). */
export interface MirrorWriter extends Immediate<Pick<Mirror, (typeof WRITER_CALLS)[number]>> {
  /** Keeps the file aside and makes an empty one in its place; every run of it is over. */
  beginAnew(connectionId: string): void;
  close(): void;
}

/** Answers from mirrors. Whatever it throws may be damage of the file (see `isDamage`). */
export interface MirrorReader extends Immediate<Pick<Mirror, (typeof READER_CALLS)[number]>> {
  /** A hint that questions about this connection are to be expected, or that its rows have changed. */
  load(connectionId: string): void;
  /** Reads local notes and facts anew before the next answer. */
  notesChanged(connectionId: string): void;
  /** Closes the connection's file, because it is about to be moved or deleted. The next question opens it again. */
  release(connectionId: string): void;
  close(): void;
}

export type MirrorRole = 'write' | 'read';

/** A thread serves one object: which calls it has is its role. `damaged` is the kind of a failure that `isDamage` tells. */
export interface MirrorThread<Role extends MirrorRole> {
  readonly mirror: { readonly write: MirrorWriter; readonly read: MirrorReader }[Role];
}

export interface MirrorWorkerData {
  readonly role: MirrorRole;
  readonly folder: string;
  /** The file of the main database, for local notes. */
  readonly mainDatabase: string;
}
