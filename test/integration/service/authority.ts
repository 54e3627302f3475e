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
  issue(host: string, days?: number): Certificate;
}

export const AUTHORITY_NAME = 'Test-authority';

const NEW_KEY = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';

function made(files: Readonly<Record<string, string>>, ...commands: readonly string[]): Certificate {
  const folder = mkdtempSync(path.join(tmpdir(), 'easel-certificates-'));
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    for (const command of commands)
      execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'ignore' });
    return { key: read('key'), cert: read('cert') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function createAuthority(): Authority {
  const own = made({}, `req -x509 ${NEW_KEY} -days 2 -subj /CN=${AUTHORITY_NAME} -keyout key -out cert`);
  return {
    pem: own.cert,
    issue: (host, days = 2) =>
      made(
        { ca: own.cert, 'ca.key': own.key, names: `subjectAltName=DNS:${host}\n` },
        `req ${NEW_KEY} -subj /CN=test -keyout key -out request`,
        `x509 -req -in request -CA ca -CAkey ca.key -CAcreateserial -extfile names -days ${days} -out cert`,
      ),
  };
}

export function selfSigned(host: string): Certificate {
  const names = `-subj /CN=${host} -addext subjectAltName=DNS:${host}`;
  return made({}, `req -x509 ${NEW_KEY} -days 2 ${names} -keyout key -out cert`);
}
