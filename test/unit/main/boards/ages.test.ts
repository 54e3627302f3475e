import { expect, test } from 'vitest';
import { Ages } from '../../../../main/boards/boards.ts';
import type { BoardFilter, BoardQuery } from '../../../../preload/contract/boards.ts';

const MINUTE = 60_000;

function ages() {
  let time = 1000;
  const due = new Map<() => void, number>();
  const told: string[] = [];
  const under = new Ages({
    now: () => time,
    after: (ms, run) => {
      due.set(run, time + ms);
      return () => due.delete(run);
    },
    onHour: (connectionId) => told.push(connectionId),
  });
  /** Time goes by, in steps as timers run; `slept`: at once, as for a computer that was shut. */
  const pass = (ms: number, slept = false): void => {
    const end = time + ms;
    while (time < end) {
      time = slept ? end : Math.min(end, time + MINUTE);
      for (const [run, at] of due) {
        if (at > time) continue;
        due.delete(run);
        run();
      }
    }
  };
  return { under, pass, told, due };
}

function asking(...filters: readonly BoardFilter[]): BoardQuery {
  return { find: '', filters, order: { by: 'created', descending: true } };
}

const OLD = asking({ kind: 'older-than', days: 90 });

test('a query by age runs again each hour, as long as somebody watches it', () => {
  const { under, pass, told, due } = ages();
  under.asked('c', OLD);
  under.asked('c', OLD);
  pass(59 * MINUTE);
  expect(told).toEqual([]);
  pass(MINUTE);
  expect(told).toEqual(['c']);
  under.asked('c', asking({ kind: 'newer-than', days: 7 }));
  pass(60 * MINUTE);
  expect(told).toEqual(['c', 'c']);
  pass(240 * MINUTE);
  expect(told).toEqual(['c', 'c']);
  expect(due.size).toBe(0);
});
