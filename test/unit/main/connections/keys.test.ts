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
} from './keys-use-under-test.ts';

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
