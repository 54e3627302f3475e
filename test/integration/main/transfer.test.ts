/** Simulates two computers, each with an Easel. They share a file and a keychain, which tests can lock. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ImportPlan } from '../../../preload/contract/connections.ts';
import { ok } from '../../../preload/contract/failure.ts';
import type { Confirm } from '../../../main/ipc/consent.ts';
import {
  draftFor,
  fileOf,
  startServices,
  type ServicesOptions,
  type TestServices,
} from '../../support/services.ts';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { findLeaks, textPlace } from '../../support/planted-secrets.ts';

const PASSPHRASE = 'seven wet umbrellas';
const KEYS = {
  current: 'AcmeKeyThatIsCurrent-0123456789',
  next: 'AcmeKeyThatComesNext-0123456789',
  board: 'AcmeKeyForItsBoards-0123456789',
  other: 'AnotherComputersKey-0123456789',
} as const;
const SECRETS = [...Object.values(KEYS), PASSPHRASE].map((text) => ({ name: text.slice(0, 12), text }));
const ORIGIN = 'https://acme.example';

const vault = {
  locked: false,
  takes: Number.POSITIVE_INFINITY,
  unlock: (): void => {
    vault.locked = false;
    vault.takes = Number.POSITIVE_INFINITY;
  },
};

const keychain = createMemoryKeychain((call, account) => {
  if (call === 'set' && account.startsWith('key-')) vault.takes -= 1;
  if (vault.takes < 0) vault.locked = true;
  return vault.locked ? { state: 'locked' } : null;
});

const apps: TestServices[] = [];

const desk: { file: { readonly name: string; readonly text: string } | null } = { file: null };

async function computer(around: ServicesOptions = {}): Promise<TestServices> {
  const services = await startServices(undefined, {
    keychain,
    ...around,
    files: {
      choose: () => Promise.resolve(desk.file === null ? null : ok(fileOf(desk.file.text, desk.file.name))),
      save: (_purpose, name, text) => {
        desk.file = { name, text };
        return Promise.resolve(ok(name));
      },
    },
  });
  apps.push(services);
  return services;
}

async function addAcme(services: TestServices, change: Parameters<typeof draftFor>[2] = {}) {
  const draft = draftFor(ORIGIN, KEYS.current, { sessionOnly: false, ...change });
  return (await services.must('connections.save', draft)).id;
}

async function stageNext(services: TestServices, connectionId: string, sessionOnly: boolean) {
  const about = { note: 'From the safe', remindAt: 1_900_000_000_000, useWhenGreen: true };
  const key = { slot: 'main', apiKey: KEYS.next, sessionOnly } as const;
  await services.must('keys.stage', { connectionId, ...key, ...about });
}

const exported = (services: TestServices, connectionIds: readonly string[], passphrase: string | null) =>
  services.must('transfer.export', { connectionIds, withPapers: true, passphrase });

async function opened(services: TestServices): Promise<ImportPlan> {
  const plan = await services.must('transfer.open', { connectionId: null });
  if (plan === null) throw new Error('no file was opened');
  return plan;
}

async function unlocked(services: TestServices): Promise<ImportPlan> {
  const { importId } = await opened(services);
  return services.must('transfer.unlock', { importId, passphrase: PASSPHRASE });
}

function apply(
  services: TestServices,
  { importId, entries }: ImportPlan,
  apiKey: string | null = null,
  replace = false,
) {
  const indexes = entries.map(({ index }) => index);
  return services.must('transfer.apply', { importId, entries: indexes, replace, apiKey });
}

const keysOf = async (services: TestServices, connectionId: string) =>
  (await services.must('keys.list', { connectionId })).keys;
const placesOf = async (services: TestServices, connectionId: string) =>
  (await keysOf(services, connectionId)).map(({ slot, stage, kept }) => `${slot} ${stage} ${kept}`);

let here: TestServices;
let there: TestServices;

beforeEach(async () => {
  desk.file = null;
  keychain.items.clear();
  vault.unlock();
  [here, there] = [await computer(), await computer()];
});
afterEach(() => Promise.all(apps.splice(0).map((services) => services.close())));

const countsOf = ({ entries }: ImportPlan) =>
  entries.map(({ kind, papers, notes, differences }) => [kind, papers, notes, differences]);

test('an import replaces only the connections, papers and notes that the user selected', async () => {
  const acme = await addAcme(here, { color: 'teal', environment: 'staging', readOnly: true });
  const selection = { kind: 'ids', ids: ['a'] } as const;
  const write = (services: TestServices, label: string) =>
    services.must('boards.annotate', { connectionId: acme, selection, change: { label } });
  const own = async (services: TestServices) => {
    await services.must('notes.export', { connectionId: acme });
    const notes = desk.file?.text.split('\r\n').slice(1, -1) ?? [];
    const papers = await services.must('papers.list', { connectionId: acme });
    return [
      ...papers.map(({ identifier, name }) => `${identifier} ${name}`),
      ...notes.map((row) => row.slice(0, 6)),
    ];
  };
  await here.must('papers.add', { connectionId: acme, pasted: 'one', name: 'One' });
  await write(here, 'Mine');
  expect(await exported(here, [acme], null)).toEqual({
    fileName: expect.stringMatching(/^easel-connections-\d{4}-\d\d-\d\d\.json$/u) as unknown,
    connections: 1,
    keys: 0,
    papers: 1,
    notes: 1,
  });
  const file = desk.file;

  const plan = await opened(there);
  expect(plan).toMatchObject({ keys: 'none', fileName: file?.name });
  expect(countsOf(plan)).toEqual([['new', 1, 1, []]]);
  expect((await there.must('connections.list', {})).connections).toEqual([]);
  const done = {
    added: 1,
    updated: 0,
    keys: 0,
    papers: 1,
    notes: 1,
    readyId: null,
    undo: null,
    stopped: null,
  };
  expect(await apply(there, plan)).toEqual(done);
  expect((await there.must('connections.list', {})).connections).toMatchObject([
    { id: acme, color: 'teal', environment: 'staging', readOnly: { on: true }, key: { kind: 'none' } },
  ]);
  expect(await own(there)).toEqual(['one One', 'a,Mine']);
  desk.file = file;
  expect(countsOf(await opened(there))).toEqual([['known', 0, 0, []]]);

  await there.must('papers.rename', { connectionId: acme, identifier: 'one', name: 'Uno' });
  await write(there, 'Ours');
  const renamed = draftFor(ORIGIN, KEYS.other, { id: acme, name: 'Renamed', readOnly: true });
  await there.must('connections.save', renamed);
  const other = await opened(there);
  expect(other.entries[0]?.differences).toEqual(
    expect.arrayContaining(['Name: Renamed → Acme boards', '1 paper', 'The notes for 1 board']),
  );
  expect(await apply(there, other)).toMatchObject({ updated: 0, papers: 0, notes: 0 });
  expect(await own(there)).toEqual(['one Uno', 'a,Ours']);
  desk.file = file;
  expect(await apply(there, await opened(there), null, true)).toMatchObject({ papers: 1, notes: 1 });
  expect(await own(there)).toEqual(['one One', 'a,Mine']);
  expect((await there.must('connections.list', {})).connections).toMatchObject([{ name: 'Acme boards' }]);
});

test('an export without keys contains no data about keys', async () => {
  const acme = await addAcme(here);
  await stageNext(here, acme, false);
  await exported(here, [acme], null);
  const fingerprints = (await keysOf(here, acme)).map(({ fingerprint }) => fingerprint);
  for (const text of [...fingerprints, 'Ines', 'From the safe']) expect(desk.file?.text).not.toContain(text);
  expect(findLeaks(SECRETS, [textPlace('the file', desk.file?.text ?? '')])).toEqual([]);
});

test('an imported connection gets the API key that the user types during the import', async () => {
  const acme = await addAcme(here);
  await exported(here, [acme], null);
  const plan = await opened(there);
  const request = { importId: plan.importId, entries: [0] };
  const wrong = await there.call('transfer.apply', { ...request, apiKey: 'ab c', replace: false });
  expect(wrong).toMatchObject({
    error: { fields: { apiKey: expect.stringContaining('a space (U+0020)') as unknown } },
  });
  vault.takes = 0;
  const failure = { code: 'keychain-locked' };
  expect(await apply(there, plan, KEYS.next)).toMatchObject({ added: 0, stopped: { failure } });
  expect((await there.must('connections.list', {})).connections).toEqual([]);
  vault.unlock();
  expect(await apply(there, plan, KEYS.next)).toMatchObject({ added: 1, keys: 1, readyId: acme });
  expect((await there.must('connections.list', {})).connections).toMatchObject([
    { id: acme, key: { kind: 'stored' } },
  ]);
  // Easel refuses this import, because it would add an API key to a connection that already exists.
  const { importId } = await opened(there);
  const again = { ...request, importId, apiKey: KEYS.other, replace: false };
  expect(await there.call('transfer.apply', again)).toMatchObject({ error: { code: 'bad-request' } });
});

test('an API key typed during an import needs confirmation if it ends with punctuation', async () => {
  const confirm = vi.fn<Confirm>(() => Promise.resolve(false));
  const asking = await computer({ confirm });
  await exported(here, [await addAcme(here)], null);
  const { importId } = await opened(asking);
  const request = { importId, entries: [0], replace: false, apiKey: `${KEYS.next}.` };
  expect(await asking.call('transfer.apply', request)).toMatchObject({ error: { code: 'cancelled' } });
  expect((await asking.must('connections.list', {})).connections).toEqual([]);
  expect(confirm.mock.calls[0]?.[0].detail).toContain('ends with “.”.');
});

test('Easel closes an open import file when the user locks Easel or opens another import file', async () => {
  await exported(here, [await addAcme(here)], PASSPHRASE);
  const first = await opened(there);
  const second = await opened(there);
  const gone = { ok: false, error: { code: 'not-found' } };
  const applied = ({ importId }: ImportPlan) =>
    there.call('transfer.apply', { importId, entries: [0], apiKey: null, replace: false });
  expect(await applied(first)).toMatchObject(gone);
  await there.must('transfer.close', { importId: first.importId });
  await there.must('transfer.close', { importId: second.importId });
  expect(await applied(second)).toMatchObject(gone);

  const third = await unlocked(there);
  const lock = { idleMinutes: 5, passphrase: 'open sesame, please', currentPassphrase: null };
  await there.must('lock.configure', lock);
  await there.must('lock.now', {});
  await there.must('lock.unlock', { passphrase: lock.passphrase });
  expect(await applied(third)).toMatchObject(gone);
  expect((await there.must('connections.list', {})).connections).toEqual([]);
});

vi.mock('node:crypto', async (original) =>
  (await import('../../support/quick-scrypt.ts')).quickScrypt(await original()),
);

test('an export with keys transfers all keys with their rotation stages', async () => {
  const acme = await addAcme(here, { separateBoardKey: true, boardApiKey: KEYS.board });
  await stageNext(here, acme, true);
  expect(await exported(here, [acme], PASSPHRASE)).toMatchObject({ connections: 1, keys: 3 });
  const file = textPlace('the file', desk.file?.text ?? '');
  expect(findLeaks(SECRETS, [file])).toEqual([]);

  const { importId, entries, keys } = await opened(there);
  expect([keys, entries.map((entry) => entry.keys)]).toEqual(['sealed', [3]]);
  const wrong = await there.call('transfer.unlock', { importId, passphrase: 'seven dry umbrellas' });
  expect(wrong).toMatchObject({ error: { fields: { passphrase: expect.any(String) as unknown } } });
  keychain.items.clear();
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
  expect([...keychain.items.values()].toSorted()).toEqual([KEYS.board, KEYS.current, KEYS.next].toSorted());
  for (const services of [here, there]) {
    const places = [textPlace('said', services.said()), textPlace('files', await services.files())];
    expect(findLeaks(SECRETS, places)).toEqual([]);
  }
  expect((await unlocked(there)).entries).toMatchObject([{ kind: 'known', keys: 0 }]);
});

test('an import with keys does not replace an existing key', async () => {
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
  expect(plan.entries).toMatchObject([
    { keys: 0, why: expect.stringContaining('won’t be imported') as unknown },
  ]);
  expect(await apply(there, plan)).toMatchObject({ keys: 0, stopped: null });
  expect([...keychain.items.values()].filter((key) => key === KEYS.other)).toHaveLength(1);
});

test('connections can’t be exported with keys while the keychain is locked', async () => {
  const acme = await addAcme(here);
  apps[apps.indexOf(here)] = here = await here.restart();
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

test('an import adds no connection if the keychain locks during the import', async () => {
  const acme = await addAcme(here);
  await stageNext(here, acme, false);
  const plain = await addAcme(here, { name: 'Second', apiKey: KEYS.other });
  await exported(here, [acme, plain], PASSPHRASE);
  const plan = await unlocked(there);
  vault.takes = 1;
  const kept = [...keychain.items.values()].toSorted();
  const stopped = { name: 'Acme boards', failure: { code: 'keychain-locked' } };
  expect(await apply(there, plan)).toMatchObject({ added: 0, keys: 0, papers: 0, stopped });
  expect((await there.must('connections.list', {})).connections).toEqual([]);

  vault.unlock();
  // The stopped import left an API key behind, because Easel could not remove it from the locked keychain.
  expect(await there.must('keys.removeLeftovers', {})).toBe(0);
  expect([...keychain.items.values()].toSorted()).toEqual(kept);
  expect(await apply(there, plan)).toMatchObject({ added: 2, updated: 0, keys: 3, stopped: null });
  expect(await placesOf(there, acme)).toEqual(['main current keychain', 'main next keychain']);
});

test('an import that was stopped by a locked keychain can be completed after the keychain is unlocked', async () => {
  const acme = await addAcme(here);
  await stageNext(here, acme, false);
  await exported(here, [acme], null);
  await apply(there, await opened(there));
  await here.must('papers.add', { connectionId: acme, pasted: 'one', name: '' });
  const selection = { kind: 'ids', ids: ['one'] } as const;
  await here.must('boards.annotate', { connectionId: acme, selection, change: { protected: true } });
  await exported(here, [acme], PASSPHRASE);
  const plan = await unlocked(there);
  vault.takes = 1;
  expect(await apply(there, plan)).toMatchObject({ stopped: { failure: { code: 'keychain-locked' } } });
  const papers = await there.must('papers.list', { connectionId: acme });
  expect(papers).toMatchObject([{ identifier: 'one', local: { protected: true } }]);
  expect(await keysOf(there, acme)).toEqual([]);
  vault.unlock();
  expect(await apply(there, plan)).toMatchObject({ keys: 2, stopped: null });
});

test('an import stores no API key for a connection that the user removes during the import', async () => {
  const [acme, second] = [await addAcme(here), await addAcme(here, { name: 'Second', apiKey: KEYS.other })];
  await exported(here, [second], null);
  const asked = Promise.withResolvers<void>();
  const removal: Promise<unknown>[] = [];
  const own = createMemoryKeychain(async (call) => {
    if (call !== 'set' || removal.length > 0) return null;
    removal.push(busy.call('connections.remove', { connectionId: second, keysMayStay: false }));
    await asked.promise;
    return null;
  });
  const confirm = () => Promise.resolve(true).finally(asked.resolve);
  const busy = await computer({ keychain: own, confirm });
  await apply(busy, await opened(busy));
  await exported(here, [acme, second], PASSPHRASE);
  const stopped = { name: 'Second', failure: { code: 'refused' } };
  expect(await apply(busy, await unlocked(busy))).toMatchObject({ added: 1, keys: 1, stopped });
  expect(await Promise.all(removal)).toMatchObject([{ ok: true }]);
  expect([...own.items.values()]).toEqual([KEYS.current]);
});
