/** Entry of the thread that parses a long file. */
import { READERS, type FileThread } from './file-readers.ts';
import { serve } from './lib/threads/rpc.ts';

serve({ files: READERS } satisfies FileThread);
