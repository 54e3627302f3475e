/** A worker thread that does whatever a test needs of one. */
import { workerData } from 'node:worker_threads';
import { serve, type Steps } from '../../../../../main/lib/threads/rpc.ts';

const done: string[] = [];

export const tests = {
  add: (a: number, b: number): number => a + b,
  /** What was done before, in order. */
  done: (): readonly string[] => done,
  note: (word: string): void => void done.push(word),
  /** Gives bytes back, changed in place. */
  mark: (bytes: Uint8Array): Uint8Array => bytes.fill(7),
  part: (bytes: Uint8Array): readonly number[] => [...bytes],
  fail: (message: string): never => {
    throw new RangeError(message);
  },
  giveFunction: (): unknown => () => 1,
  /** Fails where nobody catches it, after its answer and before the next call. */
  crash: (message: string): void => queueMicrotask(() => fail(message)),
  /** Takes all the memory that there is. */
  grow: (): never => {
    for (let all: unknown[] = []; ; all = [all, ...Array<number>(1000).fill(0.5)]);
  },
  /** Notes each of its steps. */
  *walk(steps: number): Steps<number> {
    for (let step = 1; step <= steps; step += 1) {
      done.push(`step ${step}`);
      yield;
    }
    return steps;
  },
  exit: (): never => process.exit(3),
  wait: (): never => {
    for (;;);
  },
};

function fail(message: string): never {
  throw new Error(message);
}

serve(
  { tests },
  {
    close: () => void Atomics.add(workerData as Int32Array, 0, 1),
    kindOf: (error) => (error instanceof RangeError ? 'range' : ''),
  },
);
