import { expect, test } from 'vitest';
import { createBoard, deleteBoard } from '../../../../renderer/commands/boards-commands.ts';
import {
  copyJoinLink,
  deletePaper,
  newPaper,
  newPaperFromTemplate,
} from '../../../../renderer/commands/papers-commands.ts';
import { disabledReason } from '../../../../renderer/commands/run.ts';
import { connectionOf, startedStore } from '../scripted-bridge.ts';

const CHANGES = [createBoard, deleteBoard, newPaper, newPaperFromTemplate, deletePaper, copyJoinLink];

test('every command that changes the service is disabled on a read-only connection', async () => {
  const readOnly = { on: true, forced: false, unlockedUntil: null };
  const { state } = await startedStore({}, [connectionOf('a', { readOnly })]);
  const reasons = CHANGES.map((command) => disabledReason(command, state()));
  expect(new Set(reasons)).toEqual(new Set(['This connection is read-only']));
});
