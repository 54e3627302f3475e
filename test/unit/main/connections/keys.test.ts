import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import { codeOf, given } from './keys-under-test.ts';
import {
  CURRENT,
  idOf,
  NEXT,
  RECORD,
  staged,
  stagesOf,
  useUnderTest,
  valueOf,
  type UseUnderTest,
  cellsOf,
} from './keys-use-under-test.ts';
import type { ConnectionKeys } from '../../../../preload/contract/keys.ts';
import type { Health } from '../../../../preload/contract/service.ts';

let folder: string;
let under: UseUnderTest;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-keys-'));
  under = useUnderTest();
});
afterEach(() => {
  under.close();
  rmSync(folder, { recursive: true, force: true });
});

const fieldsOf = (result: Awaited<ReturnType<UseUnderTest['keys']['stage']>>) =>
  result.ok ? [] : Object.keys(result.error.fields ?? {}).toSorted();

describe('staging', () => {
  test('saves the first key as current and the second as next, with its details', async () => {
    const { keys, sent } = under;
    await valueOf(keys.stage(staged(CURRENT)));
    const about = { note: ' of the\u2028customer ', owner: ' A\u202enn ', remindAt: 99, useWhenGreen: true };
    const state = await valueOf(keys.stage(staged(NEXT, about)));
    expect(stagesOf(state)).toEqual(['main current', 'main next']);
    expect(state.keys[1]).toMatchObject({
      note: 'of the customer',
      owner: 'Ann',
      remindAt: 99,
      useWhenGreen: true,
    });
    expect(JSON.stringify(state)).not.toContain(NEXT);
    expect(sent).toEqual([]);
  });

  test('for this session only is off when the organisation requires the keychain', async () => {
    under.close();
    under = useUnderTest({ requireKeychain: true });
    expect(codeOf(await under.keys.stage(staged(CURRENT, { sessionOnly: true })))).toBe('policy');
    expect(codeOf(await under.keys.stage(staged(CURRENT)))).toBe('ok');
  });

  test('at the practice service writes nothing anywhere', async () => {
    const { keys, record, rows, keychain } = under;
    record.now = { ...RECORD, environment: 'practice' };
    const state = await valueOf(keys.stage(staged(CURRENT)));
    expect(state.keys.map(({ kept }) => kept)).toEqual(['session']);
    expect(codeOf(await keys.keep({ connectionId: 'c', keyId: await idOf(keys, 'current') }))).toBe(
      'refused',
    );
    expect([rows(), keychain.items.size]).toEqual([[], 0]);
  });
});

describe('a key from a file', () => {
  function choose(text: string) {
    const file = path.join(folder, 'key.txt');
    writeFileSync(file, text);
    under.file.chosen = ok({ path: file, name: 'key.txt', text });
    return { file, chosen: under.keys.chooseFile() };
  }

  test('shows its fingerprint, is staged without leaving main, and its file is then shredded', async () => {
    const { keys, slots, held } = under;
    const { file, chosen } = choose(`${CURRENT}\n`);
    const known = await valueOf(chosen);
    expect(known).toMatchObject({
      fileName: 'key.txt',
      fingerprint: expect.stringMatching(/^[\da-f]{8}$/) as unknown,
    });
    expect(JSON.stringify(known)).not.toContain(CURRENT);
    expect(held()).toEqual([CURRENT]);
    const fileId = known?.fileId ?? '';
    await valueOf(keys.stage(staged(null, { fileId })));
    expect(await given(slots.get('c', 'main'))).toBe(CURRENT);
    await valueOf(keys.shredFile({ fileId }));
    expect(existsSync(file)).toBe(false);
    slots.drop();
    expect(held()).toEqual([]);
  });

  test('can be staged again when the keychain did not save it', async () => {
    under.close();
    const lock = { on: true };
    under = useUnderTest({}, () => (lock.on ? { state: 'locked' } : null));
    const fileId = (await valueOf(choose(CURRENT).chosen))?.fileId ?? '';
    expect(codeOf(await under.keys.stage(staged(null, { fileId })))).toBe('keychain-locked');
    lock.on = false;
    expect(codeOf(await under.keys.stage(staged(null, { fileId })))).toBe('ok');
  });

  test.each([
    ['two words in it', 'secret words'],
    ['nothing in it', ' \n'],
    ['a header in it', 'Bearer secret-12345'],
  ])('with %s is refused without a word of it', async (_what, text) => {
    const result = await choose(text).chosen;
    expect(codeOf(result)).toBe('invalid-input');
    expect(JSON.stringify(result)).not.toContain('secret');
    expect(under.held()).toEqual([]);
  });

  test('that has changed since, or was never chosen, is not shredded', async () => {
    const { file, chosen } = choose(CURRENT);
    const fileId = (await valueOf(chosen))?.fileId ?? '';
    writeFileSync(file, 'something else that matters');
    expect(codeOf(await under.keys.shredFile({ fileId }))).toBe('storage');
    expect(existsSync(file)).toBe(true);
    expect(codeOf(await under.keys.shredFile({ fileId: 'another-id' }))).toBe('storage');
  });

  test('is forgotten when Easel locks, even while its dialog is open', async () => {
    const fileId = (await valueOf(choose(CURRENT).chosen))?.fileId ?? '';
    under.keys.drop();
    expect(under.held()).toEqual([]);
    expect(fieldsOf(await under.keys.stage(staged(null, { fileId })))).toEqual(['apiKey']);
    expect(codeOf(await under.keys.shredFile({ fileId }))).toBe('storage');
    under.file.onChoose = () => under.keys.drop();
    expect(codeOf(await choose(CURRENT).chosen)).toBe('locked');
    expect(under.held()).toEqual([]);
  });
});

