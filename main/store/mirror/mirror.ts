/** Each connection's boards on this disk, kept and asked by one thread, so that neither holds the window up. */
import { existsSync } from 'node:fs';
import { openThread, ThreadError, type Remote } from '../../lib/threads/rpc.ts';
import type { BoardRow, BoardsState } from '../../../preload/contract/boards.ts';
import type { AnswerReader } from '../../service/read-answer.ts';
import type { BoardStore, BoardStoreOptions } from './board-store.ts';

/** What is known of a list beside its rows; survives restarts. Moments are epoch ms. */
export interface MirrorFacts {
  readonly completeness: BoardsState['completeness'];
  /** When the last listing that ended well did so; null for never. */
  readonly asOf: number | null;
  readonly total: number | null;
  readonly notUnderstood: number;
  /** Rows that are not vanished. */
  readonly rows: number;
  readonly vanished: number;
  readonly revision: number;
}

/** How a listing ended well. */
export interface ListingEnd {
  readonly completeness: MirrorFacts['completeness'];
  readonly total: number | null;
  readonly notUnderstood: number;
  readonly at: number;
  /** Boards made here a moment ago, which don't vanish, and deleted ones: the listing is held against these. */
  readonly made?: readonly string[];
  readonly deleted?: readonly string[];
}

/** What a listing says otherwise than what was done here: made and missing in a complete list, or deleted and back. */
export interface Lag {
  readonly missing: readonly string[];
  readonly back: readonly string[];
}

/**
 * When a page is taken: in any case; if a row of it is known (or can't be); or if it begins with the row that the page
 * taken before ended with, and all others are new.
 */
export type TakeWhen = 'always' | 'meets-known' | 'follows';

/** A row with the JSON it came as. */
export type RowWithRaw = BoardRow & { readonly raw: string };

/**
 * What the thread answers, as promises; each call is described there. Everything rejects when the disk fails; a damaged
 * file is set aside and begun anew by itself.
 */
export interface Mirror extends Remote<BoardStore>, AnswerReader {
  /** Ends the thread with its memory once all calls before are answered; the next call starts another. */
  readonly drop: () => Promise<void>;
}

/** What a selection meant is gone, and the page must be asked to select again. */
export class ListChanged extends Error {
  readonly kind = 'list-changed';
}

const kindOf = (error: unknown): string =>
  error instanceof ThreadError || error instanceof ListChanged ? error.kind : '';

/** Whether a call was refused because its selection would mean other boards than it did. */
export const isListChanged = (error: unknown): boolean => kindOf(error) === 'list-changed';

/** Whether it was the question that could not be answered, and neither the file nor the disk is at fault. */
export const isOfQuestion = (error: unknown): boolean => kindOf(error) === 'question';

export type MirrorWorkerData = Omit<BoardStoreOptions, 'now'>;

/** `workerUrl`: where the built worker lies; from source it is this room's `worker.ts`. */
type MirrorOptions = MirrorWorkerData & { readonly workerUrl?: URL };

/** Left to itself, room for what is young grows to what a listing of a million boards needs, and never shrinks. */
const YOUNG_MB = 16;
/** What 8 MiB of brackets take, several times over. */
const OLD_MB = 1024;

/** A file is opened with the first call about it. */
export function openMirror({ workerUrl, ...data }: MirrorOptions): Mirror {
  const open = () =>
    openThread<{ readonly mirror: BoardStore }>({
      url: workerUrl ?? new URL('./worker.ts', import.meta.url),
      name: 'the thread of the boards',
      data: data satisfies MirrorWorkerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
      restarts: true,
    });
  let thread = open();
  let dropped: Promise<unknown> = Promise.resolve();
  // The window asks for rows as soon as it is there.
  if (existsSync(data.folder)) thread.start();
  const own: Readonly<Record<string, () => Promise<unknown>>> = {
    close: () => Promise.all([dropped, thread.close()]),
    drop: () => {
      dropped = Promise.all([dropped, thread.close()]);
      thread = open();
      return dropped;
    },
  };
  return new Proxy({} as Mirror, {
    get: (_, name): unknown => own[String(name)] ?? Reflect.get(thread.of('mirror'), name),
  });
}
