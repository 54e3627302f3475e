import { describe, expect, test } from 'vitest';
import type { Imported, ImportEntry, ImportPlan } from '../../../../preload/contract/connections.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { createAppStore, failed, type Script, scriptedBridge } from '../scripted-bridge.ts';
import { exportedSentence } from '../../../../renderer/store/transfer-slice.ts';

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

const done = (change: Partial<Imported> = {}): Imported => ({
  added: 0,
  updated: 0,
  keys: 0,
  papers: 0,
  notes: 0,
  readyId: null,
  undo: null,
  stopped: null,
  ...change,
});

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

describe('an opened import file', () => {
  test('has every entry selected that would change something', async () => {
    const { state } = await opened();
    expect(state().importing?.chosen).toEqual([0, 1]);
  });

  test('is closed when Easel locks', async () => {
    const { state, emit } = await opened();
    emit('lock.changed', { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' });
    expect(state().importing).toBeNull();
    await state().openImport();
    expect(state().importing).toBeNull();
  });
});

describe('unlocking the keys of an import file', () => {
  test('selects the entries that are importable with them, except deselected ones', async () => {
    const known = [entry(1, 'known', { papers: 1 }), entry(2, 'known', { keys: 2 })];
    const entries = [entry(0, 'new', { keys: 1 }), ...known];
    const { state } = await opened({
      'transfer.unlock': () => ok(plan('i', { keys: 'open', entries })),
    });
    state().chooseEntries([1]);
    expect(await state().unlockImport('open sesame')).toBeNull();
    expect(state().importing?.chosen).toEqual([1, 2]);
    expect(state().importing?.plan.keys).toBe('open');
  });

  test('fails with a wrong passphrase, which is not kept in the page’s state', async () => {
    const wrong = failed('invalid-input', { fields: { passphrase: 'Wrong passphrase.' } });
    const { store, state } = await opened({ 'transfer.unlock': () => wrong });
    expect(await state().unlockImport('open sesame')).toMatchObject({
      fields: { passphrase: 'Wrong passphrase.' },
    });
    expect(state().importing?.plan.keys).toBe('sealed');
    expect(JSON.stringify(store.getState())).not.toContain('open sesame');
  });
});

describe('an import of connections', () => {
  test('overwrites the chosen entries, and shows the reason if it stops', async () => {
    const failure = {
      code: 'keychain-locked',
      message: '',
      nextStep: '',
      retryable: true,
      details: [],
    } as const;
    const stopped = { name: 'Connection 1', failure };
    const answers = [
      ok(done({ added: 1, papers: 3, stopped })),
      ok(done({ papers: 1, updated: 1, keys: 2 })),
    ];
    const { state, calls } = await opened({ 'transfer.apply': () => answers.shift() ?? failed('internal') });
    state().chooseReplace(true);
    expect(await state().applyImport([0, 1], null)).toBeNull();
    expect(state().importing?.imported).toMatchObject({ added: 1, papers: 3, stopped });
    expect(await state().applyImport([0, 1], null)).toBeNull();
    expect(calls.find(({ channel }) => channel === 'transfer.apply')?.args).toEqual({
      importId: 'i',
      entries: [0, 1],
      replace: true,
      apiKey: null,
    });
    expect(state().importing).toBeNull();
    expect(state().message.text).toBe('Imported: 1 connection updated, 2 keys and 1 paper.');
  });
});

test('the message after an export counts the contents of the file, and mentions missing keys', () => {
  const written = { fileName: 'easel.json', connections: 1, keys: 0, papers: 0, notes: 0 };
  expect(exportedSentence(written)).toBe('It contains 1 connection and no keys.');
  expect(exportedSentence({ ...written, connections: 3, keys: 1, papers: 14, notes: 1 })).toBe(
    'It contains 3 connections, 1 key, 14 papers and the notes of 1 board.',
  );
});
