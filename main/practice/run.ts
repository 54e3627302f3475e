/** The practice service itself, in whatever thread it runs. */
import { randomBytes } from 'node:crypto';
import type { Control, WorkerOptions } from './control.ts';
import type { Service } from './endpoints.ts';
import { FaultPlan } from './fault-plan.ts';
import { RequestRecorder } from './requests.ts';
import { Rooms } from './rooms.ts';
import { createSampleData } from './sample-data.ts';
import { startServer } from './server.ts';
import { State } from './state.ts';
import { Tokens } from './tokens.ts';

export interface RunningService {
  readonly control: Control;
  /** Ends its port and every connection to it. */
  readonly stop: () => void;
}

/** Starts it with sample data and one API key. */
export async function runService(options: WorkerOptions): Promise<RunningService> {
  const sample = createSampleData(options);
  const clockStart = performance.now();
  let skipped = 0;
  const state = new State(sample);
  const rooms = new Rooms();
  const plan = new FaultPlan();
  const requests = new RequestRecorder();
  const keys = new Set<string>();
  const service: Service = {
    state,
    rooms,
    tokens: new Tokens(),
    boardPreviews: options.boardPreviews,
    now: () => options.now + skipped + (performance.now() - clockStart),
  };
  const issueKey = (): string => {
    const key = `practice_${randomBytes(24).toString('base64url')}`;
    keys.add(key);
    return key;
  };
  const apiKey = issueKey();
  const { origin, stop } = await startServer({ service, plan, requests, keys, files: options.files });
  const control: Control = {
    about: () => ({ origin, apiKey, samplePapers: sample.papers }),
    setFaults: (endpoint, faults) => plan.set(endpoint, faults),
    clearFaults: (endpoint) => plan.clear(endpoint),
    requests: () => requests.snapshot(),
    clearRequests: () => requests.clear(),
    reset: () => {
      rooms.disconnect();
      state.reset(sample);
      plan.clear();
      requests.clear();
      skipped = 0;
    },
    contents: () => ({
      papers: state.papers().map((paper) => {
        const strokes = [...paper.items.values()].filter((item) => item.kind === 'stroke').length;
        const { identifier, name, templateId, items } = paper;
        const people = rooms.people(identifier);
        return { identifier, name, templateId, strokes, notes: items.size - strokes, people };
      }),
      boards: state.listBoards(state.boardCount, 0).map((board) => board.roomId),
    }),
    advance: (ms) => {
      skipped += ms;
    },
    issueKey,
    retireKey: (key) => {
      keys.delete(key);
    },
    disconnectRooms: () => rooms.disconnect(),
  };
  return { control, stop };
}
