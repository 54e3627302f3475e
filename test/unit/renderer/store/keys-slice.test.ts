import { afterEach, expect, test, vi } from 'vitest';
import type { ConnectionKeys, KeyInfo, RehearsalCell } from '../../../../preload/contract/keys.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { shownConnection } from '../../../../renderer/store/keys-slice.ts';
import {
  connectionOf,
  createAppStore,
  failed,
  healthOf,
  scriptedBridge,
  type Script,
} from '../scripted-bridge.ts';
import { paperOf } from '../../../support/paper-of.ts';

afterEach(() => {
  vi.useRealTimers();
});

function keyOf(id: string, change: Partial<KeyInfo> = {}): KeyInfo {
  return {
    id,
    slot: 'main',
    stage: 'current',
    kept: 'keychain',
    fingerprint: id,
    addedAt: 1,
    note: '',
    owner: '',
    remindAt: null,
    lastAcceptedAt: null,
    lastRefusedAt: null,
    useWhenGreen: true,
    ...change,
  };
}

function keysOf(connectionId: string, ...keys: readonly KeyInfo[]): ConnectionKeys {
  return { connectionId, keys, rehearsal: null };
}

function cell(change: Partial<RehearsalCell>): RehearsalCell {
  return { api: 'board-api', stage: 'next', state: 'good', summary: 'Accepted.', failure: null, ...change };
}

/** A started store with the connections a, b and c, of which a is in front. */
async function started(script: Script = {}) {
  const connections = ['a', 'b', 'c'].map((id) => connectionOf(id));
  const scripted = scriptedBridge({
    'connections.list': () => ok({ connections, currentId: 'a' }),
    'keys.list': ({ connectionId }) => ok(keysOf(connectionId, keyOf(`${connectionId}1`))),
    'keys.leftovers': () => ok([]),
    'papers.list': () => ok([]),
    ...script,
  });
  const store = createAppStore(scripted.bridge);
  await store.getState().start();
  return { ...scripted, store, state: () => store.getState() };
}

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

test('the screen shows the current connection’s keys first, and reads those of all', async () => {
  const { state, calls } = await started();
  await state().openKeys();
  expect(shownConnection(state())?.id).toBe('a');
  expect(Object.keys(state().keysById)).toEqual(['a', 'b', 'c']);
  expect(calls.some(({ channel }) => channel === 'keychain.status')).toBe(false);
});

test('viewing another connection’s keys doesn’t make it the current one', async () => {
  const { state, calls } = await started();
  await state().openKeys();
  await state().showKeysOf('b');
  expect(shownConnection(state())?.id).toBe('b');
  expect(state().currentId).toBe('a');
  expect(calls.some(({ channel }) => channel === 'connections.select')).toBe(false);
});

test('after the shown connection was removed, or another was opened, the current one is shown', async () => {
  const { state, emit } = await started();
  await state().showKeysOf('b');
  await state().go({ kind: 'connection', id: 'c' });
  expect(shownConnection(state())?.id).toBe('c');
  await state().showKeysOf('b');
  emit('connections.changed', { connections: [connectionOf('a'), connectionOf('c')], currentId: 'c' });
  expect(shownConnection(state())?.id).toBe('c');
});

test('reading very many connections pauses when main asks for it', async () => {
  vi.useFakeTimers();
  let refused = 0;
  const { state } = await started({
    'keys.list': ({ connectionId }) => {
      if (connectionId === 'b' && refused < 2) {
        refused += 1;
        return failed('too-fast');
      }
      return ok(keysOf(connectionId));
    },
  });
  const opened = state().openKeys();
  await vi.runAllTimersAsync();
  await opened;
  expect(refused).toBe(2);
  expect(Object.keys(state().keysById)).toEqual(['a', 'b', 'c']);
  expect(state().keysFailure).toBeNull();
});

test('keys that could not be read are a failure, never no keys', async () => {
  const { state } = await started({ 'keys.list': () => failed('storage') });
  await state().openKeys();
  expect(state().keysFailure?.code).toBe('storage');
  expect(state().keysById).toEqual({});
});

test('an event of changed keys is accepted for any connection', async () => {
  const { state, emit } = await started();
  emit('keys.changed', keysOf('c', keyOf('c9')));
  expect(state().keysById['c']?.keys.map(({ id }) => id)).toEqual(['c9']);
});

test('a check without a named paper can say which one it uses: the newest remembered', async () => {
  const { state } = await started({
    'papers.list': () =>
      ok([
        paperOf('old', { rememberedAt: 1 }),
        paperOf('new', { rememberedAt: 3 }),
        paperOf('middle', { rememberedAt: 2 }),
      ]),
  });
  await state().showKeysOf('a');
  expect(state().keysPaper?.identifier).toBe('new');
});

test('the health beside the check is that of the shown connection', async () => {
  const { state, emit } = await started();
  await state().showKeysOf('b');
  emit('health.changed', healthOf('a', { 'board-api': { state: 'trouble', since: 1 } }));
  expect(state().keysHealth).toEqual(healthOf('b'));
  const trouble = healthOf('b', { 'board-api': { state: 'trouble', since: 1 } });
  emit('health.changed', trouble);
  expect(state().keysHealth).toEqual(trouble);
});

