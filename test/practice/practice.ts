/** The practice service as tests start it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readRoomFiles } from '../../main/practice/practice.ts';
import type { About } from '../../main/practice/run.ts';
import type { Endpoint } from '../../main/practice/endpoints.ts';
import { openThread, type Remote } from '../../main/lib/threads/rpc.ts';
import { runControlled, type Control, type ControlOptions } from './control.ts';
import type { Fault } from './faults.ts';

export interface StartOptions extends Omit<ControlOptions, 'files'> {
  /** Folder of a built renderer, of which the room's page is served; without it rooms answer 503. */
  readonly roomFiles?: string;
}

/** A running practice service. Everything in it ends with it. */
export interface PracticeService extends About, Omit<Remote<Control>, 'about' | 'setFaults' | 'clearFaults'> {
  readonly faults: {
    /** Replaces the faults of an endpoint; `*` stands for all endpoints and is kept apart. */
    set(endpoint: Endpoint | '*', faults: Fault | readonly Fault[]): Promise<void>;
    /** Removes the faults of an endpoint, or all faults. */
    clear(endpoint?: Endpoint | '*'): Promise<void>;
  };
  /** Ends the service, its port and its memory. May be called again. */
  stop(): Promise<void>;
}

/** Starts it in this thread: a test that starts it anew has no use for another, which takes ten times as long. */
export async function startPractice(options: StartOptions = {}): Promise<PracticeService> {
  const { control, stop } = await runControlled(await readOptions(options));
  const calls = Object.entries(control).map(([name, call]) => [
    name,
    // What it gives is another's from then on, as from a thread.
    (...args: never[]) =>
      Promise.resolve(args).then((given) =>
        structuredClone((call as (...given: never[]) => unknown)(...given)),
      ),
  ]);
  return serviceBehind(Object.fromEntries(calls) as Remote<Control>, () => Promise.resolve(stop()));
}

/** Starts it in a thread of its own, where it is as quick however busy the test is, and time is the real one. */
export async function startPracticeThread(options: StartOptions = {}): Promise<PracticeService> {
  const url = new URL('worker.ts', import.meta.url);
  const data = await readOptions(options);
  const thread = openThread<{ readonly control: Control }>({ url, name: 'The practice service', data });
  return serviceBehind(thread.of('control'), () => thread.end());
}

interface Answer {
  readonly id: number;
  readonly value: unknown;
}

/** Starts it in a process of its own, where what it holds is not counted as the test's. `entry` is that process's program. */
export async function startPracticeProcess(entry: URL): Promise<PracticeService> {
  const child = fork(entry, { serialization: 'advanced', execArgv: [] });
  const waiting = new Map<number, (value: unknown) => void>();
  let last = 0;
  await once(child, 'message');
  child.on('message', ({ id, value }: Answer) => {
    waiting.get(id)?.(value);
    waiting.delete(id);
  });
  const control = new Proxy({} as Remote<Control>, {
    get:
      (_, name) =>
      (...args: readonly unknown[]) =>
        new Promise((resolve) => {
          last += 1;
          waiting.set(last, resolve);
          child.send({ id: last, name, args });
        }),
  });
  return serviceBehind(control, async () => {
    child.disconnect();
    await once(child, 'exit');
  });
}

async function readOptions({ roomFiles, ...options }: StartOptions): Promise<ControlOptions> {
  return roomFiles === undefined ? options : { ...options, files: await readRoomFiles(roomFiles) };
}

async function serviceBehind(control: Remote<Control>, stop: () => Promise<void>): Promise<PracticeService> {
  const { requests, clearRequests, contents, reset, advance, issueKey, retireKey, disconnectRooms } = control;
  return {
    ...(await control.about()),
    faults: {
      set: (endpoint, faults) => control.setFaults(endpoint, [faults].flat()),
      clear: (endpoint) => control.clearFaults(endpoint),
    },
    requests,
    clearRequests,
    contents,
    reset,
    advance,
    issueKey,
    retireKey,
    disconnectRooms,
    stop,
  };
}
