/** Entry of the practice service's thread. */
import { workerData } from 'node:worker_threads';
import { serve } from '../lib/threads/rpc.ts';
import { runPractice, type PracticeThread } from './run.ts';
import type { RoomFiles } from './server.ts';

const { about } = await runPractice({ files: workerData as RoomFiles, boardPreviews: true });
serve({ practice: { about: () => about } } satisfies PracticeThread);
