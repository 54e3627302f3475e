import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FailureCode } from '../../../../preload/contract/failure.ts';
import { codeOf, given } from './keys-under-test.ts';
import {
  cellsOf,
  CURRENT,
  idOf,
  NEXT,
  RECORD,
  staged,
  stagesOf,
  keyUseUnderTest,
  valueOf,
  type UseUnderTest,
} from './keys-use-under-test.ts';

let under: UseUnderTest;
beforeEach(() => {
  under = keyUseUnderTest();
});
afterEach(() => {
  under.close();
});

function startOver(...options: Parameters<typeof keyUseUnderTest>): void {
  under.close();
  under = keyUseUnderTest(...options);
}

const stage = async (...args: Parameters<typeof staged>) => under.keys.stage(staged(...args));
const useNext = async (knowingly: boolean) =>
  under.keys.useNext({ connectionId: 'c', slot: 'main', knowingly });
const goBack = async () => under.keys.goBack({ connectionId: 'c', slot: 'main' });
const discard = async (which: 'current' | 'next') =>
  under.keys.discard({ connectionId: 'c', keyId: await idOf(under, which) });

const fieldsOf = (result: Awaited<ReturnType<typeof stage>>) =>
  result.ok ? [] : Object.keys(result.error.fields ?? {}).toSorted();

describe('staging', () => {
  test('saves the first key as current and the second as next, with its details', async () => {
    await valueOf(stage(CURRENT));
    const about = { note: ' of the\u2028customer ', remindAt: 99, useWhenGreen: true };
    const state = await valueOf(stage(NEXT, about));
    expect(stagesOf(state)).toEqual(['main current', 'main next']);
    expect(state.keys[1]).toMatchObject({ ...about, note: 'of the customer' });
    expect(JSON.stringify(state)).not.toContain(NEXT);
    expect(under.sent).toEqual([]);
  });

  test('rejects a session key if the policy requires the keychain', async () => {
    startOver({ requireKeychain: true });
    expect(codeOf(await stage(CURRENT, { sessionOnly: true }))).toBe('policy');
    expect(codeOf(await stage(CURRENT))).toBe('ok');
  });

  test('stores no practice key', async () => {
    const { keys, record, rows, keychain } = under;
    record.now = { ...RECORD, environment: 'practice' };
    const state = await valueOf(stage(CURRENT));
    expect(state.keys.map(({ kept }) => kept)).toEqual(['session']);
    const keyId = await idOf(under, 'current');
    expect(codeOf(await keys.keep({ connectionId: 'c', keyId }))).toBe('refused');
    expect([rows(), keychain.items.size]).toEqual([[], 0]);
  });
});

describe('a key', () => {
  beforeEach(async () => {
    for (const key of [CURRENT, NEXT]) await valueOf(stage(key));
    await valueOf(useNext(true));
  });

  test('is retired only after the user types “retired”', async () => {
    const { keys, keychain } = under;
    const retire = async (which: 'current' | 'previous', typed: string) =>
      keys.retire({ connectionId: 'c', keyId: await idOf(under, which), typed });
    expect(fieldsOf(await retire('previous', 'yes'))).toEqual(['typed']);
    expect(codeOf(await retire('current', 'retired'))).toBe('refused');
    expect(stagesOf(await valueOf(retire('previous', 'retired')))).toEqual(['main current']);
    expect([...keychain.items.values()]).toEqual([NEXT]);
  });

  test('is discarded only while it is next', async () => {
    expect(codeOf(await discard('current'))).toBe('refused');
    expect(codeOf(await under.keys.discard({ connectionId: 'c', keyId: 'none' }))).toBe('not-found');
    await valueOf(goBack());
    expect(stagesOf(await valueOf(discard('next')))).toEqual(['main current']);
  });
});

test('publishes changed keys, except for a removed connection', async () => {
  const { keys, told } = under;
  await valueOf(stage(CURRENT));
  await keys.changed('c');
  await keys.changed('gone');
  expect(told).toEqual([await valueOf(keys.list({ connectionId: 'c' }))]);
});

