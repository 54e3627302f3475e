/** Entry of the worker thread in which the practice service runs. */
import { workerData } from 'node:worker_threads';
import { serve } from '../threads/rpc.ts';
import type { PracticeThread, WorkerOptions } from './control.ts';
import { runService } from './run.ts';

const { control } = await runService(workerData as WorkerOptions);
serve({ control } satisfies PracticeThread);
