import { expect, test } from 'vitest';
import type { Job } from '../../../../preload/contract/jobs.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { startNext } from '../../../../renderer/commands/jobs-commands.ts';
import { disabledReason, runCommand } from '../../../../renderer/commands/run.ts';
import { singleOf } from '../job-of.ts';
import { connectionOf, createAppStore, scriptedBridge } from '../scripted-bridge.ts';

async function pageWith(job: Job) {
  const { bridge, calls } = scriptedBridge({
    'connections.list': () => ok({ connections: [connectionOf('a')], currentId: 'a' }),
    'jobs.list': () => ok([job]),
    'jobs.startNow': () => ok({ ...job, state: 'running', holdUntil: null }),
    'jobs.items': () => ok({ from: 0, items: [], matching: 0 }),
  });
  const store = createAppStore(bridge);
  await store.getState().start();
  return { store, started: () => calls.filter(({ channel }) => channel === 'jobs.startNow').length };
}

const HOUR = 3_600_000;

test('a delete held by policy can’t be started, and the command says until when', async () => {
  const holdUntil = Date.now() + HOUR;
  const { store, started } = await pageWith(singleOf('j', 'b-7', { holdUntil, startsEarliest: holdUntil }));
  expect(disabledReason(startNext, store.getState())).toMatch(
    /^Your organisation holds it until .*\d\d:\d\d$/u,
  );
  await runCommand(startNext, store);
  expect(started()).toBe(0);
});

test('it can be started once that time is over, or when no policy holds it', async () => {
  for (const startsEarliest of [null, Date.now() - 1]) {
    const { store, started } = await pageWith(
      singleOf('j', 'b-7', { holdUntil: Date.now() + HOUR, startsEarliest }),
    );
    expect(disabledReason(startNext, store.getState())).toBeNull();
    await runCommand(startNext, store);
    expect(started()).toBe(1);
  }
});
