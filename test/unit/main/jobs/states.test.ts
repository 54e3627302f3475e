import { expect, test } from 'vitest';
import * as states from '../../../../main/jobs/states.ts';
import type { JobRecord } from '../../../../main/store/tables/jobs.ts';
import { JOB_STATES, type JobState } from '../../../../preload/contract/jobs.ts';
import type { Result } from '../../../../preload/contract/failure.ts';
import { HELD } from './job-record.ts';

const inState = (state: JobState): JobRecord => ({
  ...HELD,
  state,
  holdUntil: state === 'held' ? 300_000 : null,
});
const FAILED = states.countsOf({ done: 1, failed: 2 });

const ACTIONS: Readonly<Record<string, (record: JobRecord) => Result<JobRecord>>> = {
  begun: (record) => states.started(record, 7),
  cancelled: (record) => states.cancelled(record, FAILED, 7),
  paused: states.pausedByPerson,
  resumed: states.resumed,
  stopped: (record) => states.stopped(record, 7),
  again: (record) => states.retried(record, FAILED),
};
const TABLE: Readonly<Record<string, Partial<Record<JobState, JobState>>>> = {
  begun: { held: 'running' },
  cancelled: { held: 'cancelled' },
  paused: { running: 'paused' },
  resumed: { paused: 'running' },
  stopped: { running: 'stopped', paused: 'stopped' },
  again: { stopped: 'running', cancelled: 'running', done: 'running' },
};

test.each(Object.entries(ACTIONS))('a job allows the action “%s” only in the listed states', (name, act) => {
  for (const state of JOB_STATES) {
    const next = act(inState(state));
    const to = TABLE[name]?.[state];
    const refused = { code: 'refused', message: expect.stringMatching(/^This job/u) as unknown };
    expect(next, state).toMatchObject(
      to === undefined ? { error: refused } : { ok: true, value: { state: to, holdUntil: null } },
    );
  }
});

test('a job without failed items can’t be retried', () => {
  expect(states.retried(inState('stopped'), states.countsOf({ failed: 1, sending: 1 })).ok).toBe(false);
  expect(states.retried(inState('done'), states.countsOf({ done: 3 })).ok).toBe(false);
});

test('a job that was on hold when Easel quit waits for the user after the restart', () => {
  const waits = { state: 'held', holdUntil: null, pause: 'restart' };
  expect(states.recovered(HELD, states.countsOf({ waiting: 2 }), 7)).toMatchObject(waits);
  expect(states.recovered(inState('running'), states.countsOf({ done: 2 }), 7).state).toBe('done');
});
