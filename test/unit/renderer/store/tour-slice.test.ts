import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '../../../../preload/contract/connections.ts';
import type { ConnectionKeys, RehearsalCell } from '../../../../preload/contract/keys.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import type { OpenPreview } from '../../../../renderer/store/previews-slice.ts';
import { NOW, singleOf } from '../job-of.ts';
import { connectionOf, createAppStore, scriptedBridge, type Script } from '../scripted-bridge.ts';

const PRACTICE: Connection = { ...connectionOf('practice'), environment: 'practice' };

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** A store with a real connection in front, and practice beside it. */
async function begun(script: Script = {}) {
  const connections = [connectionOf('c1'), PRACTICE];
  const scripted = scriptedBridge({
    'connections.list': () => ok({ connections, currentId: 'c1' }),
    'connections.practise': () => ok(PRACTICE),
    ...script,
  });
  const store = createAppStore(scripted.bridge);
  await store.getState().start();
  await store.getState().startTour();
  return { store, step: () => store.getState().tour?.step ?? null };
}

const deletion = (state: 'held' | 'cancelled' | 'done', createdAt = NOW, connectionId = 'practice') =>
  singleOf('j1', 'b1', {
    state,
    createdAt,
    connectionId,
    holdUntil: state === 'held' ? NOW + 10_000 : null,
  });

const visit = (connectionId: string) => ({ connectionId, grant: { previewId: 'g1' } }) as OpenPreview;

function keysWith(stages: readonly string[], cells: readonly RehearsalCell[] | null): ConnectionKeys {
  const keys = stages.map((stage) => ({ stage }));
  const rehearsal = cells && { at: NOW, cells, switched: [] };
  return { connectionId: 'practice', keys, rehearsal } as unknown as ConnectionKeys;
}

test('the tour follows a delete that is cancelled, a visit that is left, and a next key that is checked', async () => {
  const { store, step } = await begun();
  expect(step()).toBe('delete');
  store.setState({ jobs: [deletion('held')] });
  expect(step()).toBe('cancel');
  store.setState({ jobs: [deletion('cancelled')] });
  expect(step()).toBe('visit');
  store.setState({ previews: [visit('practice')] });
  expect(step()).toBe('leave');
  store.setState({ previews: [] });
  expect(step()).toBe('stage');
  store.setState({ keysById: { practice: keysWith(['current', 'next'], null) } });
  expect(step()).toBe('check');
  const cell = { api: 'board-api', stage: 'next', summary: '', failure: null } as const;
  store.setState({
    keysById: { practice: keysWith(['current', 'next'], [{ ...cell, state: 'not-checkable' }]) },
  });
  expect(step()).toBe('check');
  store.setState({ keysById: { practice: keysWith(['current', 'next'], [{ ...cell, state: 'refused' }]) } });
  expect(step()).toBe('end');
});
