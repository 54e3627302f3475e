import { expect, test } from 'vitest';
import { ProxySignIns } from '../../../../main/connections/network/proxy-sign-ins.ts';
import type { Result } from '../../../../preload/contract/failure.ts';
import { createMemoryKeychain, type KeychainFault } from '../../../support/memory-keychain.ts';
import { codeOf } from './keys-under-test.ts';
import { localStore } from './local-store.ts';

const PROXY = 'proxy.example:8080';
const OTHER = 'proxy.example:8081';
const ANN = { user: 'ann', password: ' pa ss:Wört“ ' };
const BEN = { user: 'ben', password: 'another-password' };
const FAULTS: readonly KeychainFault[] = [
  { state: 'locked' },
  { state: 'error', done: false },
  { state: 'error', done: true },
];

function tested(variables = new Map([['env.example:80', BEN]])) {
  const fault: { is: KeychainFault | null } = { is: null };
  const state = { isLocked: false, requireKeychain: false };
  const keychain = createMemoryKeychain(() => fault.is);
  const store = localStore();
  const redacted = new Set<string>();
  /** Simulates a start of Easel. All starts use the same keychain and settings. */
  const run = async (): Promise<ProxySignIns> => {
    const signIns = new ProxySignIns({
      keychain,
      settings: store.settings,
      isLocked: () => state.isLocked,
      policy: state,
      secrets: { add: (text) => redacted.add(text), remove: (text) => redacted.delete(text) },
      variables,
    });
    await signIns.open();
    return signIns;
  };
  return { fault, state, keychain, settings: store.settings, redacted, run };
}

async function found(signIns: ProxySignIns, proxy: string): Promise<unknown> {
  const loaded: Result<null> = await signIns.load(proxy);
  return loaded.ok ? (signIns.get(proxy)?.credentials ?? null) : loaded.error.code;
}

test('a saved proxy sign-in is used only for the host and port that it was saved for', async () => {
  const { keychain, settings, redacted, run } = tested();
  const first = await run();
  expect(await first.save(PROXY, BEN)).toMatchObject({ value: { kept: 'keychain', why: '' } });
  await first.save(PROXY, ANN);
  expect([...keychain.items.keys()]).toEqual([`proxy-${PROXY}`]);
  expect(await settings.get('proxy-sign-ins')).toBe(PROXY);
  const again = await run();
  expect(again.list()).toEqual([{ proxy: PROXY, kept: 'keychain' }]);
  expect([await found(again, PROXY), await found(again, OTHER)]).toEqual([ANN, null]);
  expect(redacted).toContain(ANN.password);
  expect(redacted).toContain([...keychain.items.values()][0]);
});

test('a proxy sign-in from environment variables is used until the user saves another sign-in', async () => {
  const { keychain, run } = tested(new Map([[PROXY, BEN]]));
  const signIns = await run();
  expect([await found(signIns, PROXY), signIns.list(), keychain.items.size]).toEqual([BEN, [], 0]);
  await signIns.save(PROXY, ANN);
  expect(await found(await run(), PROXY)).toEqual(ANN);
});

test.each(FAULTS)('a new proxy sign-in is kept for the session if the keychain fails: %j', async (fault) => {
  const one = tested();
  const signIns = await one.run();
  one.fault.is = fault;
  const why = expect.stringMatching(/^The password couldn’t be saved\. .*keychain((?! key).)*$/u) as string;
  expect(await signIns.save(PROXY, ANN)).toMatchObject({ value: { kept: 'session', why } });
  expect(signIns.list()).toEqual([{ proxy: PROXY, kept: 'session' }]);
  expect(await found(signIns, PROXY)).toEqual(ANN);
  one.state.requireKeychain = true;
  const nextStep = expect.not.stringContaining('session') as string;
  const error = { code: `keychain-${fault.state}`, message: why, nextStep };
  expect(await signIns.save(OTHER, ANN)).toMatchObject({ error });
  expect(signIns.get(OTHER)).toBeUndefined();
});

test.each(FAULTS)('a proxy sign-in stays saved if the keychain fails to remove it: %j', async (fault) => {
  const one = tested();
  await (await one.run()).save(PROXY, ANN);
  const signIns = await one.run();
  one.fault.is = fault;
  const code = `keychain-${fault.state}`;
  expect(await found(signIns, PROXY)).toBe(code);
  expect(codeOf(await signIns.forget(PROXY))).toBe(code);
  expect(signIns.list()).toEqual([{ proxy: PROXY, kept: 'keychain' }]);
  one.fault.is = null;
  expect(codeOf(await signIns.forgetAll())).toBe('ok');
  expect([signIns.list(), one.keychain.items.size]).toEqual([[], 0]);
  expect(await found(await one.run(), PROXY)).toBeNull();
});

test.each([null, 'bm8tY29sb24=', 'not base64:'])('the keychain item %j is no proxy sign-in', async (text) => {
  const { keychain, run } = tested();
  await (await run()).save(PROXY, ANN);
  if (text === null) keychain.items.clear();
  else keychain.items.set(`proxy-${PROXY}`, text);
  expect(await found(await run(), PROXY)).toBe('keychain-error');
});

test('locking Easel drops all proxy sign-ins from memory', async () => {
  const { state, redacted, run } = tested();
  const signIns = await run();
  const before = new Set(redacted);
  await signIns.save(PROXY, ANN);
  await signIns.save(OTHER, ANN);
  const refused = signIns.get(OTHER);
  if (refused !== undefined) refused.refused = true;
  state.isLocked = true;
  signIns.drop();
  expect([redacted, await found(signIns, PROXY)]).toEqual([before, 'locked']);
  expect(codeOf(await signIns.save(PROXY, BEN))).toBe('locked');
  state.isLocked = false;
  expect(await found(signIns, PROXY)).toEqual(ANN);
  expect(signIns.get(OTHER)).toMatchObject({ refused: true, credentials: { password: '' } });
});

test('after a proxy sign-in for the session was entered, the saved sign-in is not used again', async () => {
  const { fault, run } = tested();
  const signIns = await run();
  await signIns.save(PROXY, ANN);
  fault.is = { state: 'locked' };
  await signIns.save(PROXY, BEN);
  await signIns.save(OTHER, BEN);
  signIns.drop();
  fault.is = null;
  expect(await found(signIns, PROXY)).toEqual({ user: '', password: '' });
  expect(signIns.get(PROXY)?.refused).toBe(true);
  expect(signIns.list()).toEqual([{ proxy: PROXY, kept: 'keychain' }]);
  await signIns.save(PROXY, BEN);
  signIns.drop();
  expect(await found(signIns, PROXY)).toEqual(BEN);
});