describe('a key', () => {
  async function rotated() {
    await valueOf(under.keys.stage(staged(CURRENT)));
    await valueOf(under.keys.stage(staged(NEXT)));
    await valueOf(under.keys.useNext({ connectionId: 'c', slot: 'main', knowingly: true }));
    return under;
  }

  test('is retired once the person has typed that it is deleted at the service', async () => {
    const { keys, keychain } = await rotated();
    const previous = await idOf(keys, 'previous');
    expect(fieldsOf(await keys.retire({ connectionId: 'c', keyId: previous, typed: 'yes' }))).toEqual([
      'typed',
    ]);
    expect(
      codeOf(await keys.retire({ connectionId: 'c', keyId: await idOf(keys, 'current'), typed: 'retired' })),
    ).toBe('refused');
    expect(
      stagesOf(await valueOf(keys.retire({ connectionId: 'c', keyId: previous, typed: 'retired' }))),
    ).toEqual(['main current']);
    expect([...keychain.items.values()]).toEqual([NEXT]);
  });

  test('is discarded only while it is next', async () => {
    const { keys } = await rotated();
    expect(codeOf(await keys.discard({ connectionId: 'c', keyId: await idOf(keys, 'current') }))).toBe(
      'refused',
    );
    expect(codeOf(await keys.discard({ connectionId: 'c', keyId: 'no-such-key' }))).toBe('not-found');
    await valueOf(keys.goBack({ connectionId: 'c', slot: 'main' }));
    expect(
      stagesOf(await valueOf(keys.discard({ connectionId: 'c', keyId: await idOf(keys, 'next') }))),
    ).toEqual(['main current']);
  });
});

test('unused keys show the name of their connection, current or last known', async () => {
  under.close();
  const lock = { on: false };
  under = useUnderTest({}, () => (lock.on ? { state: 'locked' } : null));
  const { keys, slots, record } = under;
  await valueOf(keys.stage(staged(CURRENT)));
  await slots.giveUpAll('c', 'Old name');
  lock.on = true;
  const [leftover] = await valueOf(keys.leftovers());
  expect(Object.keys(leftover ?? {}).toSorted()).toEqual(['connectionName', 'fingerprint', 'id']);
  expect(leftover?.connectionName).toBe('Acme boards');
  record.now = { ...RECORD, id: 'another' };
  expect(await valueOf(keys.removeLeftovers())).toMatchObject([{ connectionName: 'Old name' }]);
  lock.on = false;
  expect(await valueOf(keys.removeLeftovers())).toEqual([]);
});

test('a change is published in full, and not for a removed connection', async () => {
  const { keys, told } = under;
  await valueOf(keys.stage(staged(CURRENT)));
  await keys.changed('c');
  await keys.changed('gone');
  expect(told).toHaveLength(1);
  expect(told[0]).toEqual(await valueOf(keys.list({ connectionId: 'c' })));
});

