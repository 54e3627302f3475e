import { expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import { connectionOf, createAppStore, failed, scriptedBridge } from '../scripted-bridge.ts';

test('two equal messages in a row are two messages', () => {
  const { getState } = createAppStore(scriptedBridge().bridge);
  getState().announce('Copied.');
  const first = getState().message;
  getState().announce('Copied.');
  expect(getState().message.text).toBe('Copied.');
  expect(getState().message.serial).not.toBe(first.serial);
});

test('copying goes through main and says what was copied', async () => {
  const { bridge, calls } = scriptedBridge({ 'app.copy': () => ok(null) });
  const { getState } = createAppStore(bridge);
  await getState().copy('abc', 'the board id');
  expect(calls).toEqual([{ channel: 'app.copy', args: { text: 'abc' } }]);
  expect(getState().message.text).toBe('Copied the board id.');
});

test('a failed copy is reported, and nothing is said to be copied', async () => {
  const { bridge } = scriptedBridge({ 'app.copy': () => failed('too-fast') });
  const { getState } = createAppStore(bridge);
  await getState().copy('abc', 'the board id');
  expect(getState().notice?.code).toBe('too-fast');
  expect(getState().message.text).toBe('');
});

test('going to a board of another connection brings that to the front first', async () => {
  const { bridge, calls } = scriptedBridge({
    'boards.state': () => failed('storage'),
    'boards.list': () => failed('storage'),
    'boards.window': () => failed('storage'),
    'papers.list': () => failed('storage'),
  });
  const { getState, setState } = createAppStore(bridge);
  setState({ connections: ['a', 'b'].map((id) => connectionOf(id)), currentId: 'a' });
  await getState().go({ kind: 'board', id: 'board-1', connectionId: 'b' });
  expect(calls).toContainEqual({ channel: 'connections.select', args: { connectionId: 'b' } });
  expect(getState()).toMatchObject({ currentId: 'b', screen: 'boards', boardsOf: 'b' });
  expect(getState().boardSelection?.row?.id).toBe('board-1');
});

test('navigating clears a reported failure', async () => {
  const { bridge } = scriptedBridge({ 'app.copy': () => failed('too-fast') });
  const { getState } = createAppStore(bridge);
  await getState().copy('abc', 'it');
  await getState().go({ kind: 'screen', screen: 'papers' });
  expect(getState()).toMatchObject({ notice: null, screen: 'papers' });
});
