import { afterEach, expect, test, vi } from 'vitest';
import type { ConnectionKeys, KeyInfo, RehearsalCell } from '../../../../preload/contract/keys.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { shownConnection } from '../../../../renderer/store/keys-slice.ts';
import { connectionOf, failed, keyOf, startedStore, type Script } from '../scripted-bridge.ts';
afterEach(() => {
  vi.useRealTimers();
});

function keysOf(connectionId: string, ...keys: readonly KeyInfo[]): ConnectionKeys {
  return { connectionId, keys, rehearsal: null };
}

function cell(change: Partial<RehearsalCell>): RehearsalCell {
  return { api: 'board-api', stage: 'next', state: 'good', summary: 'Accepted.', failure: null, ...change };
}

/** A started store with the connections a, b and c, of which a is in front. */
const started = (script: Script = {}) =>
  startedStore(
    {
      'keys.list': ({ connectionId }) => ok(keysOf(connectionId, keyOf(`${connectionId}1`))),
      'keys.leftovers': () => ok([]),
      'papers.list': () => ok([]),
      ...script,
    },
    ['a', 'b', 'c'].map((id) => connectionOf(id)),
  );

const STAGED = {
  connectionId: 'a',
  slot: 'main',
  apiKey: 'sk-canary-1234',
  fileId: null,
  note: '',
  owner: '',
  remindAt: null,
  useWhenGreen: true,
  sessionOnly: false,
} as const;

test('after the shown connection was removed, or another was opened, the current one is shown', async () => {
  const { state, emit } = await started();
  await state().showKeysOf('b');
  await state().go({ kind: 'connection', id: 'c' });
  expect(shownConnection(state())?.id).toBe('c');
  await state().showKeysOf('b');
  emit('connections.changed', { connections: [connectionOf('a'), connectionOf('c')], currentId: 'c' });
  expect(shownConnection(state())?.id).toBe('c');
});

test('keys that could not be read are a failure, never no keys', async () => {
  const { state } = await started({ 'keys.list': () => failed('storage') });
  await state().openKeys();
  expect(state().keysFailure?.code).toBe('storage');
  expect(state().keysById).toEqual({});
});

test('a staged key is reported as stored, and is nowhere in the state', async () => {
  const { state, calls, store } = await started({
    'keys.stage': () => ok(keysOf('a', keyOf('a1'), keyOf('a2', { stage: 'next' }))),
  });
  await state().openKeys();
  expect(await state().stageKey(STAGED)).toBeNull();
  expect(calls.at(-1)).toEqual({ channel: 'keys.stage', args: STAGED });
  expect(state().message.text).toBe('Next key saved.');
  expect(state().keysById['a']?.keys).toHaveLength(2);
  expect(JSON.stringify(store.getState())).not.toContain('canary');
});

test('a key that the keychain refused gives the failure, changes nothing and stays nowhere', async () => {
  const { state, store } = await started({ 'keys.stage': () => failed('keychain-locked') });
  await state().openKeys();
  const before = state().keysById;
  expect(await state().stageKey(STAGED)).toMatchObject({ code: 'keychain-locked' });
  expect(state().keysById).toBe(before);
  expect(JSON.stringify(store.getState())).not.toContain('canary');
});

test('a check keeps its results, and says how many failed', async () => {
  const cells = [
    cell({ stage: 'current' }),
    cell({ stage: 'current', api: 'paper-api' }),
    cell({ state: 'refused' }),
    cell({ api: 'paper-api', state: 'failed' }),
  ];
  const { state, calls } = await started({
    'keys.rehearse': () => ok({ ...keysOf('b', keyOf('b1')), rehearsal: { at: 5, cells, switched: [] } }),
  });
  await state().rehearseKeys('b', 'paper-7');
  expect(calls.at(-1)).toEqual({ channel: 'keys.rehearse', args: { connectionId: 'b', paper: 'paper-7' } });
  expect(state().keysById['b']?.rehearsal?.cells).toEqual(cells);
  expect(state().message.text).toBe('2 of 4 checks failed.');
});

test('switching, switching back, retiring and discarding go to main, and show the result', async () => {
  const after = (...ids: readonly string[]) => ok(keysOf('a', ...ids.map((id) => keyOf(id))));
  const { state, calls } = await started({
    'keys.useNext': () => after('used'),
    'keys.goBack': () => after('back'),
    'keys.retire': () => after('retired'),
    'keys.discard': () => after('discarded'),
  });
  const shown = (): string | undefined => state().keysById['a']?.keys[0]?.id;
  expect(await state().switchToNextKey({ connectionId: 'a', slot: 'main', knowingly: true })).toBeNull();
  expect(calls.at(-1)?.args).toEqual({ connectionId: 'a', slot: 'main', knowingly: true });
  expect(shown()).toBe('used');
  expect(await state().goBackToKey({ connectionId: 'a', slot: 'main' })).toBeNull();
  expect(shown()).toBe('back');
  expect(await state().retireKey({ connectionId: 'a', keyId: 'a1', typed: 'retired' })).toBeNull();
  expect(calls.at(-1)?.args).toEqual({ connectionId: 'a', keyId: 'a1', typed: 'retired' });
  expect(shown()).toBe('retired');
  expect(await state().discardKey({ connectionId: 'a', keyId: 'a2' })).toBeNull();
  expect(shown()).toBe('discarded');
});
