import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog, openLogFile } from '../../../main/lib/log/log.ts';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { draftFor, policyOf, startServices, type TestServices } from '../../support/services.ts';
import { findLeaks, textPlace } from '../../support/planted-secrets.ts';

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

test('diagnostics describe the state of Easel without names, ids, hosts or keys', async () => {
  const userData = path.join(desk, 'user-data');
  await mkdir(userData);
  let written = '';
  services = await startServices(undefined, {
    policy: policyOf({ allowedApiHosts: ['127.0.0.1', 'acme.example'], idleLockMinutes: 10 }),
    route: 'PROXY proxy.acme.example:3128',
    files: {
      save: (_purpose, name, text) => {
        written = text;
        return Promise.resolve({ ok: true, value: name });
      },
    },
    more: { userData, log: createLog(openLogFile(path.join(userData, 'logs'))) },
  });
  // With an idle lock by policy, no key is stored before a passphrase is set.
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

  expect(await services.call('diagnostics.save', {})).toMatchObject({
    value: { fileName: expect.stringMatching(/^easel-diagnostics-.*\.txt$/u) as unknown },
  });
  for (const fact of [
    /Version: 0\.0\.0/u,
    /idleLockMinutes: 10/u,
    /allowedApiHosts: 2 hosts/u,
    /Connection 1 \(production, .*in front\)/u,
    /Health of board-api: good/u,
    /Way to board-api: direct/u,
    /Boards are in: /u,
    /request answered call=listBoards/u,
  ])
    expect(written).toMatch(fact);

  const { host } = new URL(practice.origin);
  const secrets = [practice.apiKey, 'Secret school', 'acme.example', host, connectionId, ...ids];
  expect(secrets.length).toBe(8);
  const named = secrets.map((text) => ({ name: text, text }));
  expect(findLeaks(named, [textPlace('the file', written)])).toEqual([]);
  await services.release();
  expect(await readFile(path.join(userData, 'easel.db'), 'utf8')).toContain('diagnostics-saved');
});
