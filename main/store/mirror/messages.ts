/** What each of the mirror's two threads serves. */
import type { Mirror, MirrorFacts } from './mirror.ts';
import type { SortProgress } from './sort.ts';

type Immediate<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => Promise<infer R> ? (...args: A) => R : never;
};

export const WRITER_CALLS = [
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
  'facts',
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
  /** Opens the file, so that it can be read and what was left to do in it goes on. */
  facts(connectionId: string): MirrorFacts;
  /** Makes the index that a list is sorted by a field with; throws once nobody waits for it any more. */
  sort(connectionId: string, field: string): void;
  /** Keeps the file aside and makes an empty one in its place; every run of it is over. */
  beginAnew(connectionId: string): void;
  close(): void;
}

/** Answers from mirrors. Whatever it throws may be damage of the file (see `isDamage`). */
export interface MirrorReader extends Immediate<Pick<Mirror, (typeof READER_CALLS)[number]>> {
  /** Whether all that a listing leaves to do between calls is done. */
  isTidy(connectionId: string): boolean;
  /** Closes the connection's file, because it is about to be moved or deleted. The next question opens it again. */
  release(connectionId: string): void;
  close(): void;
}

export type MirrorRole = 'write' | 'read';

/**
 * A thread serves one object: which calls it has is its role. Kinds of its failures: `damaged` (see `isDamage`), `unready`
 * (see `NotReadable`), and `question` where neither the file nor the disk is at fault.
 */
export interface MirrorThread<Role extends MirrorRole> {
  readonly mirror: { readonly write: MirrorWriter; readonly read: MirrorReader }[Role];
}

export interface MirrorWorkerData {
  readonly role: MirrorRole;
  readonly folder: string;
  /** The file of the main database, for local notes. */
  readonly mainDatabase: string;
  /** Of the one sort index that is being made. */
  readonly progress: SortProgress;
}
