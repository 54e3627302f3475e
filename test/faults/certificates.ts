/** Certificates for `localhost`, good and bad, made with openssl for this run. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSecureContext, type SecureContext, type SecureVersion } from 'node:tls';

export const CERTIFICATE_NAMES = [
  'good',
  'expired',
  'self-signed',
  'other-host',
  'unknown-ca',
  'tls-1.0',
  'tls-1.1',
] as const;
export type CertificateName = (typeof CERTIFICATE_NAMES)[number];

export interface Certificates {
  /** What a server shows. */
  readonly contexts: Readonly<Record<CertificateName, SecureContext>>;
  /** PEM text of the authority that is to be trusted. */
  readonly ca: string;
}

const KEY_KIND = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** Makes them all; needs the program `openssl`. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(path.join(tmpdir(), 'easel-faults-'));
  const file = (name: string): string => path.join(folder, name);
  const openssl = (...args: string[]): void =>
    void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });

  function selfSigned(name: string, subject: string): void {
    const names = ['-subj', `/CN=${subject}`, '-addext', `subjectAltName=DNS:${subject}`];
    openssl(
      'req',
      '-x509',
      ...KEY_KIND,
      '-days',
      '2',
      ...names,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.crt`,
    );
  }

  function signed(name: string, ca: string, host: string, dates: readonly string[] = ['-days', '2']): void {
    writeFileSync(file(`${name}.ext`), `subjectAltName=DNS:${host}\n`);
    openssl('req', ...KEY_KIND, '-subj', '/CN=test', '-keyout', `${name}.key`, '-out', `${name}.csr`);
    const by = ['-CA', `${ca}.crt`, '-CAkey', `${ca}.key`, '-CAcreateserial', '-extfile', `${name}.ext`];
    openssl('x509', '-req', '-in', `${name}.csr`, ...by, ...dates, '-out', `${name}.crt`);
  }

  function context(name: string, version?: SecureVersion): SecureContext {
    return createSecureContext({
      key: readFileSync(file(`${name}.key`)),
      cert: readFileSync(file(`${name}.crt`)),
      // OpenSSL speaks versions below 1.2 only without its own floor.
      ...(version === undefined
        ? {}
        : { minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' }),
    });
  }

  try {
    selfSigned('ca', 'ca.example');
    selfSigned('stranger', 'stranger.example');
    selfSigned('self', 'localhost');
    signed('good', 'ca', 'localhost');
    signed('expired', 'ca', 'localhost', ['-days', '-1']);
    signed('other', 'ca', 'proxy.corp.example');
    signed('unknown', 'stranger', 'localhost');
    return {
      contexts: {
        good: context('good'),
        expired: context('expired'),
        'self-signed': context('self'),
        'other-host': context('other'),
        'unknown-ca': context('unknown'),
        'tls-1.0': context('good', 'TLSv1'),
        'tls-1.1': context('good', 'TLSv1.1'),
      },
      ca: readFileSync(file('ca.crt'), 'utf8'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
