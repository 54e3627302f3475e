import { beforeEach, describe, expect, test } from 'vitest';
import { fail, type FailureCode, ok, type Result } from '../../../../preload/contract/failure.ts';
import { must } from '../../../support/must.ts';
import { codeOf, given, newKey, under as keysUnderTest } from './keys-under-test.ts';
import { Keys } from '../../../../main/connections/keys.ts';
import { switchQuestion } from '../../../../main/connections/questions.ts';
import { NO_POLICY, type Policy } from '../../../../main/ipc/policy/policy.ts';
import type { NewEntry } from '../../../../main/lib/implementation.ts';
import type { ServiceApi } from '../../../../main/service/api.ts';
import type { AskKey } from '../../../../main/service/authorize.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import type { ArgsOf } from '../../../../preload/contract/contract.ts';
import type { ConnectionKeys, KeyStage } from '../../../../preload/contract/keys.ts';
import { recordOf } from './connection-record.ts';

const CURRENT = 'current-key-1111';
const NEXT = 'next-key-22222222';

const RECORD = recordOf({ environment: 'production' });

type UseUnderTest = ReturnType<typeof keyUseUnderTest>;

function keyUseUnderTest(policy: Partial<Policy> = {}) {
  const tested = keysUnderTest();
  const slots = tested.run();
  const record = { now: RECORD };
  // Failure codes that the fake service returns, by API and key, for example `boardApi a-key`.
  const failing = new Map<string, FailureCode>();
  const told: ConnectionKeys[] = [];
  const logged: NewEntry[] = [];
  const service: { before?: () => Promise<void> } = {};
  const made = new Keys({
    keyStore: slots,
    isLocked: () => tested.lock.on,
    policy: { ...NO_POLICY, ...policy },
    recordOf: (id) => Promise.resolve(id === record.now.id ? ok(record.now) : fail(failure('not-found'))),
    register: { ofConnection: () => Promise.resolve([]) },
    trial: (_addresses, ask) => clientOf(ask),
    apiOf: (id) => Promise.resolve(ok(clientOf(() => slots.get(id, 'main')))),
    publish: (_event, state) => told.push(state as ConnectionKeys),
    record: (...entries) => logged.push(...entries),
    inTurn: (work) => work(),
    now: tested.now,
  });
  const clientOf = (ask: AskKey): ServiceApi => {
    const answer = async <T>(api: 'paperApi' | 'boardApi', value: T): Promise<Result<T>> => {
      const key = await ask(api);
      if (!key.ok) return key;
      await service.before?.();
      const code = failing.get(`${api} ${key.value.key.reveal()}`);
      return code === undefined ? ok(value) : fail(failure(code));
    };
    return {
      listBoards: () => answer('boardApi', { items: [], notUnderstood: 0, total: 0 }),
      mintToken: () => answer('paperApi', { token: 't', expiresAt: null }),
    } as unknown as ServiceApi;
  };
  const lockEasel = (): void => {
    tested.lock.on = true;
    slots.drop();
    made.drop();
  };
  return { ...tested, slots, calls: made.calls, lockEasel, record, failing, told, logged, service };
}

const staged = (apiKey: string, change: Partial<ArgsOf<'keys.stage'>> = {}): ArgsOf<'keys.stage'> => ({
  connectionId: 'c',
  slot: 'main',
  apiKey,
  sessionOnly: false,
  note: '',
  remindAt: null,
  useWhenGreen: false,
  ...change,
});

async function idOf({ calls }: UseUnderTest, stage: KeyStage): Promise<string> {
  const found = must(await calls.list.run({ connectionId: 'c' })).keys.find((key) => key.stage === stage);
  if (found === undefined) throw new Error(`there is no ${stage} key`);
  return found.id;
}

function stagesOf({ keys }: ConnectionKeys): readonly string[] {
  return keys.map(({ slot, stage }) => `${slot} ${stage}`);
}

