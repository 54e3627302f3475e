/** Makes a test certificate authority with openssl, which issues certificates. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface Authority {
  readonly pem: string;
  /** Issues a certificate for a host name, valid for `days` (2 by default). */
  issue(host: string, days?: number): Certificate;
  remove(): void;
}

export const AUTHORITY_NAME = 'Test-authority';

const NEW_KEY = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';

function openssl(folder: string, args: string): void {
  execFileSync('openssl', args.split(' '), { cwd: folder, stdio: 'ignore' });
}

function readPair(folder: string): Certificate {
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
  return { key: read('key'), cert: read('cert') };
}

export function createAuthority(): Authority {
  const folder = mkdtempSync(path.join(tmpdir(), 'easel-authority-'));
  openssl(folder, `req -x509 ${NEW_KEY} -days 2 -subj /CN=${AUTHORITY_NAME} -keyout ca.key -out ca`);
  return {
    pem: readFileSync(path.join(folder, 'ca'), 'utf8'),
    issue(host, days = 2) {
      writeFileSync(path.join(folder, 'names'), `subjectAltName=DNS:${host}\n`);
      openssl(folder, `req ${NEW_KEY} -subj /CN=test -keyout key -out request`);
      const by = '-CA ca -CAkey ca.key -CAcreateserial';
      openssl(folder, `x509 -req -in request ${by} -extfile names -days ${days} -out cert`);
      return readPair(folder);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function selfSigned(host: string): Certificate {
  const folder = mkdtempSync(path.join(tmpdir(), 'easel-self-signed-'));
  const names = `-subj /CN=${host} -addext subjectAltName=DNS:${host}`;
  try {
    openssl(folder, `req -x509 ${NEW_KEY} -days 2 ${names} -keyout key -out cert`);
    return readPair(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
