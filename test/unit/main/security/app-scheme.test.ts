import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { registerAppScheme, serveAppFiles } from '../../../../main/security/app-scheme.ts';
import { asSession, FakeSession, privileged } from '../../../support/fake-electron.ts';

vi.mock('electron', () => import('../../../support/fake-electron.ts'));

test('the scheme may neither be fetched nor reached from other origins', () => {
  privileged.length = 0;
  registerAppScheme();
  expect(privileged).toEqual([
    [{ scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } }],
  ]);
});

test('the scheme is handled in the given session only', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'easel-app-scheme-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const listFile = path.join(folder, 'app-files.json');
  writeFileSync(listFile, '[]');
  const session = new FakeSession();
  const other = new FakeSession();
  serveAppFiles(asSession(session), { listFile, folder });
  expect([...session.handlers.keys()]).toEqual(['protocol:app']);
  expect(other.handlers.size).toBe(0);
  const answer = await session.ask('protocol:app', { url: 'app://easel/none.js', method: 'GET' });
  expect((answer as Response).status).toBe(404);
});
