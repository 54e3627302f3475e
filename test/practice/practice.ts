import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readRoomFiles } from '../../main/practice/practice.ts';
import type { About } from '../../main/practice/run.ts';
import type { Endpoint } from '../../main/practice/endpoints.ts';
import { openThread, type Remote } from '../../main/lib/threads/rpc.ts';
import { runControlled, type Control, type ControlOptions } from './control.ts';
import type { Fault } from './faults.ts';

export interface StartOptions extends Omit<ControlOptions, 'files'> {
  /** Folder of the built renderer, which contains the page of live rooms. Without it, this page is empty. */
  readonly roomFiles?: string;
}

export interface PracticeService extends About, Omit<Remote<Control>, 'about' | 'setFaults' | 'clearFaults'> {
  readonly faults: {
    /** Replaces all faults of an endpoint. Faults of `*` apply to all endpoints. */
    set(endpoint: Endpoint | '*', faults: Fault | readonly Fault[]): Promise<void>;
    clear(endpoint?: Endpoint | '*'): Promise<void>;
  };
  stop(): Promise<void>;
}

/** Starts the practice service in the current thread, which is ten times faster than in a worker thread. */
export async function startPractice(options: StartOptions = {}): Promise<PracticeService> {
  const { control, stop } = await runControlled(await readOptions(options));
  const calls = Object.entries(control).map(([name, call]) => [
    name,
    // Copies each result, as messages between threads are copied, so that tests can't change the service's data.
    (...args: never[]) =>
      Promise.resolve().then(() => structuredClone((call as (...args: never[]) => unknown)(...args))),
  ]);
  return serviceBehind(Object.fromEntries(calls) as Remote<Control>, () => Promise.resolve(stop()));
}

/** Starts the practice service in a worker thread, so that a busy test does not delay responses. */
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

/** Starts the program `entry` in a separate process, so that its memory is not measured with the test's. */
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
  const { requests, clearRequests, contents, reset, advance, issueKey, retireKey } = control;
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
    stop,
  };
}
