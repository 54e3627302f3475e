import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { draftFor, type TestServices } from '../../support/services.ts';
import { findLeaks, textPlace } from '../../support/planted-secrets.ts';
import {
  addAcme,
  apply,
  closeAll,
  computer,
  desk,
  exported,
  KEYS,
  keysOf,
  opened,
  ORIGIN,
  PASSPHRASE,
  placesOf,
  restarted,
  SECRETS,
  stageNext,
  tidyUp,
  unlocked,
  vault,
} from './two-computers.ts';

vi.mock('node:crypto', async (original) =>
  (await import('../../support/quick-scrypt.ts')).quickScrypt(await original()),
);
vi.mock('keytar', async () => ({ default: (await import('./two-computers.ts')).keytar }));

let here: TestServices;
let there: TestServices;

beforeEach(async () => {
  tidyUp();
  [here, there] = [await computer(), await computer()];
});
afterEach(closeAll);

describe('an export with keys', () => {
  test('transfers all keys with their stages, without displaying them', async () => {
    const acme = await addAcme(here, { separateBoardKey: true, boardApiKey: KEYS.board });
    await stageNext(here, acme, true);
    expect(await exported(here, [acme], PASSPHRASE)).toMatchObject({ connections: 1, keys: 3 });
    const file = textPlace('the file', desk.file?.text ?? '');
    expect(findLeaks(SECRETS, [file])).toEqual([]);

    const { importId, entries, keys } = await opened(there);
    expect([keys, entries.map((entry) => entry.keys)]).toEqual(['sealed', [3]]);
    const wrong = await there.call('transfer.unlock', { importId, passphrase: 'seven dry umbrellas' });
    expect(wrong).toMatchObject({ error: { fields: { passphrase: expect.any(String) as unknown } } });
    vault.items.clear();
    const plan = await there.must('transfer.unlock', { importId, passphrase: PASSPHRASE });
    expect(plan).toMatchObject({ keys: 'open', entries: [{ kind: 'new', keys: 3 }] });
    expect(await apply(there, plan)).toMatchObject({ added: 1, updated: 0, keys: 3, stopped: null });

    const moved = await keysOf(there, acme);
    expect(await placesOf(there, acme)).toEqual([
      'main current keychain',
      'main next keychain',
      'board current keychain',
    ]);
    expect(moved[1]).toMatchObject({ note: 'From the safe', remindAt: 1_900_000_000_000 });
    expect([...vault.items.values()].toSorted()).toEqual([KEYS.board, KEYS.current, KEYS.next].toSorted());
    for (const services of [here, there]) {
      const places = [textPlace('said', services.said()), textPlace('files', await services.files())];
      expect(findLeaks(SECRETS, places)).toEqual([]);
    }
    expect((await unlocked(there)).entries).toMatchObject([{ kind: 'known', keys: 0 }]);
  });

  test('adds keys to a known connection without any, and replaces no existing key', async () => {
    const acme = await addAcme(here);
    await exported(here, [acme], null);
    await apply(there, await opened(there));
    await exported(here, [acme], PASSPHRASE);
    const file = desk.file;
    expect(await apply(there, await unlocked(there))).toMatchObject({ updated: 1, keys: 1, stopped: null });
    expect(await placesOf(there, acme)).toEqual(['main current keychain']);

    await there.must('connections.save', draftFor(ORIGIN, KEYS.other, { id: acme, sessionOnly: false }));
    desk.file = file;
    const plan = await unlocked(there);
    expect(plan.entries).toMatchObject([{ keys: 0, why: expect.stringContaining('left out') as unknown }]);
    expect(await apply(there, plan)).toMatchObject({ keys: 0, stopped: null });
    expect([...vault.items.values()].filter((key) => key === KEYS.other)).toHaveLength(1);
  });
});

describe('a locked keychain', () => {
  test('prevents an export with keys, and no file is written', async () => {
    const acme = await addAcme(here);
    here = await restarted(here);
    vault.locked = true;
    const request = { connectionIds: [acme], withPapers: false };
    expect(await here.call('transfer.export', { ...request, passphrase: PASSPHRASE })).toMatchObject({
      ok: false,
      error: { code: 'keychain-locked' },
    });
    expect(desk.file).toBeNull();
    vault.locked = false;
    expect(await exported(here, [acme], PASSPHRASE)).toMatchObject({ keys: 1 });
  });

  test('after the first key stops an import without adding a connection; the import works after unlocking', async () => {
    const acme = await addAcme(here);
    await stageNext(here, acme, false);
    const plain = await addAcme(here, { name: 'Second', apiKey: KEYS.other });
    await exported(here, [acme, plain], PASSPHRASE);
    const plan = await unlocked(there);
    vault.takes = 1;
    const kept = [...vault.items.values()].toSorted();
    const stopped = { name: 'Acme boards', failure: { code: 'keychain-error' } };
    expect(await apply(there, plan)).toMatchObject({ added: 0, keys: 0, papers: 0, stopped });
    expect((await there.must('connections.list', {})).connections).toEqual([]);

    vault.unlock();
    // The first key could not be removed while the keychain was locked.
    expect(await there.must('keys.removeLeftovers', {})).toBe(0);
    expect([...vault.items.values()].toSorted()).toEqual(kept);
    expect(await apply(there, plan)).toMatchObject({ added: 2, updated: 0, keys: 3, stopped: null });
    expect(await placesOf(there, acme)).toEqual(['main current keychain', 'main next keychain']);
  });
});
