import { workerData } from 'node:worker_threads';
import { serve } from '../../main/lib/threads/rpc.ts';
import { runControlled, type ControlOptions } from './control.ts';

const { control } = await runControlled(workerData as ControlOptions);
serve({ control });