let under: UseUnderTest;
beforeEach(() => {
  under = keyUseUnderTest();
});

const stage = async (...args: Parameters<typeof staged>) => under.calls.stage.run(staged(...args));
const useNext = async (knowingly: boolean) =>
  under.calls.useNext.run({ connectionId: 'c', slot: 'main', knowingly });
const goBack = async () => under.calls.goBack.run({ connectionId: 'c', slot: 'main' });
const discard = async (which: 'current' | 'next') =>
  under.calls.discard.run({ connectionId: 'c', keyId: await idOf(under, which) });

test('a key can’t be kept only for the session if the policy requires the keychain', async () => {
  under = keyUseUnderTest({ requireKeychain: true });
  expect(codeOf(await stage(CURRENT, { sessionOnly: true }))).toBe('policy');
  expect(codeOf(await stage(CURRENT))).toBe('ok');
});

test('the confirmation dialog for saving a session key names the stored key that will be replaced', async () => {
  const [stored] = must(await stage(CURRENT)).keys;
  under.slots.keepForSession(newKey(NEXT));
  const asked = await under.calls.keep.ask({ connectionId: 'c', keyId: await idOf(under, 'current') });
  expect(must(asked)?.detail).toContain(
    `Easel will remove the key ${stored?.fingerprint} from the keychain, because this key replaces it.`,
  );
});

test('the question before a switch to the next key mentions switching back only if a current key exists', () => {
  const next = { fingerprint: 'b', slot: 'main', stage: 'next', kept: 'keychain' } as const;
  const detailOf = (current: { fingerprint: string } | null) =>
    switchQuestion(RECORD, next, { current, isProven: true }).detail;
  expect(detailOf({ fingerprint: 'a' })).toContain(' instead of the key a. You can switch back later.');
  expect(detailOf(null)).toMatch(/^Easel will use this key for (?!.*switch back).*\.$/u);
});

test('a key of the practice connection is never stored in the keychain', async () => {
  const { calls, record, rows, keychain } = under;
  record.now = { ...RECORD, environment: 'practice' };
  const state = must(await stage(CURRENT));
  expect(state.keys.map(({ kept }) => kept)).toEqual(['session']);
  const keyId = await idOf(under, 'current');
  expect(codeOf(await calls.keep.run({ connectionId: 'c', keyId }))).toBe('refused');
  expect([rows(), keychain.items.size]).toEqual([[], 0]);
});

describe('keys that are stored in the keychain', () => {
  beforeEach(async () => {
    for (const key of [CURRENT, NEXT]) must(await stage(key));
    must(await useNext(true));
  });

  test('the user must type “retired” before the previous key is removed from the keychain', async () => {
    const { calls, keychain } = under;
    const retire = async (which: 'current' | 'previous', typed: string) =>
      calls.retire.run({ connectionId: 'c', keyId: await idOf(under, which), typed });
    expect(await retire('previous', 'yes')).toMatchObject({
      error: { fields: { typed: expect.any(String) } },
    });
    expect(codeOf(await retire('current', 'retired'))).toBe('refused');
    expect(stagesOf(must(await retire('previous', 'retired')))).toEqual(['main current']);
    expect([...keychain.items.values()]).toEqual([NEXT]);
  });

  test('only a key that is staged as the next key can be discarded', async () => {
    expect(codeOf(await discard('current'))).toBe('refused');
    expect(codeOf(await under.calls.discard.run({ connectionId: 'c', keyId: 'none' }))).toBe('not-found');
    must(await goBack());
    expect(stagesOf(must(await discard('next')))).toEqual(['main current']);
  });
});

const withNext = async (useWhenGreen = false): Promise<void> => {
  must(await stage(CURRENT));
  must(await stage(NEXT, { useWhenGreen }));
};
const rehearse = (paper = 'paper-1') => under.calls.rehearse.run({ connectionId: 'c', paper });