describe('a rehearsal', () => {
  const withNext = async (useWhenGreen = false): Promise<void> => {
    await valueOf(stage(CURRENT));
    await valueOf(stage(NEXT, { useWhenGreen }));
  };
  const rehearse = (paper = 'paper-1') => under.keys.rehearse({ connectionId: 'c', paper });

  /** Lets both keys fail at these APIs; null lets them succeed. */
  function answer(code: FailureCode | null, ...apis: readonly string[]): void {
    under.failing.clear();
    for (const key of [CURRENT, NEXT])
      for (const api of apis) if (code !== null) under.failing.set(`${api} ${key}`, code);
    under.sent.length = 0;
  }

  const GREEN = ['paper-api', 'board-api'].flatMap((api) => [`${api} current: good`, `${api} next: good`]);

  test('tries both keys at both APIs, and notifies the page', async () => {
    await withNext();
    const state = await valueOf(rehearse());
    expect(cellsOf(state)).toEqual(GREEN);
    expect(state.rehearsal).toMatchObject({ at: under.now(), switched: [] });
    expect(under.sent.toSorted()).toEqual([
      `boardApi ${CURRENT}`,
      `boardApi ${NEXT}`,
      `paperApi ${CURRENT} paper-1`,
      `paperApi ${NEXT} paper-1`,
    ]);
    expect(under.told.at(-1)).toEqual(state);
  });

  test('reports an API that was not reached as offline, and switches no key', async () => {
    await withNext(true);
    answer('offline', 'boardApi');
    const state = await valueOf(rehearse());
    expect(cellsOf(state)).toContain('board-api next: offline');
    expect(stagesOf(state)).toEqual(['main current', 'main next']);
  });

  test('reports missing keys, and keys that the keychain did not return', async () => {
    const lock = { on: false };
    startOver({}, (call) => (lock.on && call === 'get' ? { state: 'locked' } : null));
    await valueOf(stage(CURRENT));
    under.slots.drop();
    lock.on = true;
    const { rehearsal } = await valueOf(rehearse());
    const states = ['failed', 'no-key', 'failed', 'no-key'];
    expect(rehearsal?.cells.map(({ state }) => state)).toEqual(states);
    expect(rehearsal?.cells[0]?.failure?.code).toBe('keychain-locked');
    expect(under.sent).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a key is discarded', () => discard('next')],
    ['the next key is used', () => useNext(false)],
    ['an API address changes', async () => (under.record.now = { ...RECORD, boardApi: 'https://b.test' })],
    ['Easel is locked', async () => under.lockEasel()],
  ])('is discarded when %s', async (_what, change) => {
    await withNext();
    await valueOf(rehearse());
    await change();
    expect((await valueOf(under.keys.list({ connectionId: 'c' }))).rehearsal).toBeNull();
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a key changes', () => discard('next')],
    ['Easel is locked', async () => under.lockEasel()],
  ])('is discarded when %s while it runs, and switches no key', async (_what, change) => {
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
    expect((await valueOf(rehearsed)).rehearsal).toBeNull();
    under.lock.on = false;
    expect(await given(under.slots.get('c', 'main'))).toBe(CURRENT);
  });

  describe('using the next key', () => {
    test('requires a passed rehearsal', async () => {
      await withNext();
      expect(codeOf(await useNext(false))).toBe('refused');
      under.failing.set(`paperApi ${NEXT}`, 'key-refused');
      await rehearse();
      expect(codeOf(await useNext(false))).toBe('refused');
      answer(null);
      await rehearse();
      expect(stagesOf(await valueOf(useNext(false)))).toEqual(['main current', 'main previous']);
    });

    test('requires confirmation if an API could not be checked', async () => {
      await withNext();
      await rehearse('');
      expect(codeOf(await useNext(false))).toBe('refused');
      expect(codeOf(await useNext(true))).toBe('ok');
    });
  });

  describe('a next key with useWhenGreen', () => {
    test('becomes current once when all checks pass', async () => {
      await withNext(true);
      const state = await valueOf(rehearse());
      expect(stagesOf(state)).toEqual(['main current', 'main previous']);
      expect(state.rehearsal?.switched).toEqual(['main']);
      expect(under.told.at(-1)).toEqual(state);
      await valueOf(goBack());
      expect(stagesOf(await valueOf(rehearse()))).toEqual(['main current', 'main next']);
    });

    test('waits while there is a previous key', async () => {
      await withNext();
      await valueOf(useNext(true));
      await valueOf(stage('third-key-4444', { useWhenGreen: true }));
      const { keys, rehearsal } = await valueOf(rehearse());
      expect([keys.length, rehearsal?.switched]).toEqual([3, []]);
      expect(await given(under.slots.get('c', 'main'))).toBe(NEXT);
    });
  });
});
