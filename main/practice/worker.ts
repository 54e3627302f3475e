import type { ServerResponse } from 'node:http';
import { workerData } from 'node:worker_threads';
import { serve } from '../lib/threads/rpc.ts';
import { refusal } from './endpoints.ts';
import { newKey, runPractice } from './run.ts';
import { send, type RoomFiles } from './server.ts';

/** In a simulated outage, every eighth request hangs. Above 6, because a list's first six requests must not hang. */
const HANGS_EVERY = 8;
let isOut = false;
let failed = 0;
const hanging = new Set<ServerResponse>();
const { about, keys } = await runPractice({
  files: workerData as RoomFiles,
  boardPreviews: true,
  respond: async ({ endpoint, receive, response, work }) => {
    if (!(await receive())) return;
    if (!isOut || !endpoint.includes('Board')) return send(response, work());
    failed += 1;
    if (failed % HANGS_EVERY === 0) hanging.add(response);
    else send(response, refusal(503, 'Down for maintenance'));
  },
});

/** Controls of the practice service. The main thread calls them; HTTP clients can't. */
const thread = {
  practice: {
    about: () => about,
    /** Starts or ends a simulated outage: every eighth request to the board API hangs, and the others receive a 503. */
    setOutage: (isOn: boolean): void => {
      isOut = isOn;
      failed = 0;
      for (const response of hanging) response.destroy();
      hanging.clear();
    },
    issueKey: (): string => {
      const key = newKey();
      keys.add(key);
      return key;
    },
    keepOnly: (key: string): void => {
      keys.clear();
      keys.add(key);
    },
  },
};
export type PracticeThread = typeof thread;
serve(thread);
