import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Connection } from '../../../../preload/contract/connections.ts';
import { createBoard, deleteBoard } from '../../../../renderer/commands/boards-commands.ts';
import {
  copyJoinLink,
  deletePaper,
  newPaper,
  newPaperFromTemplate,
} from '../../../../renderer/commands/papers-commands.ts';
import { disabledReason } from '../../../../renderer/commands/run.ts';
import { connectionOf, startedStore, type Script } from '../scripted-bridge.ts';

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
  test('disables every changing command with a reason', async () => {
    const { state } = await started(readOnly());
    expect(new Set(reasons(state()))).toEqual(new Set([READ_ONLY]));
  });

  test('disables its commands again when the unlock ends, with an announcement', async () => {
    const { store, state } = await started(readOnly({ unlockedUntil: NOW + TEN_MINUTES }));
    const reasonsOverTime: (string | null)[] = [];
    store.subscribe((now) => reasonsOverTime.push(disabledReason(createBoard, now)));
    await vi.advanceTimersByTimeAsync(TEN_MINUTES - 1);
    expect(reasonsOverTime).not.toContain(READ_ONLY);
    await vi.advanceTimersByTimeAsync(1);
    expect(reasonsOverTime).toContain(READ_ONLY);
    expect(state().connections[0]?.readOnly.unlockedUntil).toBeNull();
    expect(state().message.text).toContain('is read-only again');
  });
});
