import { workerData } from 'node:worker_threads';
import { serve } from '../lib/threads/rpc.ts';
import { refusal } from './endpoints.ts';
import { newKey, runPractice, type PracticeThread } from './run.ts';
import { send, type RoomFiles } from './server.ts';

let isOut = false;
const { about, keys } = await runPractice({
  files: workerData as RoomFiles,
  boardPreviews: true,
  respond: async ({ endpoint, receive, response, work }) => {
    if (!(await receive())) return;
    const isDown = isOut && endpoint.includes('Board');
    send(response, isDown ? refusal(503, 'Down for maintenance') : work());
  },
});
serve({
  practice: {
    about: () => about,
    setOutage: (isOn) => {
      isOut = isOn;
    },
    issueKey: () => {
      const key = newKey();
      keys.add(key);
      return key;
    },
    keepOnly: (key) => {
      keys.clear();
      keys.add(key);
    },
  },
} satisfies PracticeThread);
