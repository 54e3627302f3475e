import { beforeEach, expect, test } from 'vitest';
import type { Connection } from '../../../../preload/contract/connections.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { connectionsUnderTest, formOf, HOSTS, type ConnectionsUnderTest } from './connections-under-test.ts';
import { keyOf } from '../../../support/key-of.ts';
import { must } from '../../../support/must.ts';
import { codeOf } from './keys-under-test.ts';
import { recordOf } from './connection-record.ts';

let under: ConnectionsUnderTest;

beforeEach(async () => {
  under = await connectionsUnderTest();
});

/** Tries to create a board. Returns the failure's code, which is `outcome-unknown` if the request was sent. */
async function createOn(connectionId: string): Promise<string> {
  return codeOf(await (await under.apiOf(connectionId)).createBoard());
}

const SENT = 'outcome-unknown';

const PRACTICE = 'http://127.0.0.1:4000';
const RECORD = recordOf({
  id: 'practice',
  environment: 'practice',
  paperApi: PRACTICE,
  boardApi: PRACTICE,
  appUrl: PRACTICE,
});

const addPractice = (): Promise<Connection> => under.connections.addPractice(RECORD, keyOf('practice-key'));

test.each([
  ['locked by hand', (id: string) => under.connections.lockChanges({ connectionId: id })],
  ['saved again', (id: string) => under.save({ id, readOnly: true })],
  ['dropped for the idle lock', () => Promise.resolve(under.connections.drop())],
  ['imported', async (id: string) => under.connections.importRecord(must(await under.recordOf(id)))],
])('the unlock of a read-only connection ends when the connection is %s', async (_what, close) => {
  const { id, name } = await under.save({ readOnly: true });
  await under.connections.unlockChanges({ connectionId: id, typedName: name });
  expect(await createOn(id)).toBe(SENT);
  await close(id);
  expect(await createOn(id)).toBe('read-only');
  expect(under.clock.timers.size).toBe(0);
});

test.each([
  ['saved as read-only', (id: string) => under.save({ id, readOnly: true })],
  ['locked and unlocked', () => Promise.resolve([under.slots.drop(), under.connections.drop()])],
])('an HTTP client sends nothing after its connection was %s', async (_what, end) => {
  const { id } = await under.save();
  const api = await under.apiOf(id);
  await end(id);
  const page = { limit: 1, offset: 0 };
  const results = [await api.createBoard(), await api.deletePaper('p'), await api.listBoards(page)];
  expect(results.map(codeOf)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect(under.sent).toEqual([]);
});

test('a read-only connection creates access tokens only for visits, not for join links', async () => {
  const { id } = await under.save({ readOnly: true });
  expect(codeOf(await (await under.apiOf(id)).mintInvite('p', 'Ann'))).toBe('read-only');
  expect(codeOf(await (await under.apiOf(id)).mintToken('p', 'Ann'))).toBe('service-problem');
});

const trial = () =>
  under.connections.access.trial({ paperApi: HOSTS.papers, boardApi: HOSTS.boards, appUrl: HOSTS.app }, () =>
    Promise.resolve(ok({ key: keyOf('tried-key'), origins: [HOSTS.papers, HOSTS.boards] })),
  );

test('the HTTP client that checks an unsaved connection can’t change data in the service', async () => {
  const api = trial();
  const codes = [
    await api.createBoard(),
    await api.deleteBoard('b'),
    await api.createPaper({ name: 'n', templateId: null }),
    await api.deletePaper('p'),
    await api.mintInvite('p', 'Ann'),
  ].map(codeOf);
  expect(new Set(codes)).toEqual(new Set(['read-only']));
  expect(under.sent).toEqual([]);
  expect(codeOf(await api.viewBoard('b'))).toBe('service-problem');
});

test('the HTTP client that checks an unsaved connection sends nothing to a host that the policy forbids', async () => {
  under = await connectionsUnderTest({ allowedApiHosts: ['papers.example'] });
  expect(codeOf(await trial().viewBoard('b'))).toBe('policy');
  expect(under.sent).toEqual([]);
});

test('a policy can force read-only on every connection except the practice connection', async () => {
  under = await connectionsUnderTest({ readOnly: true });
  const { id, name, readOnly } = await under.save({ readOnly: false });
  expect(readOnly).toEqual({ on: true, forced: true, unlockedUntil: null });
  const unlocked = await under.connections.unlockChanges({ connectionId: id, typedName: name });
  expect(codeOf(unlocked)).toBe('policy');
  expect(await createOn(id)).toBe('policy');
  const practice = await addPractice();
  expect(practice.readOnly).toEqual({ on: false, forced: false, unlockedUntil: null });
  expect(await createOn(practice.id)).toBe(SENT);
});

test('the practice connection can’t be edited or imported, and its key can’t be stored', async () => {
  const { id } = await addPractice();
  await under.save({ name: 'Acme' });
  const { connections } = under;
  for (const refused of [
    await connections.save(formOf({ id })),
    await connections.importRecord(RECORD),
    await connections.importRecord({ ...RECORD, environment: 'test' }),
  ])
    expect(codeOf(refused)).toBe('refused');
  expect((await connections.list()).connections.map(({ key }) => key.kind).toSorted()).toEqual([
    'session',
    'stored',
  ]);
  expect([...under.keychain.items.values()]).toEqual(['main-key']);
});

test('while Easel is locked, a connection can’t send requests, not even requests without a key', async () => {
  const practice = await addPractice();
  under.lock.isLocked = true;
  const api = await under.apiOf(practice.id);
  for (const result of [await api.viewBoard('b'), await api.checkApp(), await api.checkPaperApi()]) {
    expect(codeOf(result)).toBe('locked');
  }
  expect(under.sent).toEqual([]);
});

test('the reset of a forgotten passphrase reports a key that could not be removed', async () => {
  const { id } = await under.save({ separateBoardKey: true, boardApiKey: 'board-key' });
  await under.storeNext(id);
  const other = await under.save({ apiKey: 'other-key' });
  await under.slots.giveUpAll(other.id);
  const [first] = under.keychain.items.keys();
  under.fault.decide = (call, account) =>
    call === 'remove' && account === first ? { state: 'error', done: false } : null;
  expect(codeOf(await under.connections.removeEveryKey())).toBe('keychain-error');
  expect([...under.keychain.items.values()]).toContain('main-key');
  expect([...under.keychain.items.values()]).not.toContain('other-key');
  under.fault.decide = () => null;
  expect(codeOf(await under.connections.removeEveryKey())).toBe('ok');
  expect(under.keychain.items.size).toBe(0);
  expect((await under.connections.list()).connections).toHaveLength(2);
});
