import { expect, test, vi } from 'vitest';
import type { ConnectionsState } from '../../../../preload/contract/connections.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import type { AppState } from '../../../../renderer/store/store.ts';
import { jobOf } from '../job-of.ts';
import { connectionOf, createAppStore, failed, scriptedBridge, startedStore } from '../scripted-bridge.ts';

const two = [connectionOf('a'), connectionOf('b')];

test('Easel opens the first connection at startup if the connection used last was removed', async () => {
  const { state } = await startedStore({
    'connections.list': () => ok({ connections: two, currentId: 'x' }),
  });
  expect(state().currentId).toBe('a');
});

test('a failure to read the connections at startup is shown as a failure, not as an empty list', async () => {
  let broken = true;
  const { state } = await startedStore({
    'connections.list': () => (broken ? failed('storage') : ok({ connections: two, currentId: 'a' })),
  });
  expect(state()).toMatchObject({ startPhase: 'failed', startFailure: { code: 'storage' } });
  broken = false;
  await state().start();
  expect(state()).toMatchObject({ startPhase: 'ready', startFailure: null, currentId: 'a' });
});

test('at startup, an older response does not overwrite a connection list that an event has brought', async () => {
  const late = Promise.withResolvers<Result<ConnectionsState>>();
  const { bridge, emit } = scriptedBridge({ 'connections.list': () => late.promise });
  const store = createAppStore(bridge);
  const starting = store.getState().start();
  emit('connections.changed', { connections: [connectionOf('new')], currentId: 'new' });
  late.resolve(ok({ connections: two, currentId: 'b' }));
  await starting;
  expect(store.getState()).toMatchObject({ startPhase: 'ready', currentId: 'new' });
  expect(store.getState().connections.map(({ id }) => id)).toEqual(['new']);
});

test.each([
  ['the unlock has ended', true, 'The connection is read-only again.'],
  ['read-only was turned off', false, ''],
] as const)('only the end of an unlock shows the message “read-only again”: %s', async (_does, on, text) => {
  const readOnly = { on: true, forced: false, unlockedUntil: Date.now() + 1000 };
  const { state, emit } = await startedStore({}, [connectionOf('a', { readOnly })]);
  const next = connectionOf('a', { readOnly: { ...readOnly, on, unlockedUntil: null } });
  emit('connections.changed', { connections: [next], currentId: 'a' });
  expect(state().message.text).toBe(text);
});

test('after the current connection was removed, the boards of the next connection are loaded', async () => {
  const { state, emit } = await startedStore({}, two);
  await state().openBoards('a');
  await state().go({ kind: 'screen', screen: 'keys' });
  emit('connections.changed', { connections: [connectionOf('b')], currentId: 'b' });
  expect(state()).toMatchObject({ screen: 'keys', currentId: 'b', boardsOf: 'b' });
  emit('connections.changed', { connections: [], currentId: null });
  expect(state()).toMatchObject({ screen: 'welcome', boardsOf: null });
});

test('“Undo” undoes only changes of the connection that is open', async () => {
  const { state } = await startedStore({}, two);
  const undo = vi.fn<() => Promise<void>>();
  state().announceUndo('View Mine removed.', undo, 'a');
  await state().selectConnection('b');
  state().announceUndo('Notes for 1 board changed.', undo, 'a');
  expect(state().message.connection).toBe(two[0]?.name);
  await state().undoLast();
  expect(undo).not.toHaveBeenCalled();
  state().announceUndo('Notes for 1 board changed.', undo, 'b');
  await state().undoLast();
  expect(undo).toHaveBeenCalledOnce();
});

test.each([
  ['practise', async ({ practise }: AppState) => practise()],
  ['addPeople', async ({ addPeople }: AppState) => addPeople(jobOf('j', { connectionId: 'a' }))],
])(
  'while the connection form has unsaved changes, %s() does not switch the connection',
  async (_action, run) => {
    const { store, state } = await startedStore({
      'connections.list': () => ok({ connections: two, currentId: 'b' }),
      'connections.practise': () => ok(connectionOf('a')),
    });
    await state().go({ kind: 'connection-form', id: 'b' });
    state().editConnectionForm({ name: 'Edited' });
    await run(store.getState());
    const dialog = { kind: 'discard-changes', to: { kind: 'connection', id: 'a' } };
    expect(state()).toMatchObject({ currentId: 'b', screen: 'connection-form', dialog });
  },
);
