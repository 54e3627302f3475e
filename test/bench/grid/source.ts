/** Generates rows in a web worker. Each page of 100 rows takes 0.2 ms, the latency of Easel's main process. */
import type { BoardRow } from '../../../preload/contract/boards.ts';

/** Number of rows, from the page's URL. It is 0 in Node, where only types and constants of this file are used. */
export const TOTAL = 'location' in globalThis ? Number(new URLSearchParams(location.search).get('rows')) : 0;

export type FetchRows = (from: number, count: number) => Promise<readonly BoardRow[]>;

export interface RowsAsked {
  readonly call: number;
  readonly from: number;
  readonly count: number;
}
export interface RowsGiven {
  readonly call: number;
  readonly rows: readonly BoardRow[];
}

export function startSource(): FetchRows {
  const worker = new Worker(new URL('./source-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (rows: readonly BoardRow[]) => void>();
  let calls = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<RowsGiven>) => {
    waiting.get(data.call)?.(data.rows);
    waiting.delete(data.call);
  });
  return (from, count) => {
    calls += 1;
    const call = calls;
    return new Promise((resolve) => {
      waiting.set(call, resolve);
      const asked: RowsAsked = { call, from, count: Math.max(0, Math.min(count, TOTAL - from)) };
      worker.postMessage(asked);
    });
  };
}
