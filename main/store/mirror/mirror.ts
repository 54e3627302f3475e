/** Main's side of the thread that stores boards. */
import { existsSync } from 'node:fs';
import { openThread, type Remote } from '../../lib/threads/rpc.ts';
import type { BoardRow, BoardsState } from '../../../preload/contract/boards.ts';
import type { BoardStore } from './board-store.ts';

export interface BoardStoreOptions {
  readonly folder: string;
  readonly mainDatabase: string;
  /** Returns epoch ms. */
  readonly now?: () => number;
}

/** Facts about a list that are stored with its rows, and so survive restarts. */
export type MirrorFacts = Pick<
  BoardsState,
  'completeness' | 'asOf' | 'total' | 'notUnderstood' | 'rows' | 'vanished' | 'revision'
>;

export interface ListingEnd extends Pick<MirrorFacts, 'completeness' | 'total' | 'notUnderstood'> {
  readonly at: number;
  /** The service's clock minus this computer's, in ms; 0 if unknown. */
  readonly clockAheadMs?: number;
  /** Ids of boards that Easel created and deleted in the last minutes, to compare with the listing. */
  readonly made?: readonly string[];
  readonly deleted?: readonly string[];
}

export interface Differences {
  readonly added: number;
  readonly gone: number;
  /** `missing`: boards that Easel created but a complete listing lacks. `back`: deleted boards that it contains. */
  readonly missing: readonly string[];
  readonly back: readonly string[];
}

export type RowWithRaw = BoardRow & { readonly raw: string };

/** The thread's calls as promises. They reject if the disk fails; a damaged file is replaced with an empty one. */
export interface Mirror extends Remote<BoardStore> {
  /** Ends the thread after its pending calls, which frees its memory. The next call starts another thread. */
  readonly drop: () => Promise<void>;
}

export class ListChanged extends Error {
  readonly kind = 'list-changed';
}

/** Caps V8's young generation, which would grow during a long listing and never shrink. */
const YOUNG_MB = 16;
/** Heap limit of the worker in MB: several times the memory needed to parse 8 MiB of nested JSON. */
const OLD_MB = 1024;

/** `workerUrl`: the built worker, by default `worker.ts`. */
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
