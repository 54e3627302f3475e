/** Fields of a Chromium trace event. Times are in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** CPU time of the trace event. Unlike `dur`, it excludes waits. */
  readonly tdur?: number;
}

export const TRACE_CATEGORIES = ['toplevel', 'blink.user_timing'];

const TASK = /RunTask$/u;
const FRAME = 'bench:frame';
const PHASE = /^bench:(?<phase>steady|fling|thumb|end)$/u;

/** Returns the main thread's busy time per frame in ms, from the task that draws the frame until the next frame. */
export function workByPhase(events: readonly TraceEvent[]): ReadonlyMap<string, readonly number[]> {
  const mark = events.find(({ name }) => name === FRAME);
  const work = new Map<string, number[]>();
  if (mark === undefined) return work;
  const ofPage = events
    .filter(({ pid, tid }) => pid === mark.pid && tid === mark.tid)
    .toSorted((a, b) => a.ts - b.ts);
  const tasks = ofPage.filter(({ name, ph }) => ph === 'X' && TASK.test(name));
  const marks = ofPage.filter(({ name }) => name === FRAME || PHASE.test(name));
  let phase: string | null = null;
  let next = 0;
  let frame: { readonly phase: string | null; ms: number } | null = null;
  let endsAt = 0;
  for (const task of tasks) {
    // Skips nested trace events, because their parent's duration already includes them.
    if (task.ts < endsAt) continue;
    endsAt = task.ts + (task.dur ?? 0);
    let isFrame = false;
    for (let at = marks[next]; at !== undefined && at.ts <= endsAt; at = marks[next]) {
      if (at.name === FRAME) isFrame = true;
      else phase = PHASE.exec(at.name)?.groups?.['phase'] ?? null;
      next += 1;
    }
    if (isFrame) {
      if (frame !== null && frame.phase !== null) listIn(work, frame.phase).push(frame.ms);
      frame = { phase: phase === 'end' ? null : phase, ms: 0 };
    }
    if (frame !== null) frame.ms += (task.tdur ?? task.dur ?? 0) / 1000;
  }
  return work;
}

function listIn(work: Map<string, number[]>, phase: string): number[] {
  const known = work.get(phase);
  if (known !== undefined) return known;
  const made: number[] = [];
  work.set(phase, made);
  return made;
}

export function droppedShare(between: readonly number[]): number {
  const PERIOD_MS = 1000 / 60;
  const due = between.map((ms) => Math.max(1, Math.round(ms / PERIOD_MS)));
  const all = due.reduce((sum, frames) => sum + frames, 0);
  return all === 0 ? Number.NaN : (all - between.length) / all;
}
