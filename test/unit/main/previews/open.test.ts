import { expect, test } from 'vitest';
import type { HealthWatch } from '../../../../main/health/health.ts';
import type { Core } from '../../../../main/ipc/core.ts';
import { NO_POLICY } from '../../../../main/ipc/policy/policy.ts';
import { createLog } from '../../../../main/lib/log/log.ts';
import { Signals } from '../../../../main/lib/signals.ts';
import type { Notes } from '../../../../main/notes/notes.ts';
import { openPreviews } from '../../../../main/previews/open.ts';
import type { ServiceApi } from '../../../../main/service/api.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { fakeClock } from '../service/clock.ts';

test('a failing listener of room changes causes no unhandled rejection', async () => {
  const { now, after } = fakeClock();
  const signals = new Signals();
  let heard = 0;
  signals.roomsChanged.on(() => {
    heard += 1;
    throw new Error('the disk is full');
  });
  const core: Partial<Core> = {
    now,
    after,
    signals,
    policy: NO_POLICY,
    publish: () => undefined,
    isLocked: () => false,
    store: {} as Core['store'],
    log: createLog(() => undefined),
    steady: now,
    activity: { write: () => Promise.resolve(1) } as Partial<Core['activity']> as Core['activity'],
  };
  const mintToken: ServiceApi['mintToken'] = () => Promise.resolve(ok({ token: 't', expiresAt: null }));
  const { previews } = openPreviews(
    core as Core,
    { boardPreviewed: () => Promise.resolve() } as Partial<Notes> as Notes,
    {} as HealthWatch,
    {
      apiOf: () => Promise.resolve(ok({ mintToken } as Partial<ServiceApi> as ServiceApi)),
      appUrlOf: () => Promise.resolve(ok('https://app.example')),
      mayChange: () => Promise.resolve(ok(null)),
      connections: () => Promise.resolve({ connections: [], currentId: null }),
      savePicture: () => Promise.resolve(null),
    },
  );
  const target = { kind: 'paper', id: 'p' } as const;
  await previews.open({ connectionId: 'c', target, displayName: 'Ada', reason: '', minutes: 10 });
  previews.leaveAll();
  // Gives Vitest time to detect an unhandled rejection, which would fail the test.
  await new Promise(setImmediate);
  expect(heard).toBe(1);
});
