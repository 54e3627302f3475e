import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bareEnvironment } from '../../support/bare-environment.ts';
import { freshFolder, sharedFolder } from '../../support/fresh-folder.ts';
import { hasProgram } from '../../support/system.ts';
import { createAuthority } from '../service/authority.ts';
import { startSecureServer, type TestServer } from '../service/servers.ts';
import type { Entry } from './entry-child.ts';

const CHILD = path.join(import.meta.dirname, 'entry-child.ts');

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(
  entry: Entry,
  switches: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const env = { ...bareEnvironment(), EASEL_ENTRY: JSON.stringify(entry), ...variables };
  return new Promise((resolve) => {
    execFile(process.execPath, [CHILD, ...switches], { env, timeout: 60_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, stdout, stderr });
    });
  });
}

const PACKAGED: Entry = { isPackaged: true, starts: true, origin: null };

describe.skipIf(process.platform !== 'linux')('command-line switches of an installed Easel', () => {
  test('an installed Easel explains in a window which forbidden command-line switch prevents its start', async () => {
    const { code, stdout, stderr } = await start(PACKAGED, ['--Remote-Debugging-Port=9222'], {
      DISPLAY: ':7',
    });
    expect(code).toBe(78);
    const shown = JSON.parse(stdout) as { title: string; sentence: string; removed: string[] };
    expect(shown.title).toBe('Easel can’t start');
    expect(shown.sentence).toContain('doesn’t start with --remote-debugging-port.');
    expect(shown.removed).toEqual(['remote-debugging-port']);
    expect(stderr).toBe(`${shown.sentence}\n`);
    expect(stdout + stderr).not.toContain('9222');
  });

  test('without a display, an installed Easel explains a forbidden command-line switch on stderr', async () => {
    const { code, stdout, stderr } = await start(PACKAGED, ['--no-sandbox']);
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr).toContain('deb package');
  });

  test('the message about a forbidden command-line switch omits the user name and password of a proxy', async () => {
    const proxy = '--Proxy-Server=http=a:1;https=ann:S3cretPassWord@b:2';
    const { code, stdout, stderr } = await start(PACKAGED, [proxy], { DISPLAY: ':7' });
    expect({ code, named: stderr.includes('password in --proxy-server.') }).toEqual({
      code: 78,
      named: true,
    });
    expect(stdout + stderr).not.toMatch(/ann|S3cret/u);
  });
});

test('Easel started from source code accepts a command-line switch that an installed Easel forbids', async () => {
  const { stderr } = await start({ ...PACKAGED, isPackaged: false }, ['--inspect-port=0']);
  expect(stderr).toContain('Easel starts');
});

test('a second process of Easel quits silently only if it can write to its data folder', async () => {
  const userData = freshFolder();
  expect(await start({ ...PACKAGED, userData }, [])).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(readdirSync(userData)).toEqual([]);
  const { code, stderr } = await start({ ...PACKAGED, userData: path.join(userData, 'missing') }, []);
  expect({ code, isExplained: stderr.includes('The disk may be full') }).toEqual({
    code: 1,
    isExplained: true,
  });
});

describe.skipIf(!hasProgram('openssl') || process.platform !== 'linux')(
  'certificate authorities from the environment',
  () => {
    const folder = sharedFolder();
    const file = path.join(folder, 'ca.pem');
    let server: TestServer;
    beforeAll(async () => {
      const authority = createAuthority();
      server = await startSecureServer(authority.issue('localhost'));
      writeFileSync(file, authority.pem);
    });
    afterAll(() => server.close());

    const codeWith = async (
      starts: boolean,
      variables: Readonly<Record<string, string>>,
    ): Promise<string> => {
      const { stdout } = await start({ isPackaged: false, starts, origin: server.origin }, [], variables);
      return (JSON.parse(stdout) as { code: string }).code;
    };

    test('a certificate authority from an environment variable is not trusted by Easel', async () => {
      expect(await codeWith(false, { SSL_CERT_FILE: file })).toBe('ok');
      const before = server.seen.length;
      expect(await codeWith(true, { SSL_CERT_FILE: file })).toBe('certificate');
      expect(server.seen).toHaveLength(before);
    });

    test('an installed Easel does not start if Node already trusts a certificate authority from the environment', async () => {
      const early = { SSL_CERT_FILE: file, NODE_USE_SYSTEM_CA: '1' };
      // Easel can't undo SSL_CERT_FILE by deleting the variable, because Node has already read and trusted the file.
      expect(await codeWith(true, early)).toBe('ok');
      const { code, stderr } = await start(PACKAGED, [], early);
      expect(code).toBe(78);
      expect(stderr).toContain('SSL_CERT_FILE and NODE_USE_SYSTEM_CA are both');
      expect(stderr).not.toContain(folder);
    });
  },
);
