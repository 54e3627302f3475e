/** Entry of the worker thread in which the practice service runs. */
import { randomBytes } from 'node:crypto';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { CommandName, Commands, Reply, Request, WorkerOptions } from './control.ts';
import type { Service } from './endpoints.ts';
import { FaultPlan } from './fault-plan.ts';
import { HitRecorder } from './hits.ts';
import { Rooms } from './rooms.ts';
import { createSampleData } from './sample-data.ts';
import { startServer } from './server.ts';
import { State } from './state.ts';
import { Tokens } from './tokens.ts';

type Handlers = {
  readonly [K in CommandName]: (argument: Commands[K]['argument']) => Commands[K]['result'];
};

async function run(port: MessagePort, options: WorkerOptions): Promise<void> {
  const sample = createSampleData(options);
  const clockStart = performance.now();
  let skipped = 0;
  const state = new State(sample);
  const rooms = new Rooms();
  const plan = new FaultPlan();
  const hits = new HitRecorder();
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
  const handlers: Handlers = {
    setFaults: ({ endpoint, faults }) => plan.set(endpoint, faults),
    clearFaults: (endpoint) => plan.clear(endpoint),
    hits: () => hits.snapshot(),
    clearHits: () => hits.clear(),
    reset: () => {
      rooms.disconnect();
      state.reset(sample);
      plan.clear();
      hits.clear();
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
  const post = (reply: Reply): void => port.postMessage(reply);
  port.on('message', (request: Request) => {
    post({ type: 'result', id: request.id, result: handle(handlers, request) });
  });
  const apiKey = issueKey();
  const origin = await startServer({ service, plan, hits, keys, files: options.files });
  post({ type: 'ready', ready: { origin, apiKey, samplePapers: sample.papers } });
}

/** Generic in the command, so that the compiler sees each argument meet its own handler. */
function handle<K extends CommandName>(
  handlers: Handlers,
  request: { readonly command: K; readonly argument: Commands[K]['argument'] },
): Commands[K]['result'] {
  return handlers[request.command](request.argument);
}

if (!parentPort) throw new Error('The practice service runs in a worker thread.');
await run(parentPort, workerData as WorkerOptions);
