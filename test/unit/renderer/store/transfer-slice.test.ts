import { expect, test } from 'vitest';
import type { ImportEntry, ImportPlan } from '../../../../preload/contract/connections.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { createAppStore, failed, type Script, scriptedBridge } from '../scripted-bridge.ts';

function entry(index: number, kind: ImportEntry['kind'], change: Partial<ImportEntry> = {}): ImportEntry {
  return {
    index,
    name: `Connection ${index}`,
    environment: 'test',
    color: 'blue',
    paperApi: 'https://papers.example',
    boardApi: 'https://boards.example',
    appUrl: 'https://app.example',
    kind,
    why: '',
    differences: [],
    keys: 0,
    papers: 0,
    notes: 0,
    ...change,
  };
}

function plan(importId: string, change: Partial<ImportPlan> = {}): ImportPlan {
  const entries = [entry(0, 'new'), entry(1, 'known', { papers: 1 }), entry(2, 'known'), entry(3, 'refused')];
  return {
    importId,
    fileName: 'easel.json',
    exportedAt: 1,
    keys: 'sealed',
    entries,
    problems: [],
    table: null,
    ...change,
  };
}

async function opened(script: Script = {}) {
  const scripted = scriptedBridge({
    'transfer.open': () => ok(plan('i')),
    'transfer.close': () => ok(null),
    ...script,
  });
  const store = createAppStore(scripted.bridge);
  const failure = await store.getState().openImport();
  return { ...scripted, store, failure, state: () => store.getState() };
}

test('an open import file is closed when Easel is locked', async () => {
  const { state, emit } = await opened();
  emit('lock.changed', { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' });
  expect(state().importing).toBeNull();
  await state().openImport();
  expect(state().importing).toBeNull();
});

test('a wrong passphrase for an import file is not kept in the page’s state', async () => {
  const wrong = failed('invalid-input', { fields: { passphrase: 'Wrong passphrase.' } });
  const { store, state } = await opened({ 'transfer.unlock': () => wrong });
  expect(await state().unlockImport('open sesame')).toMatchObject({
    fields: { passphrase: 'Wrong passphrase.' },
  });
  expect(state().importing?.plan.keys).toBe('sealed');
  expect(JSON.stringify(store.getState())).not.toContain('open sesame');
});
