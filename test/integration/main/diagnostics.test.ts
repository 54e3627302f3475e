import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFolder } from '../../../main/lib/files/write-whole.ts';
import { createLog, openLogFile } from '../../../main/lib/log/log.ts';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { draftFor, policyOf, startServices, type TestServices } from '../../support/services.ts';
import { findLeaks, filesBelow } from '../../support/planted-secrets.ts';

let desk: string;
let practice: PracticeService;
let services: TestServices;

beforeEach(async () => {
  desk = await mkdtemp(path.join(tmpdir(), 'easel-desk-'));
  practice = await startPractice({ boards: 3 });
});
afterEach(async () => {
  await services.close();
  await practice.stop();
  await rm(desk, { recursive: true });
});

test('diagnostics tell how Easel stands, and nothing of whose it is', async () => {
  const userData = path.join(desk, 'user-data');
  await mkdir(userData);
  const into = path.join(desk, 'diagnostics');
  services = await startServices(undefined, {
    policy: policyOf({ allowedApiHosts: ['127.0.0.1', 'acme.example'], idleLockMinutes: 10 }),
    route: 'PROXY proxy.acme.example:3128',
    more: {
      userData,
      log: createLog(openLogFile(path.join(userData, 'logs'))),
      saveFolder: async (_name, texts) => {
        const written = await writeFolder(into, texts);
        return written.ok ? { ok: true, value: 'diagnostics' } : written;
      },
    },
  });
  // The policy's idle lock needs a passphrase before any key is stored.
  const passphrase = 'a passphrase of this test';
  const configured = { idleMinutes: 10, passphrase, currentPassphrase: null };
  expect(await services.call('lock.configure', configured)).toMatchObject({ ok: true });
  const draft = draftFor(practice.origin, practice.apiKey, {
    name: 'Secret school',
    environment: 'production',
  });
  const saved = await services.call('connections.save', draft);
  if (!saved.ok) throw new Error(saved.error.message);
  const connectionId = saved.value.id;
  await services.call('boards.list', { connectionId });
  await services.event('boards.changed', ({ phase }) => phase === 'done');
  const ids = (await practice.contents()).boards;
  await services.call('boards.view', { connectionId, boardId: ids[0] ?? '' });

  expect(await services.call('diagnostics.save', {})).toMatchObject({ ok: true, value: { items: 3 } });
  expect((await readdir(into)).toSorted()).toEqual(['README.txt', 'easel.txt', 'log.txt']);
  const report = await readFile(path.join(into, 'easel.txt'), 'utf8');
  expect(report).toMatch(/Version: 0\.0\.0/u);
  expect(report).toMatch(/idleLockMinutes: 10/u);
  expect(report).toMatch(/allowedApiHosts: 2 hosts/u);
  expect(report).toMatch(/Connection 1 \(production, .*in front\)/u);
  expect(report).toMatch(/Health of board-api: good/u);
  expect(report).toMatch(/Way to board-api: direct/u);
  expect(report).toMatch(/Boards are in: /u);
  expect(await readFile(path.join(into, 'log.txt'), 'utf8')).toMatch(/request answered call=listBoards/u);

  const { host } = new URL(practice.origin);
  const secrets = [practice.apiKey, 'Secret school', 'acme.example', host, connectionId, ...ids];
  expect(secrets.length).toBe(8);
  expect(
    findLeaks(
      secrets.map((text) => ({ name: text, text })),
      filesBelow(into),
    ),
  ).toEqual([]);
  for (const { name, bytes } of filesBelow(into))
    for (const secret of secrets) expect([name, bytes.includes(secret)]).toEqual([name, false]);
  await services.release();
  expect(await readFile(path.join(userData, 'easel.db'), 'utf8')).toContain('diagnostics-saved');
});
