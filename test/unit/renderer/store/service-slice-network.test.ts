import { expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import { failed, type Script, startedStore } from '../scripted-bridge.ts';

async function asked(script: Script) {
  const begun = await startedStore(script);
  begun.state().askProxySignIn('proxy.example:8080');
  return begun;
}

test('a sign-in names the proxy that asked, and leaves no password in the store', async () => {
  const { store, state, calls } = await asked({ 'network.signIn': () => ok(null) });
  expect(await state().signInToProxy('ada', 'open sesame')).toBeNull();
  expect(calls.at(-1)).toEqual({
    channel: 'network.signIn',
    args: { proxy: 'proxy.example:8080', user: 'ada', password: 'open sesame' },
  });
  expect(state().proxyAsking).toBeNull();
  expect(state().message.text).toContain('until Easel quits');
  expect(JSON.stringify(store.getState())).not.toContain('open sesame');
});

test('a sign-in that was refused keeps its dialog and gives the failure', async () => {
  const { state } = await asked({
    'network.signIn': () => failed('invalid-input', { fields: { user: 'Enter the user name.' } }),
  });
  expect(await state().signInToProxy('', '')).toMatchObject({ fields: { user: 'Enter the user name.' } });
  expect(state().proxyAsking).toBe('proxy.example:8080');
});
