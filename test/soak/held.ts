/** Counts a process's timers, sockets, handles, listeners, files and memory. Import this before the tested code. */
import type { EventEmitter } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

export interface Held {
  readonly timers: number;
  readonly sockets: number;
  /** Handles other than timers and sockets that keep a process alive: servers, pipes, threads. */
  readonly handles: number;
  readonly listeners: number;
  /** Number of open file descriptors on Linux; 0 on other systems. */
  readonly files: number;
  readonly heapMb: number;
  /** Heap size of the worker threads in MB. It includes garbage, which this thread can't collect. */
  readonly threadsMb: number;
  readonly residentMb: number;
}

/** Pending timers. The timer functions are replaced to count them, because Node does not report unreferenced timers. */
const timers = new Set<unknown>();

const { setTimeout: plainTimeout, clearTimeout: plainClear } = globalThis;

function countedTimeout(run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]): NodeJS.Timeout {
  const timer = plainTimeout(() => {
    timers.delete(timer);
    run(...args);
  }, ms);
  timers.add(timer);
  return timer;
}

Object.assign(globalThis, {
  setTimeout: countedTimeout,
  clearTimeout: (timer?: NodeJS.Timeout): void => {
    timers.delete(timer);
    plainClear(timer);
  },
});

const threads = new Set<Worker>();
process.on('worker', (thread) => {
  threads.add(thread);
  thread.once('exit', () => threads.delete(thread));
});

async function threadsMb(): Promise<number> {
  const heaps = await Promise.all([...threads].map((thread) => thread.getHeapStatistics()));
  return (
    heaps.reduce((sum, { used_heap_size: used, external_memory: external }) => sum + used + external, 0) / 1e6
  );
}

/** Counts resources after a garbage collection, for which the process needs `--expose-gc`. */
export async function held(): Promise<Held> {
  for (let round = 0; round < 3; round += 1) {
    // Collects garbage as if memory were short. Otherwise V8 keeps 100 MB of its young generation.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    await pause(100);
  }
  const handles = Reflect.get(process, '_getActiveHandles') as () => readonly EventEmitter[];
  const active = process.getActiveResourcesInfo();
  const isSocket = (kind: string): boolean => kind === 'TCPSocketWrap';
  const { heapUsed, rss } = process.memoryUsage();
  return {
    timers: timers.size,
    sockets: active.filter(isSocket).length,
    handles: active.filter((kind) => !isSocket(kind) && kind !== 'Timeout').length,
    listeners: [process, ...handles.call(process)].reduce((sum, each) => sum + listenersOf(each), 0),
    files: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
    heapMb: heapUsed / 1e6,
    threadsMb: await threadsMb(),
    residentMb: rss / 1e6,
  };
}

function listenersOf(emitter: Partial<EventEmitter>): number {
  if (emitter.eventNames === undefined) return 0;
  return emitter.eventNames().reduce((sum, name) => sum + (emitter.listenerCount?.(name) ?? 0), 0);
}
