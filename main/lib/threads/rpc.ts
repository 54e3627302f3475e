/** Typed calls to worker threads. The caller's types derive from the objects that the worker serves. */
import { setImmediate } from 'node:timers/promises';
import { parentPort, Worker, type MessagePort, type ResourceLimits } from 'node:worker_threads';
import { redact } from '../log/redact.ts';
import { kindOf as ownKindOf } from '../wording/start-failures.ts';

/** A long call that runs in steps. Between two steps the worker thread can answer other calls. */
export type Steps<R> = Generator<undefined, R, undefined>;

/** Type through which the calling thread uses a worker's object. Whole buffers are transferred instead of copied. */
export type Remote<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<R extends Steps<infer V> ? V : R>
    : never;
};

/** Failed call to a worker thread. `kind` names an expected failure, such as `not-started`, and is otherwise empty. */
export class ThreadError extends Error {
  readonly kind: string;
  constructor(message: string, kind = '') {
    // Redacts the message, because errors of libraries may quote their input.
    super(redact(message.slice(0, LONGEST_MESSAGE)));
    this.kind = kind;
  }
}

export interface ThreadOptions {
  readonly url: URL;
  readonly name: string;
  readonly data?: unknown;
  readonly resourceLimits?: ResourceLimits;
  /** If true, the next call after an unexpected exit restarts the worker. If false, the next call fails. */
  readonly restarts?: boolean;
}

export type Thread<Served> = ReturnType<typeof openThread<Served>>;

type ToThread =
  | { readonly id: number; readonly object: string; readonly name: string; readonly args: readonly unknown[] }
  | 'close';

type FromThread =
  | 'started'
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string; readonly kind: string };

interface Running {
  readonly worker: Worker;
  readonly exit: Promise<void>;
  readonly waiting: Map<number, PromiseWithResolvers<unknown>>;
}

const LONGEST_MESSAGE = 2000;
const LONGEST_CLOSE_MS = 20_000;

export function openThread<Served>(options: ThreadOptions) {
  const { url, name, data, resourceLimits = {}, restarts = false } = options;
  let lastId = 0;
  const threads = new Set<Running>();
  let current: Running | null = null;
  let over: string | null = null;

  function start(): Running {
    const worker = new Worker(url, { workerData: data, name, resourceLimits });
    const { promise: exit, resolve } = Promise.withResolvers<void>();
    const started: Running = { worker, exit, waiting: new Map() };
    const { waiting } = started;
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
      threads.delete(started);
      if (current === started) current = null;
      const error = new ThreadError(reason, hasStarted || over !== null ? '' : 'not-started');
      for (const { reject } of waiting.values()) reject(error);
      if (!restarts) over ??= `${name} has ended`;
      resolve();
    });
    threads.add(started);
    current = started;
    return started;
  }

  async function call(object: string, method: string, args: readonly unknown[]): Promise<unknown> {
    if (over !== null) throw new ThreadError(over);
    const { worker, waiting } = current ?? start();
    lastId += 1;
    post(worker, { id: lastId, object, name: method, args } satisfies ToThread, args);
    const answer = Promise.withResolvers<unknown>();
    waiting.set(lastId, answer);
    return answer.promise;
  }

  /** Stops the worker after its pending calls, or by force after 20 s. The next call restarts the worker. */
  async function rest(): Promise<void> {
    current?.worker.postMessage('close' satisfies ToThread);
    current = null;
    const ending = [...threads];
    const late = setTimeout(() => {
      for (const { worker } of ending) void worker.terminate();
    }, LONGEST_CLOSE_MS);
    await Promise.all(ending.map(({ exit }) => exit));
    clearTimeout(late);
  }

  return {
    /** Returns an object served by the worker. Its calls reject with a `ThreadError`, for example if the worker exits. */
    of: <K extends keyof Served & string>(object: K) =>
      new Proxy({} as Remote<Served[K]>, {
        get: (own, method): unknown =>
          Reflect.get(own, method) ?? ((...args: readonly unknown[]) => call(object, String(method), args)),
      }),
    start: (): void => {
      if (current === null && over === null) start();
    },
    rest,
    close: (): Promise<void> => {
      over ??= `${name} is closed`;
      return rest();
    },
    end: async (): Promise<void> => {
      over ??= `${name} has ended`;
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

export interface ServeOptions {
  readonly close?: () => void;
  /** Tries to repair the cause of a failed call. Returns true if the call should run a second time. */
  readonly recover?: (error: unknown) => boolean;
  readonly kindOf?: (error: unknown) => string;
}

/** Serves objects from this worker thread. Calls run one after another, except calls that return `Steps`. */
export function serve(
  objects: Readonly<Record<string, object>>,
  { close, recover = () => false, kindOf = ownKindOf }: ServeOptions = {},
): void {
  if (parentPort === null) throw new Error('this runs as a worker thread only');
  const port = parentPort;
  let unanswered = 0;
  let isClosing = false;

  async function answer(call: Exclude<ToThread, 'close'>, isFirst = true): Promise<void> {
    const { id, object, name, args } = call;
    try {
      const method: unknown = Reflect.get(objects[object] ?? {}, name);
      if (typeof method !== 'function') throw new Error(`no call ${object}.${name}`);
      let value: unknown = Reflect.apply(method, objects[object], args);
      if (isSteps(value)) {
        let step = value.next();
        while (step.done !== true) {
          await setImmediate();
          step = value.next();
        }
        value = step.value;
      }
      post(port, { id, value } satisfies FromThread, [value]);
    } catch (error) {
      if (isFirst && recover(error)) return answer(call, false);
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
    unanswered += 1;
    void answer(message);
  });
  port.postMessage('started' satisfies FromThread);
}

function isSteps(value: unknown): value is Steps<unknown> {
  return Object.prototype.toString.call(value) === '[object Generator]';
}

/** Posts a message. Transfers whole buffers, but copies views, because other code may use the rest of their buffer. */
function post(port: Worker | MessagePort, message: unknown, values: readonly unknown[]): void {
  const buffers = values
    .filter((value) => value instanceof Uint8Array)
    .filter(({ buffer, byteLength }) => buffer.byteLength === byteLength)
    .map(({ buffer }) => buffer as ArrayBuffer);
  // Omits an empty list of buffers, which would make `postMessage` a quarter slower.
  if (buffers.length === 0) port.postMessage(message);
  else port.postMessage(message, buffers);
}
