import { workerData } from 'node:worker_threads';
import { serve, type Steps } from '../../../../../main/lib/threads/rpc.ts';

const done: string[] = [];

export const tests = {
  add: (a: number, b: number): number => a + b,
  done: (): readonly string[] => done,
  note: (word: string): void => void done.push(word),
  fail: (message: string): never => {
    throw new RangeError(message);
  },
  giveFunction: (): unknown => () => 1,
  crash: (message: string): void => queueMicrotask(() => fail(message)),
  grow: (): never => {
    for (let all: unknown[] = []; ; all = [all, ...Array<number>(1000).fill(0.5)]);
  },
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
