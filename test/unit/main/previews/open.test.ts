import { expect, test } from 'vitest';
import { NO_POLICY } from '../../../../main/ipc/policy/policy.ts';
import { createLog } from '../../../../main/lib/log/log.ts';
import { Signals } from '../../../../main/lib/signals.ts';
import { openPreviews } from '../../../../main/previews/open.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { fakeClock } from '../service/clock.ts';

test('a failing listener of room changes causes no unhandled rejection', async () => {
  const { now, after } = fakeClock();
  const signals = new Signals({ error: () => undefined });
  let heard = 0;
  signals.roomsChanged.on(() => {
    heard += 1;
    throw new Error('the disk is full');
  });
  const core = {
    now,
    after,
    steady: now,
    signals,
    policy: NO_POLICY,
    store: {},
    log: createLog(() => undefined),
    publish: () => undefined,
    isLocked: () => false,
    activity: { write: () => Promise.resolve(1) },
  };
  const around = {
    apiOf: () =>
      Promise.resolve(ok({ mintToken: () => Promise.resolve(ok({ token: 't', expiresAt: null })) })),
    appUrlOf: () => Promise.resolve(ok('https://app.example')),
    mayChange: () => Promise.resolve(ok(null)),
    connections: () => Promise.resolve({ connections: [], currentId: null }),
  };
  const notes = { boardPreviewed: () => Promise.resolve() };
  const { previews } = openPreviews(core as never, notes as never, {} as never, around as never);
  const target = { kind: 'paper', id: 'p' } as const;
  await previews.open({ connectionId: 'c', target, displayName: 'Ada', reason: '', minutes: 10 });
  previews.leaveAll();
  // Gives Vitest time to detect an unhandled rejection, which would fail the test.
  await new Promise(setImmediate);
  expect(heard).toBe(1);
});
