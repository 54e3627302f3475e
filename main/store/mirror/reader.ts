/** The reading side of the mirrors: windows and searches, served from what is held of each list. */
import { mirrorFile } from './files.ts';
import { ListReader } from './list-reader.ts';
import { MainDatabase } from './main-database.ts';
import type { MirrorReader } from './messages.ts';

/** Rows held of lists beside the one that was asked about last. */
const MOST_BESIDE = 100_000;

export interface ReaderOptions {
  readonly folder: string;
  /** The file of the main database, for local notes. */
  readonly mainDatabase: string;
  /** Epoch ms. */
  readonly now: () => number;
  /** Does something after the calls that wait. */
  readonly later?: (work: () => void) => void;
}

/** Makes the reader. It opens files as they are asked for, and answers from none where there is none. */
export function createReader(options: ReaderOptions): MirrorReader {
  const { folder, mainDatabase, now, later = setImmediate } = options;
  const main = new MainDatabase(mainDatabase);
  /** The one that was asked about last is the last. */
  const lists = new Map<string, ListReader>();

  function listOf(connectionId: string): ListReader {
    const file = mirrorFile(folder, connectionId);
    const list = lists.get(connectionId) ?? new ListReader({ file, connectionId, main, now, later });
    lists.delete(connectionId);
    lists.set(connectionId, list);
    let beside = 0;
    for (const other of [...lists.values()].slice(0, -1).toReversed()) {
      beside += other.size;
      if (beside > MOST_BESIDE) other.rest();
    }
    return list;
  }

  return {
    window: (request) => listOf(request.connectionId).window(request),
    rank: (connectionId, query, idPrefix, after) => listOf(connectionId).rank(query, idPrefix, after),
    fields: (connectionId) => listOf(connectionId).fields(),
    overview: (connectionId, query) => listOf(connectionId).overview(query),
    createdBetween: (connectionId, from, to) => listOf(connectionId).createdBetween(from, to),
    ids: (connectionId, selection, from, count) => listOf(connectionId).ids(selection, from, count),
    rows: (connectionId, selection, from, count, fields) =>
      listOf(connectionId).rows(selection, from, count, fields),
    load: (connectionId) => listOf(connectionId).load(),
    notesChanged: (connectionId) => lists.get(connectionId)?.notesChanged(),
    release: (connectionId) => {
      lists.get(connectionId)?.close();
      lists.delete(connectionId);
    },
    close: () => {
      for (const list of lists.values()) list.close();
      lists.clear();
      main.close();
    },
  };
}
