/** Entry point of the worker thread that stores boards. It also parses pages of boards and other long responses. */
import { workerData } from 'node:worker_threads';
import { serve } from '../../lib/threads/rpc.ts';
import { isDiskFault } from '../database-file.ts';
import { BoardStore } from './board-store.ts';
import { isDamage, removeOrphans } from './board-file.ts';
import { ListChanged, type BoardStoreOptions } from './mirror.ts';

const options = workerData as BoardStoreOptions;
const store = new BoardStore(options);
try {
  removeOrphans(options);
} catch {
  // Removes nothing if there are no files yet, or if the folder can't be read. The next start tries again.
}

serve(
  { mirror: store },
  {
    close: () => store.close(),
    recover: (error) => store.recover(error),
    kindOf: (error) => {
      if (error instanceof ListChanged) return error.kind;
      return isDamage(error) || isDiskFault(error) ? '' : 'question';
    },
  },
);
