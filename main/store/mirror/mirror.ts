import { existsSync } from 'node:fs';
import { openThread, type Remote } from '../../lib/threads/rpc.ts';
import type { BoardRow, BoardsState } from '../../../preload/contract/boards.ts';
import type { BoardStore } from './board-store.ts';

export interface BoardStoreOptions {
  readonly folder: string;
  readonly mainDatabase: string;
  readonly now?: () => number;
}

export type MirrorFacts = Pick<
  BoardsState,
  'completeness' | 'asOf' | 'total' | 'notUnderstood' | 'rows' | 'vanished' | 'revision'
>;

export interface ListingEnd extends Pick<MirrorFacts, 'completeness' | 'total' | 'notUnderstood'> {
  readonly at: number;
  readonly clockAheadMs?: number;
  /** Ids of boards that Easel created (`made`) or deleted in the last minutes. Compared with the service's list. */
  readonly made?: readonly string[];
  readonly deleted?: readonly string[];
}

export interface Differences {
  readonly added: number;
  /** Creation time of the oldest board that was added, in epoch ms. Null if no added board has a creation time. */
  readonly oldest: number | null;
  readonly gone: number;
  /** Board ids. `missing`: created by Easel, but not listed. `back`: deleted by Easel, but still listed. */
  readonly missing: readonly string[];
  readonly back: readonly string[];
}

export type RowWithRaw = BoardRow & { readonly raw: string };

/** Methods of the worker thread that stores boards. They reject on disk errors. Damaged files are replaced. */
export interface Mirror extends Remote<BoardStore> {
  /** Stops the worker thread after its pending calls, to free its memory. The next call starts a new thread. */
  readonly drop: () => Promise<void>;
}

export class ListChanged extends Error {
  readonly kind = 'list-changed';
}

/** Limit of V8's young generation in MB. Without this limit, memory grows in a long listing and is never freed. */
const YOUNG_MB = 16;
/** Heap limit of the worker thread in MB. Parsing 8 MiB of nested JSON needs only a fraction of it. */
const OLD_MB = 1024;

/** Opens the worker thread that stores boards. Without stored boards, the thread starts with the first call. */
export function openMirror({ workerUrl, ...data }: BoardStoreOptions & { readonly workerUrl?: URL }): Mirror {
  const thread = openThread<{ readonly mirror: BoardStore }>({
    url: workerUrl ?? new URL('./worker.ts', import.meta.url),
    name: 'the thread of the boards',
    data,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
    restarts: true,
  });
  if (existsSync(data.folder)) thread.start();
  return Object.assign(thread.of('mirror'), { close: thread.close, drop: thread.rest });
}
