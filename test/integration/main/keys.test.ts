import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import type { ArgsOf } from '../../../preload/contract/contract.ts';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { ConnectionKeys, KeyStage } from '../../../preload/contract/keys.ts';
import { ok, type Result } from '../../../preload/contract/failure.ts';
import { must } from '../../support/must.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

let practice: PracticeService;
let services: TestServices;

beforeEach(async () => {
  practice = await startPractice({ boards: 3 });
  services = await startServices();
});

afterEach(async () => {
  await services.close();
  await practice.stop();
});

const connect = (change = {}): Promise<Connection> =>
  services.must('connections.save', draftFor(practice.origin, practice.apiKey, change));

function stage(
  connectionId: string,
  apiKey: string | null,
  change: Partial<ArgsOf<'keys.stage'>> = {},
): Promise<Result<ConnectionKeys>> {
  const about = { note: '', owner: '', remindAt: null, useWhenGreen: false };
  const key = { connectionId, slot: 'main', apiKey, fileId: null, sessionOnly: true } as const;
  return services.call('keys.stage', { ...key, ...about, ...change });
}

const paper = (): string => practice.samplePapers[0]?.identifier ?? '';
const list = (connectionId: string) => services.must('keys.list', { connectionId });
const keyAt = (state: ConnectionKeys, stageOf: KeyStage) => state.keys.find((key) => key.stage === stageOf);
const statesOf = ({ rehearsal }: ConnectionKeys) => rehearsal?.cells.map(({ state }) => state);

test('a key is staged, verified and used; the old one stays until it is retired', async () => {
  const { id: connectionId, key } = await connect();
  const next = await practice.issueKey();
  const staged = must(await stage(connectionId, next, { note: 'for spring' }));
  expect(staged.keys.map((known) => known.stage)).toEqual(['current', 'next']);

  const rehearsed = await services.must('keys.rehearse', { connectionId, paper: paper() });
  expect(statesOf(rehearsed)).toEqual(['good', 'good', 'good', 'good']);
  const used = await services.must('keys.useNext', { connectionId, slot: 'main', knowingly: false });
  expect(keyAt(used, 'current')).toMatchObject({ note: 'for spring' });
  expect(keyAt(used, 'previous')?.fingerprint).toBe('fingerprint' in key ? key.fingerprint : '');

  await practice.retireKey(practice.apiKey);
  expect(await services.call('boards.create', { connectionId })).toMatchObject({ ok: true });
  const keyId = keyAt(used, 'previous')?.id ?? '';
  const retired = await services.must('keys.retire', { connectionId, keyId, typed: 'retired' });
  expect(retired.keys.map((known) => known.stage)).toEqual(['current']);
  expect(services.said()).not.toContain(next);
  expect(await services.files()).not.toContain(next);
});

test('a key set to switch when verified takes over by itself, and the next request uses it', async () => {
  const { id: connectionId } = await connect();
  expect(await services.call('boards.create', { connectionId })).toMatchObject({ ok: true });
  must(await stage(connectionId, await practice.issueKey(), { useWhenGreen: true }));
  const rehearsed = await services.must('keys.rehearse', { connectionId, paper: paper() });
  expect(rehearsed.rehearsal?.switched).toEqual(['main']);
  await practice.retireKey(practice.apiKey);
  expect(await services.call('boards.create', { connectionId })).toMatchObject({ ok: true });
  await services.must('keys.goBack', { connectionId, slot: 'main' });
  expect(await services.call('boards.create', { connectionId })).toMatchObject({
    ok: false,
    error: { code: 'key-refused' },
  });
});

test('with two keys each API is called and verified with its own', async () => {
  const boardApiKey = await practice.issueKey();
  const { id: connectionId } = await connect({ separateBoardKey: true, boardApiKey });
  await practice.retireKey(practice.apiKey);
  expect(await services.call('boards.create', { connectionId })).toMatchObject({ ok: true });
  const rehearsed = await services.must('keys.rehearse', { connectionId, paper: paper() });
  expect(statesOf(rehearsed)).toEqual(['refused', 'no-key', 'good', 'no-key']);
});

test('a key from a file is staged without crossing to the page, and the file is shredded', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'easel-key-file-'));
  const file = path.join(folder, 'next.key');
  const next = await practice.issueKey();
  await writeFile(file, `${next}\n`);
  await services.close();
  services = await startServices(undefined, {
    files: { choose: () => Promise.resolve(ok({ path: file, name: 'next.key', text: `${next}\n` })) },
  });
  const { id: connectionId } = await connect();
  const chosen = await services.must('keys.chooseFile', {});
  expect(chosen?.fileName).toBe('next.key');
  const fileId = chosen?.fileId ?? '';
  must(await stage(connectionId, null, { fileId }));
  await services.must('keys.shredFile', { fileId });
  expect(existsSync(file)).toBe(false);
  await services.must('keys.useNext', { connectionId, slot: 'main', knowingly: true });
  await practice.retireKey(practice.apiKey);
  expect(await services.call('boards.create', { connectionId })).toMatchObject({ ok: true });
  expect(services.said()).not.toContain(next);
  await rm(folder, { recursive: true });
});

test('without a keychain a key is staged nowhere, and the state of the keychain is reported', async () => {
  const { id: connectionId } = await connect();
  expect(await services.must('keychain.state', {})).toMatchObject({ state: 'not-asked' });
  expect(await stage(connectionId, await practice.issueKey(), { sessionOnly: false })).toMatchObject({
    ok: false,
    error: { code: 'keychain-absent' },
  });
  expect((await list(connectionId)).keys).toHaveLength(1);
  expect(await services.must('keys.leftovers', {})).toEqual([]);
  await services.event('keychain.changed', ({ state }) => state === 'absent');
});

test('a response to one key that quotes the other is shown without either', async () => {
  const { id: connectionId } = await connect();
  // Where a quotation mark stands, what looks like a key would end.
  const next = 'the-first-half"and-the-second-half-of-a-key';
  must(await stage(connectionId, next));
  const message = `use Bearer ${next} in place of ${practice.apiKey}`;
  await practice.faults.set('listBoards', { kind: 'status', status: 422, body: { message } });
  const rehearsed = await services.must('keys.rehearse', { connectionId, paper: paper() });
  expect(rehearsed.rehearsal?.cells.at(-1)?.summary).toContain('in place of [redacted]');
  for (const secret of ['the-first-half', 'and-the-second-half', practice.apiKey])
    expect(services.said()).not.toContain(secret);
});
