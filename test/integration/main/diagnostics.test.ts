import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLog, openLogFile } from '../../../main/lib/log/log.ts';
import { draftFor, policyOf, startServices } from '../../support/services.ts';
import { findLeaks, textPlace } from '../../support/planted-secrets.ts';
import { freshFolder } from '../../support/fresh-folder.ts';
import { sharedPractice } from './shared-main.ts';

const shared = sharedPractice({ boards: 3 });

test('the diagnostics report contains no names, ids, hosts or keys', async () => {
  const { practice } = shared;
  const userData = freshFolder();
  let written = '';
  const services = await startServices(userData, {
    policy: policyOf({ allowedApiHosts: ['127.0.0.1', 'acme.example'], idleLockMinutes: 10 }),
    route: 'PROXY proxy.acme.example:3128',
    files: {
      save: (_purpose, name, text) => {
        written = text;
        return Promise.resolve({ ok: true, value: name });
      },
    },
    more: { log: createLog(openLogFile(path.join(userData, 'logs'))) },
  });
  // Sets a passphrase, because the policy requires an idle lock before Easel stores an API key.
  const passphrase = 'a passphrase of this test';
  await services.must('lock.configure', { idleMinutes: 10, passphrase, currentPassphrase: null });
  const named = { name: 'Secret school', environment: 'production' } as const;
  const draft = draftFor(practice.origin, practice.apiKey, named);
  const { id: connectionId } = await services.must('connections.save', draft);
  await services.must('boards.list', { connectionId });
  await services.event('boards.changed', ({ phase }) => phase === 'done');
  const ids = (await practice.contents()).boards;
  await services.must('boards.view', { connectionId, boardId: ids[0] ?? '' });

  const fileName = expect.stringMatching(/^easel-diagnostics-.*\.txt$/u) as string;
  expect(await services.must('diagnostics.save', {})).toMatchObject({ fileName });
  for (const fact of [
    /Version: 0\.0\.0/u,
    /idleLockMinutes: 10/u,
    /allowedApiHosts: 2 hosts/u,
    /Connection 1 \(production, .*selected\)/u,
    /Status of board-api: good/u,
    /Network route to board-api: direct/u,
    /Field with the boards: /u,
    /request answered call=listBoards/u,
  ])
    expect(written).toMatch(fact);

  const { host } = new URL(practice.origin);
  const secrets = [practice.apiKey, 'Secret school', 'acme.example', host, connectionId, ...ids];
  expect(secrets.length).toBe(8);
  const planted = secrets.map((text) => ({ name: text, text }));
  expect(findLeaks(planted, [textPlace('the file', written)])).toEqual([]);
  await services.release();
  expect(await readFile(path.join(userData, 'easel.db'), 'utf8')).toContain('diagnostics-saved');
});
