import { expect, test } from 'vitest';
import { droppedShare, workByPhase, type TraceEvent } from '../../bench/grid/trace.ts';

const page = { pid: 7, tid: 1 };
const task = (ts: number, dur: number, more: Partial<TraceEvent> = {}): TraceEvent => ({
  name: 'ThreadControllerImpl::RunTask',
  ph: 'X',
  ...page,
  ts,
  dur,
  ...more,
});
const mark = (name: string, ts: number): TraceEvent => ({ name: `bench:${name}`, ph: 'R', ...page, ts });

test('a frame’s work is the task that draws it and all up to the next frame', () => {
  const events = [
    task(0, 1000),
    mark('steady', 500),
    task(2000, 3000),
    mark('frame', 2100),
    task(6000, 500),
    task(16_000, 2000),
    mark('frame', 16_100),
    task(32_000, 1000),
    mark('frame', 32_100),
  ];
  expect([...workByPhase(events)]).toEqual([['steady', [3.5, 2]]]);
});

test('other threads are not counted, and tasks within a task only once', () => {
  const events = [
    task(0, 100),
    mark('fling', 50),
    task(1000, 4000),
    task(1500, 2000),
    mark('frame', 1600),
    task(1700, 9000, { tid: 2 }),
    task(17_000, 100),
    mark('frame', 17_050),
  ];
  expect(workByPhase(events).get('fling')).toEqual([4]);
});

test('an interrupted task counts by its own processor time', () => {
  const events = [
    task(0, 100),
    mark('thumb', 50),
    task(1000, 9000, { tdur: 2000 }),
    mark('frame', 1100),
    task(17_000, 100),
    mark('frame', 17_050),
  ];
  expect(workByPhase(events).get('thumb')).toEqual([2]);
});

test('events after the end belong to no phase', () => {
  const frames = [task(1000, 500), mark('frame', 1100), task(2000, 100), mark('end', 2050)];
  const later = [task(3000, 500), mark('frame', 3100), task(4000, 500), mark('frame', 4100)];
  const events = [task(0, 100), mark('thumb', 50), ...frames, ...later];
  expect([...workByPhase(events)]).toEqual([['thumb', [0.6]]]);
});

test('without a frame there is no work to report', () => {
  expect(workByPhase([task(0, 100)]).size).toBe(0);
});

test('a frame that took three turns dropped two of them', () => {
  expect(droppedShare([16.6, 16.8, 50, 16.6])).toBeCloseTo(2 / 6);
  expect(droppedShare([16.6, 17, 15])).toBe(0);
});
