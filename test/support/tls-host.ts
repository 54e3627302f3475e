/** An https host on loopback whose certificate nobody vouches for. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasProgram } from './system.ts';

export interface TlsHost {
  /** `https://localhost:<port>` */
  readonly origin: string;
  /** Requests that got through to it. */
  readonly requests: () => number;
  readonly stop: () => Promise<void>;
}

/** Whether a certificate can be made here. */
export const canMakeCertificates = (): boolean => hasProgram('openssl');

/** Starts it with a certificate that it signed itself. */
export async function startTlsHost(): Promise<TlsHost> {
  let requests = 0;
  const server = createServer(selfSigned(), (_request, response) => {
    requests += 1;
    response.end('[]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function selfSigned(): { readonly key: Buffer; readonly cert: Buffer } {
  const folder = mkdtempSync(path.join(tmpdir(), 'easel-certificate-'));
  const key = path.join(folder, 'key.pem');
  const cert = path.join(folder, 'cert.pem');
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const names = ['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  try {
    execFileSync('openssl', [...kind, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
