import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SecureVersion } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasProgram } from '../../support/system.ts';
import { CALL_NAMES, CALLS, clientFor, listen } from './servers.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

let folder = '';
const file = (name: string): string => path.join(folder, name);
const openssl = (...args: string[]): void =>
  void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });

/** A certificate signed by our own authority, or by itself. */
function makeCertificate(name: string, names: string, dates: readonly string[] = ['-days', '2']): void {
  writeFileSync(file(`${name}.ext`), `subjectAltName=${names}\n`);
  openssl(
    'req',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    '/CN=test',
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.csr`,
  );
  openssl(
    'x509',
    '-req',
    '-in',
    `${name}.csr`,
    '-CA',
    'ca.crt',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-extfile',
    `${name}.ext`,
    ...dates,
    '-out',
    `${name}.crt`,
  );
}

describe.skipIf(!hasProgram('openssl'))('certificates', () => {
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'easel-certificates-'));
    const ca = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    openssl('req', '-x509', ...ca, '-subj', '/CN=Test authority', '-keyout', 'ca.key', '-out', 'ca.crt');
    openssl(
      'req',
      '-x509',
      ...ca,
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      'self.key',
      '-out',
      'self.crt',
    );
    makeCertificate('good', 'DNS:localhost');
    makeCertificate('expired', 'DNS:localhost', ['-days', '-1']);
    makeCertificate('other', 'DNS:proxy.corp.example');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function serverWith(
    name: string,
    versions: { minVersion?: SecureVersion; maxVersion?: SecureVersion } = {},
  ) {
    let requests = 0;
    const options = {
      key: readFileSync(file(`${name}.key`)),
      cert: readFileSync(file(`${name}.crt`)),
      ciphers: 'ALL:@SECLEVEL=0',
      ...versions,
    };
    const started = await listen(
      https.createServer(options, (_request, response) => {
        requests += 1;
        response.end('[]');
      }),
    );
    closing.push(started.close);
    return {
      origin: started.origin.replace('http://127.0.0.1', 'https://localhost'),
      requests: () => requests,
    };
  }

  function apiFor(origin: string, extraCa: readonly string[] = [readFileSync(file('ca.crt'), 'utf8')]) {
    const client = clientFor(origin, {}, { extraCa });
    closing.push(client.close);
    return client.api;
  }

  const messageOf = (result: {
    readonly ok: boolean;
    readonly error?: { readonly message: string };
  }): string => result.error?.message ?? '';

  test('one of a trusted authority is accepted', async () => {
    const { origin, requests } = await serverWith('good');
    expect(await apiFor(origin).listBoards({ limit: 1, offset: 0 })).toMatchObject({ ok: true });
    expect(requests()).toBe(1);
  });

  test.each([
    ['self', 'comes from an issuer that this computer does not trust'],
    ['expired', 'has expired'],
    ['other', 'is for proxy.corp.example'],
  ])('%s: %s; nothing is sent, by no call', async (name, sentence) => {
    const { origin, requests } = await serverWith(name);
    const api = apiFor(origin);
    for (const call of CALL_NAMES) {
      const result = await CALLS[call](api);
      expect(result, call).toMatchObject({ ok: false, error: { code: 'certificate' } });
      expect(messageOf(result)).toContain(sentence);
      expect(messageOf(result)).toContain('nothing was sent');
    }
    expect(requests()).toBe(0);
  });

  test('an authority that was not added is not trusted', async () => {
    const { origin, requests } = await serverWith('good');
    expect(await apiFor(origin, []).createBoard()).toMatchObject({
      ok: false,
      error: { code: 'certificate' },
    });
    expect(requests()).toBe(0);
  });

  test('TLS below 1.2 is not spoken', async () => {
    const { origin, requests } = await serverWith('good', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' });
    const result = await apiFor(origin).createBoard();
    expect(result).toMatchObject({ ok: false, error: { code: 'certificate' } });
    expect(messageOf(result)).toContain('TLS 1.2');
    expect(requests()).toBe(0);
  });

  test('https to a port that speaks http', async () => {
    const started = await listen(
      net.createServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
    );
    closing.push(started.close);
    const result = await apiFor(
      started.origin.replace('http://127.0.0.1', 'https://localhost'),
    ).createBoard();
    expect(result).toMatchObject({ ok: false, error: { code: 'certificate' } });
  });
});
