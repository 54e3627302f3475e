/**
 * Typed RPC for worker threads: `openThread` in main, `serve` in the thread. Main's types derive from the served
 * objects.
 */
import { parentPort, Worker, type MessagePort, type ResourceLimits } from 'node:worker_threads';
import { redact } from '../log/redact.ts';

/** A long served call. Other calls are answered between its steps. */
export type Steps<R> = Generator<undefined, R, undefined>;

/** A served object as seen from main. Whole buffers are transferred, not copied. */
export type Remote<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<R extends Steps<infer V> ? V : R>
    : never;
};

/**
 * A failed call. `kind` names an expected failure, `not-started` a thread whose code could not be loaded, or is empty.
 */
export class ThreadError extends Error {
  readonly kind: string;
  constructor(message: string, kind = '') {
    // Library errors may quote their input.
    super(redact(message.slice(0, LONGEST_MESSAGE)));
    this.kind = kind;
  }
}

export interface ThreadOptions {
  readonly url: URL;
  /** For errors: "the mirror’s thread". */
  readonly name: string;
  readonly data?: unknown;
  readonly resourceLimits?: ResourceLimits;
  /** After an unexpected end, the next call starts the thread again instead of failing. */
  readonly restarts?: boolean;
}

export interface Thread<Served> {
  /** Its calls reject with a `ThreadError`, also if the thread ends. */
  of<K extends keyof Served & string>(object: K): Remote<Served[K]>;
  /** Starts the thread before its first call. */
  start(): void;
  /** Ends it after pending calls, or by force after 20 s. Later calls fail. */
  close(): Promise<void>;
  /** Ends it now. Pending and later calls fail. */
  end(): Promise<void>;
}

type ToThread =
  | { readonly id: number; readonly object: string; readonly name: string; readonly args: readonly unknown[] }
  | 'close';

type FromThread =
  | 'started'
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string; readonly kind: string };

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

const LONGEST_MESSAGE = 2000;
const LONGEST_CLOSE_MS = 20_000;

/** Creates a thread that starts with its first call. */
export function openThread<Served>(options: ThreadOptions): Thread<Served> {
  const { url, name, data, resourceLimits = {}, restarts = false } = options;
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let running: { readonly worker: Worker; readonly exit: Promise<void> } | null = null;
  /** Reason why calls fail, or null. */
  let over: string | null = null;

  function start(): Worker {
    const worker = new Worker(url, { workerData: data, name, resourceLimits });
    const { promise: exit, resolve } = Promise.withResolvers<void>();
    let reason = `${name} has ended`;
    let hasStarted = false;
    worker.on('message', (message: FromThread) => {
      if (message === 'started') return void (hasStarted = true);
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if ('value' in message) call?.resolve(message.value);
      else call?.reject(new ThreadError(message.error, message.kind));
    });
    worker.on('error', (error) => {
      if (error instanceof Error) reason = error.message;
    });
    worker.on('exit', () => {
      running = null;
      const error = new ThreadError(reason, hasStarted || over !== null ? '' : 'not-started');
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
      if (!restarts) over ??= `${name} has ended`;
      resolve();
    });
    running = { worker, exit };
    return worker;
  }

  function call(object: string, method: string, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (over !== null) throw new ThreadError(over);
      const worker = running?.worker ?? start();
      lastId += 1;
      post(worker, { id: lastId, object, name: method, args } satisfies ToThread, args);
      waiting.set(lastId, { resolve, reject });
    });
  }

  async function close(): Promise<void> {
    over ??= `${name} is closed`;
    if (running === null) return;
    const { worker, exit } = running;
    worker.postMessage('close' satisfies ToThread);
    const late = setTimeout(() => void worker.terminate(), LONGEST_CLOSE_MS);
    await exit;
    clearTimeout(late);
  }

  return {
    of: <K extends keyof Served & string>(object: K) =>
      new Proxy({} as Remote<Served[K]>, {
        get:
          (_, method) =>
          (...args: readonly unknown[]) =>
            call(object, String(method), args),
      }),
    start: () => {
      if (running === null && over === null) start();
    },
    close,
    end: async () => {
      over ??= `${name} has ended`;
      await running?.worker.terminate();
    },
  };
}

export interface ServeOptions {
  /** Runs after all calls, before the thread ends. */
  readonly close?: () => void;
  readonly kindOf?: (error: unknown) => string;
}

/** Serves objects from the current thread. Calls run one after another, except those that return `Steps`. */
export function serve(
  objects: Readonly<Record<string, object>>,
  { close, kindOf = () => '' }: ServeOptions = {},
): void {
  if (parentPort === null) throw new Error('this runs as a worker thread only');
  const port = parentPort;
  let unanswered = 0;
  let isClosing = false;

  function answer(id: number, work: () => unknown): void {
    try {
      let value = work();
      if (isSteps(value)) {
        const steps = value;
        const { done, value: result } = steps.next();
        if (done !== true) return void setImmediate(answer, id, () => steps);
        value = result;
      }
      post(port, { id, value } satisfies FromThread, [value]);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      port.postMessage({ id, error: reason, kind: kindOf(error) } satisfies FromThread);
    }
    unanswered -= 1;
    endIfDone();
  }

  function endIfDone(): void {
    if (!isClosing || unanswered > 0) return;
    close?.();
    port.close();
  }

  port.on('message', (message: ToThread) => {
    if (message === 'close') {
      isClosing = true;
      return endIfDone();
    }
    const { id, object, name, args } = message;
    unanswered += 1;
    answer(id, () => {
      const call: unknown = Reflect.get(objects[object] ?? {}, name);
      if (typeof call !== 'function') throw new Error(`no call ${object}.${name}`);
      return Reflect.apply(call, objects[object], args) as unknown;
    });
  });
  port.postMessage('started' satisfies FromThread);
}

function isSteps(value: unknown): value is Steps<unknown> {
  return Object.prototype.toString.call(value) === '[object Generator]';
}

function post(port: Worker | MessagePort, message: unknown, values: readonly unknown[]): void {
  const buffers: ArrayBuffer[] = [];
  for (const value of values) findBuffers(value, buffers);
  // Even an empty list costs a quarter of the speed.
  if (buffers.length === 0) port.postMessage(message);
  else port.postMessage(message, buffers);
}

/** Depth of bytes in responses and results. */
const DEEPEST_BUFFER = 3;

/** Collects buffers to transfer. Skips a view of part of a buffer, whose rest may be in use. */
function findBuffers(value: unknown, found: ArrayBuffer[], depth = 0): void {
  if (value instanceof Uint8Array) {
    const { buffer, byteLength } = value;
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) found.push(buffer);
  } else if (depth < DEEPEST_BUFFER && typeof value === 'object' && value?.constructor === Object) {
    for (const inner of Object.values(value)) findBuffers(inner, found, depth + 1);
  }
}
