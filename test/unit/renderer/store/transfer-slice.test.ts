import { expect, test } from 'vitest';
import type { Imported, ImportPlan } from '../../../../preload/contract/connections.ts';
import { ok, type Failure, type Result } from '../../../../preload/contract/failure.ts';
import { importedSentence } from '../../../../renderer/store/transfer-slice.ts';
import type { DialogState } from '../../../../renderer/store/ui-slice.ts';
import { createAppStore, failed, type Script, scriptedBridge } from '../scripted-bridge.ts';

const PLAN: ImportPlan = {
  importId: 'i',
  fileName: 'easel.json',
  exportedAt: 1,
  keys: 'sealed',
  entries: [],
  problems: [],
  table: null,
};

async function opened(script: Script = {}) {
  const { bridge, calls, emit } = scriptedBridge({
    'transfer.open': () => ok(PLAN),
    'transfer.close': () => ok(null),
    ...script,
  });
  const store = createAppStore(bridge);
  await store.getState().openImport();
  return { calls, emit, state: store.getState };
}

test('an open import file is closed when Easel is locked', async () => {
  const { state, emit } = await opened();
  expect(state().importing).not.toBeNull();
  emit('lock.changed', { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' });
  expect(state().importing).toBeNull();
  await state().openImport();
  expect(state().importing).toBeNull();
});

test('a wrong passphrase for an import file is not kept in the page’s state', async () => {
  const wrong = failed('invalid-input', { fields: { passphrase: 'Wrong passphrase.' } });
  const { state } = await opened({ 'transfer.unlock': () => wrong });
  expect(await state().unlockImport('open sesame')).toMatchObject({
    fields: { passphrase: 'Wrong passphrase.' },
  });
  expect(state().importing?.plan.keys).toBe('sealed');
  expect(JSON.stringify(state())).not.toContain('open sesame');
});

const IMPORTED: Imported = {
  added: 2,
  updated: 0,
  keys: 0,
  papers: 0,
  notes: 0,
  readyId: null,
  undo: null,
  stopped: null,
};

test.each([
  [null, 'done', ''],
  [{ name: 'Acme', failure: {} as Failure }, 'problem', ' The import stopped at the connection Acme.'],
])('the result of an import is announced even if its dialog was closed: %j', async (stopped, look, end) => {
  const late = Promise.withResolvers<Result<Imported>>();
  const { state } = await opened({ 'transfer.apply': () => late.promise });
  const applied = state().applyImport([0, 1], null);
  state().closeImport();
  late.resolve(ok({ ...IMPORTED, stopped }));
  expect(await applied).toBeNull();
  expect(state().message).toMatchObject({ text: `Imported: 2 connections added.${end}`, look });
});

test('an import that stopped at its only connection is announced as not completed', () => {
  const stopped = { name: 'Acme', failure: {} as Failure };
  expect(importedSentence({ ...IMPORTED, added: 0, stopped })).toBe('The import was not completed.');
});

test.each<[string, DialogState | null]>([
  ['the user does not open', null],
  ['another dialog replaces', { kind: 'team-activity', connectionId: 'a' }],
])('main forgets a dropped file that %s', async (_what, next) => {
  const { calls, state, emit } = await opened();
  emit('files.dropped', { name: 'old.json', purpose: 'plan', why: '' });
  expect(state().dialog?.kind).toBe('dropped-file');
  if (next === null) state().closeDialog();
  else state().openDialog(next);
  expect(calls.at(-1)?.channel).toBe('app.forgetDropped');
});
