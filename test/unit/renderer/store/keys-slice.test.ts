import { expect, test } from 'vitest';
import type { ConnectionKeys, KeyInfo } from '../../../../preload/contract/keys.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { removeConnection } from '../../../../renderer/commands/keys-commands.ts';
import { runCommand } from '../../../../renderer/commands/run.ts';
import {
  AVAILABLE,
  connectionOf,
  failed,
  keyOf,
  LOCKED,
  startedStore,
  type Script,
} from '../scripted-bridge.ts';

function keysOf(connectionId: string, ...keys: readonly KeyInfo[]): ConnectionKeys {
  return { connectionId, keys, rehearsal: null };
}

const started = (script: Script = {}) =>
  startedStore(
    {
      'keys.all': () => ok(['a', 'b', 'c'].map((id) => keysOf(id, keyOf(`${id}1`)))),
      'keys.list': ({ connectionId }) => ok(keysOf(connectionId, keyOf(`${connectionId}1`))),
      'keys.leftovers': () => ok(0),
      ...script,
    },
    ['a', 'b', 'c'].map((id) => connectionOf(id)),
  );

const STAGED = {
  connectionId: 'a',
  slot: 'main',
  apiKey: 'sk-canary-1234',
  note: '',
  remindAt: null,
  useWhenGreen: true,
  sessionOnly: false,
} as const;

test('a failure to read the API keys is shown as a failure, not as an empty list', async () => {
  const { state } = await started({ 'keys.all': () => failed('storage') });
  await state().openKeys();
  expect(state().keysFailure?.code).toBe('storage');
  expect(state().keysById).toEqual({});
});

test('the page announces the result of *Check now* for the keychain', async () => {
  let keychain = LOCKED;
  const { state } = await started({ 'keychain.status': () => ok(keychain) });
  await state().checkKeychain();
  expect(state().message.text).toBe('The keychain is locked.');
  keychain = AVAILABLE;
  await state().checkKeychain();
  expect(state().message.text).toBe('The keychain is ready.');
});

test('“Remove connection” on the keys screen removes the connection that the screen shows', async () => {
  const { state, store, asked } = await started({ 'connections.remove': () => failed('cancelled') });
  await state().goToKeysOf('b');
  await runCommand(removeConnection, store);
  expect(asked('connections.remove')).toMatchObject([{ args: { connectionId: 'b' } }]);
});

test('an API key that was saved is not kept in the page’s state', async () => {
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

test('an API key that could not be saved is not kept in the page’s state', async () => {
  const { state, store } = await started({ 'keys.stage': () => failed('keychain-locked') });
  expect(await state().stageKey(STAGED)).toMatchObject({ code: 'keychain-locked' });
  expect(JSON.stringify(store.getState())).not.toContain('canary');
});

const NO_KEY = { api: 'board-api', stage: 'current', state: 'no-key', summary: '', failure: null } as const;

test.each([
  ['whose result main dropped', null, 'The keys changed during the check. Check the keys again.'],
  ['without a key', { at: 1, cells: [NO_KEY], switched: [] }, 'There is no key to check.'],
])('a check of API keys %s is not announced as passed', async (_what, rehearsal, words) => {
  const { state } = await started({ 'keys.rehearse': () => ok({ ...keysOf('a'), rehearsal }) });
  await state().rehearseKeys('a', '');
  expect(state().message.text).toBe(words);
});

test('Easel loads the current connection’s boards again after a switch to another API key', async () => {
  const { state, asked } = await started({ 'keys.goBack': () => ok(keysOf('a')) });
  await state().goBackToKey({ connectionId: 'a', slot: 'main' });
  await expect.poll(() => asked('boards.list')).toMatchObject([{ args: { connectionId: 'a' } }]);
});

test('a check of API keys shows no failure if the idle lock ended the check', async () => {
  const { state } = await started({ 'keys.rehearse': () => failed('locked') });
  await state().rehearseKeys('a', '');
  expect(state()).toMatchObject({ rehearsing: null, rehearsalFailure: null });
});
