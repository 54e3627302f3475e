import { expect, test } from 'vitest';
import type { PartCheck } from '../../../../preload/contract/connections.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import type { ConnectionFields } from '../../../../renderer/store/open-form-slice.ts';
import { LOCKED, connectionOf, failed, startedStore, type Script } from '../scripted-bridge.ts';

const KEY = 'canary-of-a-key-7d1f';
const SAVES: Script = { 'connections.save': () => ok(connectionOf('n')) };

async function formOf(id: string | null, script: Script = {}) {
  const begun = await startedStore({ ...SAVES, ...script }, [connectionOf('a'), connectionOf('b')]);
  await begun.state().go({ kind: 'connection-form', id });
  const sent = () => begun.asked('connections.save').at(-1)?.args;
  return { ...begun, sent };
}

const textOf = (state: object): string => JSON.stringify(state);

test('discarding the changes in the connection form removes a typed API key from the page’s state', async () => {
  const { state } = await formOf('a');
  state().editConnectionForm({ apiKey: KEY });
  await state().go({ kind: 'connection', id: 'b' });
  const asking = { screen: 'connection-form', currentId: 'a', dialog: { kind: 'discard-changes' } };
  expect(state()).toMatchObject(asking);
  await state().discardConnectionForm();
  expect(state()).toMatchObject({ screen: 'boards', currentId: 'b', dialog: null, connectionForm: null });
  expect(textOf(state())).not.toContain(KEY);
});

test('saving the connection form cancels a running check of the connection', async () => {
  const checked = Promise.withResolvers<Result<never>>();
  const { state, asked } = await formOf('a', {
    'connections.check': () => checked.promise,
    'connections.save': () => failed('storage'),
  });
  const checking = state().checkConnection('');
  await state().saveConnection();
  expect(asked('connections.save')).toHaveLength(1);
  checked.resolve(failed('offline'));
  await checking;
  expect(state().connectionForm).toMatchObject({ busy: null, failure: { code: 'storage' }, checks: null });
});

test.each<readonly [PartCheck['state'], string]>([
  ['good', 'All checks passed.'],
  ['not-checkable', 'No checks failed, but some couldn’t run.'],
  ['failed', '1 check failed.'],
])('after a check of the paper API with the result “%s”, Easel announces “%s”', async (result, text) => {
  const check = { part: 'paper-api', state: result, summary: '', failure: null } as const;
  const { state } = await formOf('a', { 'connections.check': () => ok([check]) });
  await state().checkConnection('');
  expect(state().message).toMatchObject({ text });
});

test('the user can keep an API key for the session if the keychain is locked', async () => {
  const { state, sent, emit } = await formOf(null, { 'connections.save': () => failed('keychain-locked') });
  state().editConnectionForm({ apiKey: KEY });
  await state().saveConnection();
  expect(state().connectionForm).toMatchObject({ failedWhile: 'saving', fields: { apiKey: KEY } });
  emit('keychain.changed', LOCKED);
  await state().saveAgain();
  expect(sent()).toMatchObject({ apiKey: KEY, sessionOnly: false });
  await state().saveForSession();
  expect(sent()).toMatchObject({ apiKey: KEY, sessionOnly: true });
});

const boardKey = { kind: 'stored', fingerprint: 'b7c2', addedAt: 2 } as const;
const connections = [connectionOf('a', { boardKey })];
const withTwo: Script = { ...SAVES, 'connections.list': () => ok({ connections, currentId: 'a' }) };

test.each<readonly [Partial<ConnectionFields>, object]>([
  [{}, { apiKey: null, separateBoardKey: true, boardApiKey: null, sessionOnly: false }],
  [{ apiKey: KEY }, { apiKey: KEY, separateBoardKey: true, boardApiKey: null }],
  [{ boardApiKey: KEY }, { separateBoardKey: true, boardApiKey: KEY }],
  [
    { boardApiKey: KEY, separateBoardKey: false },
    { separateBoardKey: false, boardApiKey: null },
  ],
])('after the edit %j, the form saves the API keys %j and keeps none in the page', async (edit, expected) => {
  const { state, sent } = await formOf('a', withTwo);
  expect(state().connectionForm).toMatchObject({ storedBoardKey: { fingerprint: 'b7c2' } });
  state().editConnectionForm(edit);
  await state().saveConnection();
  expect(sent()).toMatchObject(expected);
  expect(textOf(state())).not.toContain(KEY);
});