describe('a check of all keys', () => {
  async function withNext(useWhenGreen = false): Promise<UseUnderTest> {
    await valueOf(under.keys.stage(staged(CURRENT)));
    await valueOf(under.keys.stage(staged(NEXT, { useWhenGreen })));
    return under;
  }

  const rehearse = (paper = 'paper-1') => under.keys.rehearse({ connectionId: 'c', paper });
  const GREEN = [
    'paper-api current: good',
    'paper-api next: good',
    'board-api current: good',
    'board-api next: good',
  ];

  describe('verification', () => {
    test('tries both keys at both APIs, and notifies the page', async () => {
      const { sent, told, now } = await withNext();
      const state = await valueOf(rehearse());
      expect(cellsOf(state)).toEqual(GREEN);
      expect(state.rehearsal).toMatchObject({ at: now(), switched: [] });
      expect(sent.toSorted()).toEqual(
        [
          `paperApi ${CURRENT} paper-1`,
          `paperApi ${NEXT} paper-1`,
          `boardApi ${CURRENT}`,
          `boardApi ${NEXT}`,
        ].toSorted(),
      );
      expect(told.at(-1)).toEqual(state);
    });

    describe('that does not reach the service', () => {
      /** The health of the connection once a part has answered. */
      const answering = (name: 'board-api' | 'paper-api', lastSuccess: number): Health => ({
        connectionId: 'c',
        parts: [
          {
            name,
            state: 'good',
            lastSuccess,
            lastFailure: null,
            since: null,
            failure: null,
            nextProbe: null,
            tookMs: null,
            watchedSince: null,
            downMs: 0,
          },
        ],
        sentence: '',
      });

      test('says so of the cell, tells health, and is repeated once the service answers', async () => {
        const { failing, sent, unreached, told, now } = await withNext();
        for (const key of [CURRENT, NEXT]) failing.set(`boardApi ${key}`, 'offline');
        const state = await valueOf(rehearse());
        expect(cellsOf(state)).toContain('board-api next: offline');
        expect(unreached).toEqual(['c']);
        failing.clear();
        sent.length = 0;
        await under.keys.healthChanged(answering('paper-api', now() + 1));
        await under.keys.healthChanged(answering('board-api', now() - 1));
        expect(sent).toEqual([]);
        await under.keys.healthChanged(answering('board-api', now() + 1));
        expect(sent.toSorted()).toEqual([`boardApi ${CURRENT}`, `boardApi ${NEXT}`].toSorted());
        expect(cellsOf(told.at(-1) as ConnectionKeys)).toEqual(GREEN);
        sent.length = 0;
        await under.keys.healthChanged(answering('board-api', now() + 2));
        expect(sent).toEqual([]);
      });

      test('lets a next key that waits for it take over when it is repeated, which is logged', async () => {
        const { failing, takenOver, now } = await withNext(true);
        for (const key of [CURRENT, NEXT]) failing.set(`boardApi ${key}`, 'cannot-reach');
        await rehearse();
        failing.clear();
        await under.keys.healthChanged(answering('board-api', now() + 1));
        expect(takenOver).toEqual(['main']);
      });

      test('makes no access token by itself: the paper API waits for a person', async () => {
        const { failing, sent, told, now, takenOver } = await withNext(true);
        for (const key of [CURRENT, NEXT])
          for (const api of ['boardApi', 'paperApi']) failing.set(`${api} ${key}`, 'offline');
        await rehearse();
        failing.clear();
        sent.length = 0;
        await under.keys.healthChanged(answering('paper-api', now() + 1));
        await under.keys.healthChanged(answering('board-api', now() + 1));
        expect(sent.filter((call) => call.startsWith('paperApi'))).toEqual([]);
        expect(cellsOf(told.at(-1) as ConnectionKeys)).toEqual([
          'paper-api current: offline',
          'paper-api next: offline',
          'board-api current: good',
          'board-api next: good',
        ]);
        expect(takenOver).toEqual([]);
      });
    });

    test('says which keys are missing, and which the keychain did not return', async () => {
      under.close();
      const lock = { on: false };
      under = useUnderTest({}, (call) => (lock.on && call === 'get' ? { state: 'locked' } : null));
      await valueOf(under.keys.stage(staged(CURRENT)));
      under.slots.drop();
      lock.on = true;
      const state = await valueOf(rehearse());
      expect(cellsOf(state)).toEqual([
        'paper-api current: failed',
        'paper-api next: no-key',
        'board-api current: failed',
        'board-api next: no-key',
      ]);
      expect(state.rehearsal?.cells[0]?.failure?.code).toBe('keychain-locked');
      expect(under.sent).toEqual([]);
    });
  });

  describe('a verification is dropped', () => {
    test.each<[string, () => Promise<unknown>]>([
      [
        'a key is discarded',
        async () => under.keys.discard({ connectionId: 'c', keyId: await idOf(under.keys, 'next') }),
      ],
      [
        'the next key is used',
        () => under.keys.useNext({ connectionId: 'c', slot: 'main', knowingly: false }),
      ],
      [
        'the connection leads elsewhere',
        async () => (under.record.now = { ...RECORD, boardApi: 'https://b.test' }),
      ],
      ['Easel is locked', async () => under.keys.drop()],
    ])('when %s', async (_what, change) => {
      await withNext();
      await valueOf(rehearse());
      await change();
      expect((await valueOf(under.keys.list({ connectionId: 'c' }))).rehearsal).toBeNull();
    });

    test.each<[string, () => Promise<unknown>]>([
      [
        'a key changes',
        async () => under.keys.discard({ connectionId: 'c', keyId: await idOf(under.keys, 'next') }),
      ],
      ['Easel is locked', async () => under.keys.drop()],
    ])('when %s while it runs, and switches nothing', async (_what, change) => {
      const { service } = await withNext(true);
      const begun = Promise.withResolvers<void>();
      const { promise, resolve } = Promise.withResolvers<void>();
      service.before = () => {
        begun.resolve();
        return promise;
      };
      const rehearsed = rehearse();
      await begun.promise;
      await change();
      resolve();
      const state = await valueOf(rehearsed);
      expect(state.rehearsal).toBeNull();
    });
  });

  describe('using the next key', () => {
    test('requires that it is verified', async () => {
      const { keys, failing } = await withNext();
      expect(codeOf(await keys.useNext({ connectionId: 'c', slot: 'main', knowingly: false }))).toBe(
        'refused',
      );
      failing.set(`paperApi ${NEXT}`, 'key-refused');
      await rehearse();
      expect(codeOf(await keys.useNext({ connectionId: 'c', slot: 'main', knowingly: false }))).toBe(
        'refused',
      );
      failing.clear();
      await rehearse();
      expect(
        stagesOf(await valueOf(keys.useNext({ connectionId: 'c', slot: 'main', knowingly: false }))),
      ).toEqual(['main current', 'main previous']);
    });

    test('that could not be checked is possible, but it doesn’t count as verified', async () => {
      const { keys } = await withNext();
      await rehearse('');
      expect(codeOf(await keys.useNext({ connectionId: 'c', slot: 'main', knowingly: false }))).toBe(
        'refused',
      );
      expect(codeOf(await keys.useNext({ connectionId: 'c', slot: 'main', knowingly: true }))).toBe('ok');
    });
  });

  describe('a next key that takes over when verified', () => {
    test('takes over automatically, once, and the check says so', async () => {
      const { keys, told } = await withNext(true);
      const state = await valueOf(rehearse());
      expect(stagesOf(state)).toEqual(['main current', 'main previous']);
      expect(state.rehearsal?.switched).toEqual(['main']);
      expect(told.at(-1)).toEqual(state);
      await valueOf(keys.goBack({ connectionId: 'c', slot: 'main' }));
      expect(stagesOf(await valueOf(rehearse()))).toEqual(['main current', 'main next']);
    });

    test('does not while there is a previous key, and says to retire it', async () => {
      const { keys } = await withNext();
      await valueOf(keys.useNext({ connectionId: 'c', slot: 'main', knowingly: true }));
      await valueOf(keys.stage(staged('third-key-4444', { useWhenGreen: true })));
      const state = await valueOf(rehearse());
      expect(state.rehearsal?.switched).toEqual([]);
      const next = state.rehearsal?.cells.filter(({ stage }) => stage === 'next') ?? [];
      for (const { state: is, summary } of next)
        expect([is, summary]).toEqual(['good', expect.stringContaining('Retire')]);
    });
  });
});