test('a late response about another connection is not shown', async () => {
  const late = Promise.withResolvers<void>();
  const { state } = await started({
    'papers.list': async ({ connectionId }) => {
      if (connectionId === 'a') await late.promise;
      return ok([paperOf(`paper of ${connectionId}`, { rememberedAt: 1 })]);
    },
  });
  const first = state().showKeysOf('a');
  await state().showKeysOf('b');
  late.resolve();
  await first;
  expect(state().keysPaper?.identifier).toBe('paper of b');
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

test('a key for an empty slot is reported as in use, with how long it is kept', async () => {
  const { state } = await started({
    'keys.list': ({ connectionId }) => ok(keysOf(connectionId)),
    'keys.stage': () => ok(keysOf('a', keyOf('a1', { kept: 'session' }))),
  });
  await state().openKeys();
  await state().stageKey({ ...STAGED, sessionOnly: true });
  expect(state().message.text).toBe('Key in use for this session only.');
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

test('a check that left something untried is not verified', async () => {
  const cells = [cell({}), cell({ api: 'paper-api', state: 'not-checkable' })];
  const { state } = await started({
    'keys.rehearse': () => ok({ ...keysOf('a'), rehearsal: { at: 5, cells, switched: [] } }),
  });
  await state().rehearseKeys('a', '');
  expect(state().message.text).toBe('No check failed; some could not run.');
});

test('a check that was offline says so, and is announced once it was repeated by itself', async () => {
  const offline = [cell({ state: 'offline' }), cell({ api: 'paper-api', state: 'offline' })];
  const { state, emit } = await started({
    'keys.rehearse': () => ok({ ...keysOf('a'), rehearsal: { at: 5, cells: offline, switched: [] } }),
  });
  await state().rehearseKeys('a', '');
  expect(state().message.text).toBe('Not checked (offline). Easel checks the board API once it answers.');
  emit('keys.changed', { ...keysOf('a'), rehearsal: { at: 6, cells: [cell({})], switched: [] } });
  expect(state().message).toMatchObject({ text: 'Key check: All checks passed.', look: 'done' });
});

test('a next key that took over by itself is announced', async () => {
  const { state } = await started({
    'keys.rehearse': () =>
      ok({ ...keysOf('a'), rehearsal: { at: 5, cells: [cell({})], switched: ['main'] } }),
  });
  await state().rehearseKeys('a', '');
  expect(state().message.text).toContain('The next key is in use');
});

test('only one check runs at a time', async () => {
  const answer = Promise.withResolvers<ConnectionKeys>();
  const { state, calls } = await started({ 'keys.rehearse': async () => ok(await answer.promise) });
  const running = state().rehearseKeys('a', '');
  await state().rehearseKeys('b', '');
  expect(state().rehearsing).toBe('a');
  answer.resolve(keysOf('a'));
  await running;
  expect(state().rehearsing).toBeNull();
  expect(calls.filter(({ channel }) => channel === 'keys.rehearse')).toHaveLength(1);
});

test('a check that could not run says why for its own connection, until the next one', async () => {
  let locked = true;
  const { state } = await started({
    'keys.rehearse': () => (locked ? failed('keychain-locked') : ok(keysOf('a'))),
  });
  await state().rehearseKeys('a', '');
  expect(state().rehearsalFailure).toMatchObject({ connectionId: 'a', failure: { code: 'keychain-locked' } });
  locked = false;
  await state().rehearseKeys('a', '');
  expect(state().rehearsalFailure).toBeNull();
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

test('a refusal by main leaves the keys unchanged', async () => {
  const { state } = await started({ 'keys.useNext': () => failed('refused') });
  await state().openKeys();
  expect(await state().switchToNextKey({ connectionId: 'a', slot: 'main', knowingly: false })).toMatchObject({
    code: 'refused',
  });
  expect(state().keysById['a']?.keys.map(({ id }) => id)).toEqual(['a1']);
});

test('unused keys are counted, and those that could not be removed stay', async () => {
  const left = { id: 'x', connectionName: 'Acme', fingerprint: 'b7c2' };
  const { state } = await started({
    'keys.leftovers': () => ok([left, { ...left, id: 'y' }]),
    'keys.removeLeftovers': () => ok([left]),
  });
  await state().openKeys();
  expect(state().leftovers).toHaveLength(2);
  await state().removeLeftovers();
  expect(state().leftovers).toEqual([left]);
  expect(state().message.text).toBe('1 unused key is still in the keychain.');
});

test('the health beside the keys is the newest, however long the register takes to be read', async () => {
  const register = Promise.withResolvers<void>();
  const { state, emit } = await started({
    'health.state': ({ connectionId }) => ok(healthOf(connectionId, { 'board-api': { state: 'trouble' } })),
    'papers.list': () => register.promise.then(() => ok([])),
  });
  const opening = state().showKeysOf('a');
  await expect.poll(() => state().keysById['a']).toBeDefined();
  emit('health.changed', healthOf('a', { 'board-api': { state: 'good' } }));
  register.resolve();
  await opening;
  expect(state().keysHealth?.parts).toContainEqual(
    expect.objectContaining({ name: 'board-api', state: 'good' }),
  );
});