test('Easel does not switch to the next key automatically if an API is offline during the key’s check', async () => {
  await withNext(true);
  under.failing.set(`boardApi ${NEXT}`, 'offline');
  const state = must(await rehearse());
  const offline = { api: 'board-api', stage: 'next', state: 'offline' };
  expect(state.rehearsal?.cells).toContainEqual(expect.objectContaining(offline));
  expect(stagesOf(state)).toEqual(['main current', 'main next']);
});

test.each<[string, () => Promise<unknown>]>([
  ['a key is discarded', () => discard('next')],
  ['the next key is used', () => useNext(false)],
  ['an API address changes', async () => (under.record.now = { ...RECORD, boardApi: 'https://b.test' })],
  ['Easel is locked', async () => under.lockEasel()],
])('Easel drops the check result of the next key when %s', async (_what, change) => {
  await withNext();
  must(await rehearse());
  await change();
  expect(must(await under.calls.list.run({ connectionId: 'c' })).rehearsal).toBeNull();
});

test.each<[string, () => Promise<unknown>]>([
  ['a key changes', () => discard('next')],
  ['Easel is locked', async () => under.lockEasel()],
])('the check of the next key has no result if %s during the check', async (_what, change) => {
  await withNext(true);
  const begun = Promise.withResolvers<void>();
  const { promise, resolve } = Promise.withResolvers<void>();
  under.service.before = () => {
    begun.resolve();
    return promise;
  };
  const rehearsed = Promise.resolve(rehearse());
  await begun.promise;
  await change();
  resolve();
  expect(must(await rehearsed).rehearsal).toBeNull();
  under.lock.on = false;
  expect(await given(under.slots.get('c', 'main'))).toBe(CURRENT);
});

test('the user can switch to the next key only after the key has passed its check', async () => {
  await withNext();
  expect(codeOf(await useNext(false))).toBe('refused');
  under.failing.set(`paperApi ${NEXT}`, 'key-refused');
  await rehearse();
  expect(codeOf(await useNext(false))).toBe('refused');
  under.failing.clear();
  await rehearse();
  expect(stagesOf(must(await useNext(false)))).toEqual(['main current', 'main previous']);
});

test('switching to the next key needs the user’s confirmation if one API could not check the key', async () => {
  await withNext();
  await rehearse('');
  expect(codeOf(await useNext(false))).toBe('refused');
  expect(codeOf(await useNext(true))).toBe('ok');
});

test('with automatic switching, the next key becomes current when all its checks have passed', async () => {
  await withNext(true);
  const state = must(await rehearse());
  expect(stagesOf(state)).toEqual(['main current', 'main previous']);
  expect(state.rehearsal?.switched).toEqual(['main']);
  expect(under.told.at(-1)).toEqual(state);
  must(await goBack());
  expect(stagesOf(must(await rehearse()))).toEqual(['main current', 'main next']);
  const [old, next] = state.keys.map(({ fingerprint }) => fingerprint).toReversed();
  expect(under.logged.map(({ action, target, detail }) => [action, target, detail])).toEqual([
    [
      'key-switched',
      'main',
      `Old key: ${old}. New key: ${next}. Check of the new key: paper API passed, board API passed at ${new Date(under.now()).toISOString()}. Switched: automatically, because all checks passed.`,
    ],
    [
      'key-switched',
      'main',
      `Old key: ${next}. New key: ${old}. Check of the new key: not checked. Switched: back to the previous key.`,
    ],
  ]);
});

test('Easel does not switch to the next key automatically while the previous key is still stored', async () => {
  await withNext();
  must(await useNext(true));
  must(await stage('third-key-4444', { useWhenGreen: true }));
  const { keys, rehearsal } = must(await rehearse());
  expect([keys.length, rehearsal?.switched]).toEqual([3, []]);
  expect(await given(under.slots.get('c', 'main'))).toBe(NEXT);
});
