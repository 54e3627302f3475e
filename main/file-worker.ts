import { READERS, type FileThread } from './file-readers.ts';
import { WorkbookWriter } from './lib/files/workbook.ts';
import { serve } from './lib/threads/rpc.ts';

serve({ files: READERS, workbook: new WorkbookWriter() } satisfies FileThread);
