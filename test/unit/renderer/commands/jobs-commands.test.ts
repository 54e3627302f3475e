import { expect, test } from 'vitest';
import type { Job } from '../../../../preload/contract/jobs.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { startNext } from '../../../../renderer/commands/jobs-commands.ts';
import { disabledReason, runCommand } from '../../../../renderer/commands/run.ts';
import { singleOf } from '../job-of.ts';
import { startedStore } from '../scripted-bridge.ts';

const pageWith = (job: Job) =>
  startedStore({
    'jobs.list': () => ok([job]),
    'jobs.startNow': () => ok({ ...job, state: 'running', holdUntil: null }),
    'jobs.items': () => ok({ from: 0, items: [], matching: 0 }),
  });

const HOUR = 3_600_000;

test('a delete held by policy can’t be started, and the command says until when', async () => {
  const holdUntil = Date.now() + HOUR;
  const { store, asked } = await pageWith(singleOf('j', 'b-7', { holdUntil, startsEarliest: holdUntil }));
  expect(disabledReason(startNext, store.getState())).toMatch(
    /^Your organisation holds it until .*\d\d:\d\d$/u,
  );
  await runCommand(startNext, store);
  expect(asked('jobs.startNow')).toHaveLength(0);
});

test('it can be started once that time is over, or when no policy holds it', async () => {
  for (const startsEarliest of [null, Date.now() - 1]) {
    const { store, asked } = await pageWith(
      singleOf('j', 'b-7', { holdUntil: Date.now() + HOUR, startsEarliest }),
    );
    expect(disabledReason(startNext, store.getState())).toBeNull();
    await runCommand(startNext, store);
    expect(asked('jobs.startNow')).toHaveLength(1);
  }
});
