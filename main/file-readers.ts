/** Parses files that the user chose, and the delete plans that colleagues saved. A worker thread parses long texts. */
import { readExport } from './connections/transfer/format.ts';
import { readNameRows } from './jobs/names.ts';
import { readPlan } from './jobs/plan-file.ts';
import { fail } from '../preload/contract/failure.ts';
import type { WorkbookWriter } from './lib/files/workbook.ts';
import { openThread, type Remote } from './lib/threads/rpc.ts';
import { unreadFile } from './lib/wording/failure.ts';
import { readNotes } from './notes/notes-file.ts';
import { readPlanBoards } from './jobs/plan-boards.ts';

export const READERS = { readExport, readNameRows, readNotes, readPlan, readPlanBoards };

export interface FileThread {
  readonly files: typeof READERS;
  readonly workbook: WorkbookWriter;
}

export type FileReaders = Remote<typeof READERS>;

/** Maximum length of a text that is parsed in the main thread, in UTF-16 units. */
const LONGEST_READ_HERE = 64 * 1024;

/** `worker`: entry file of the worker thread. If the thread fails, the parser reports that the file can't be read. */
export function createFileReaders(worker: URL): FileReaders {
  function reader<A extends readonly unknown[], R>(
    name: keyof FileReaders,
    read: (text: string, ...args: A) => R,
  ): (text: string, ...args: A) => Promise<R> {
    return async (text, ...args) => {
      if (text.length <= LONGEST_READ_HERE) return read(text, ...args);
      const thread = openThread<FileThread>({ url: worker, name: 'the thread of a file' });
      try {
        return (await Reflect.apply(thread.of('files')[name], null, [text, ...args])) as R;
      } catch {
        return fail(unreadFile('This file can’t be read.')) as R;
      } finally {
        void thread.close();
      }
    };
  }
  return {
    readExport: reader('readExport', readExport),
    readNameRows: reader('readNameRows', readNameRows),
    readNotes: reader('readNotes', readNotes),
    readPlan: reader('readPlan', readPlan),
    readPlanBoards: reader('readPlanBoards', readPlanBoards),
  };
}
