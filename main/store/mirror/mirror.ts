/** Main's side of the thread that stores boards. */
import { existsSync } from 'node:fs';
import { openThread, ThreadError, type Remote } from '../../lib/threads/rpc.ts';
import type { BoardRow, BoardsState } from '../../../preload/contract/boards.ts';
import type { BoardStore, BoardStoreOptions } from './board-store.ts';

/** Facts of a list beside its rows; they survive restarts. Times are epoch ms. */
export interface MirrorFacts {
  readonly completeness: BoardsState['completeness'];
  /** End of the last finished listing, or null. */
  readonly asOf: number | null;
  readonly total: number | null;
  readonly notUnderstood: number;
  readonly rows: number;
  readonly vanished: number;
  readonly revision: number;
}

export interface ListingEnd {
  readonly completeness: MirrorFacts['completeness'];
  readonly total: number | null;
  readonly notUnderstood: number;
  readonly at: number;
  /** As in `BoardPage`; 0 if unknown. */
  readonly clockAheadMs?: number;
  /** Ids of boards created and deleted here a moment ago, to compare with the listing. */
  readonly made?: readonly string[];
  readonly deleted?: readonly string[];
}

/** Differences between a complete listing and recent changes here: created but missing, deleted but back. */
export interface Lag {
  readonly missing: readonly string[];
  readonly back: readonly string[];
}

/** Boards that a listing added, and those that a complete one no longer has. */
export interface ListingCounts {
  readonly added: number;
  readonly gone: number;
}

/** A row with its JSON. */
export type RowWithRaw = BoardRow & { readonly raw: string };

/** The thread's calls as promises. They reject if the disk fails; a damaged file is replaced with an empty one. */
export interface Mirror extends Remote<BoardStore> {
  /** Ends the thread and frees its memory after pending calls; the next call starts another. */
  readonly drop: () => Promise<void>;
}

/** The boards of a selection can no longer be determined. */
export class ListChanged extends Error {
  readonly kind = 'list-changed';
}

const kindOf = (error: unknown): string =>
  error instanceof ThreadError || error instanceof ListChanged ? error.kind : '';

export const isListChanged = (error: unknown): boolean => kindOf(error) === 'list-changed';

/** True if the query failed, not the file or the disk. */
export const isOfQuestion = (error: unknown): boolean => kindOf(error) === 'question';

export type MirrorWorkerData = Omit<BoardStoreOptions, 'now'>;

/** `workerUrl`: the built worker, by default `worker.ts`. */
type MirrorOptions = MirrorWorkerData & { readonly workerUrl?: URL };

/** Caps V8's young generation, which would grow during a long listing and never shrink. */
const YOUNG_MB = 16;
/** Several times the memory that parsing 8 MiB of brackets takes. */
const OLD_MB = 1024;

export function openMirror({ workerUrl, ...data }: MirrorOptions): Mirror {
  const thread = openThread<{ readonly mirror: BoardStore }>({
    url: workerUrl ?? new URL('./worker.ts', import.meta.url),
    name: 'the thread of the boards',
    data: data satisfies MirrorWorkerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
    restarts: true,
  });
  // The window asks for rows at once.
  if (existsSync(data.folder)) thread.start();
  return Object.assign(thread.of('mirror'), { close: thread.close, drop: thread.rest });
}
