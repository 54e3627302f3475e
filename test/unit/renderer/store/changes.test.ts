import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Connection } from '../../../../preload/contract/connections.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { createBoard, deleteBoard, previewBoard } from '../../../../renderer/commands/boards-commands.ts';
import { lockChanges, unlockChanges } from '../../../../renderer/commands/frame-commands.ts';
import {
  copyJoinLink,
  deletePaper,
  newPaper,
  newPaperFromTemplate,
  previewPaper,
} from '../../../../renderer/commands/papers-commands.ts';
import { disabledReason } from '../../../../renderer/commands/run.ts';
import { isReadOnly, unlockedUntil } from '../../../../renderer/store/changes.ts';
import { connectionOf, NO_POLICY, startedStore, type Script } from '../scripted-bridge.ts';

const NOW = 1_700_000_000_000;
const TEN_MINUTES = 10 * 60_000;
const CHANGES = [createBoard, deleteBoard, newPaper, newPaperFromTemplate, deletePaper, copyJoinLink];
const READ_ONLY = 'This connection is read-only';

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});

afterEach(() => {
  vi.useRealTimers();
});

function readOnly(change: Partial<Connection['readOnly']> = {}): Connection {
  return connectionOf('a', { readOnly: { on: true, forced: false, unlockedUntil: null, ...change } });
}

function started(connection: Connection, script: Script = {}) {
  return startedStore(script, [connection]);
}

const reasons = (state: Parameters<typeof disabledReason>[1]) =>
  CHANGES.map((command) => disabledReason(command, state));

describe('a read-only connection', () => {
  test('disables every command that changes something, and says why', async () => {
    const { state } = await started(readOnly());
    expect(new Set(reasons(state()))).toEqual(new Set([READ_ONLY]));
  });

  test('allows changes while it is unlocked, and not a moment longer', async () => {
    const { state } = await started(readOnly({ unlockedUntil: NOW + TEN_MINUTES }));
    expect(reasons(state())).not.toContain(READ_ONLY);
    const [connection] = state().connections;
    expect(connection && isReadOnly(connection, NOW + TEN_MINUTES - 1)).toBe(false);
    expect(connection && isReadOnly(connection, NOW + TEN_MINUTES)).toBe(true);
    expect(connection && unlockedUntil(connection, NOW + TEN_MINUTES)).toBeNull();
  });

  test('disables its commands again when the time is over, and says so', async () => {
    const { store, state } = await started(readOnly({ unlockedUntil: NOW + TEN_MINUTES }));
    const heard: (string | null)[] = [];
    store.subscribe((now) => heard.push(disabledReason(createBoard, now)));
    await vi.advanceTimersByTimeAsync(TEN_MINUTES - 1);
    expect(heard).not.toContain(READ_ONLY);
    await vi.advanceTimersByTimeAsync(1);
    expect(heard).toContain(READ_ONLY);
    expect(state().connections[0]?.readOnly.unlockedUntil).toBeNull();
    expect(state().message.text).toContain('is read-only again');
  });
});

describe('unlocking changes', () => {
  test('asks main with the typed name, and says for how long', async () => {
    const { state, calls } = await started(readOnly(), {
      'connections.unlockChanges': () => ok(readOnly({ unlockedUntil: NOW + TEN_MINUTES })),
    });
    expect(disabledReason(unlockChanges, state())).toBeNull();
    expect(disabledReason(lockChanges, state())).not.toBeNull();
    expect(await state().unlockChanges('a', 'Connection a')).toBeNull();
    expect(calls).toContainEqual({
      channel: 'connections.unlockChanges',
      args: { connectionId: 'a', typedName: 'Connection a' },
    });
    expect(reasons(state())).not.toContain(READ_ONLY);
    expect(state().message.text).toContain('10 minutes');
    expect(disabledReason(unlockChanges, state())).not.toBeNull();
    expect(disabledReason(lockChanges, state())).toBeNull();
  });

  test('is not offered when the policy forces read-only', async () => {
    const { state } = await started(readOnly({ forced: true }));
    expect(disabledReason(unlockChanges, state())).toContain('policy');
  });
});

test('a policy without deletes and visits disables these, and nothing else', async () => {
  const policy = { ...NO_POLICY, allows: { ...NO_POLICY.allows, deletes: false, visits: false } };
  const { state } = await started(connectionOf('a'), { 'policy.state': () => ok(policy) });
  await state().readSettings();
  for (const command of [deleteBoard, deletePaper, previewBoard, previewPaper])
    expect(disabledReason(command, state())).toContain('organisation');
  expect(disabledReason(createBoard, state())).toBeNull();
});
