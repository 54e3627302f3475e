import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';

/** Returns all trusted certificate authorities as PEM: Node's, the system's and `extra`. The first call takes 60 ms. */
export function trustedAuthorities(extra: readonly string[]): string[] {
  const known = [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
  return [...new Set([...known, ...extra])];
}

export interface CaCertificate {
  readonly subject: string;
  readonly validTo: string;
  readonly fingerprint: string;
  readonly pem: string;
}

const DER_SEQUENCE = '\u0030';
const PEM_BLOCK = /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----([^-]+)-----END \1-----/gu;

/** Matches certificate chains in the format .p7b of Windows, as PEM or DER (OID 1.2.840.113549.1.7.2). */
const PKCS7 = /-----BEGIN (?:PKCS7|CMS)-----|^0.{1,6}\u0006\t\*\u0086H\u0086\u00f7\r\u0001\u0007\u0002/su;

/** Returns the certificates in a file, or a message for the user. Each character of `text` is one byte of the file. */
export function readCaFile(text: string): Result<readonly CaCertificate[], string> {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/u.test(text)) {
    return fail('This file contains a private key. Nothing was saved. Choose a file with certificates only.');
  }
  if (PKCS7.test(text)) {
    return fail(
      'This is a PKCS #7 file (.p7b). Export its certificates as PEM or DER, then choose that file.',
    );
  }
  const blocks = [...text.matchAll(PEM_BLOCK)].map(([, , base64 = '']) => Buffer.from(base64, 'base64'));
  const isDer = blocks.length === 0 && text.startsWith(DER_SEQUENCE);
  if (blocks.length === 0 && !isDer) return fail('This file contains no certificate in PEM or DER format.');
  const certificates: X509Certificate[] = [];
  for (const der of isDer ? [Buffer.from(text, 'latin1')] : blocks) {
    const certificate = certificateIn(der);
    if (certificate === null)
      return fail('A certificate in this file can’t be read. The file may be damaged or of another type.');
    certificates.push(certificate);
  }
  if (isDer && /[^\s\0]/u.test(text.slice(certificates[0]?.raw.length)))
    return fail(
      'This file contains more than one certificate. Easel can read several only from a PEM file. Convert the file to PEM.',
    );
  const authorities = certificates.filter(({ ca }) => ca);
  const [leaf] = certificates;
  if (authorities.length === 0 && leaf !== undefined) return fail(whomToAsk(leaf));
  return ok(
    authorities.map((authority) => ({
      subject: nameOf(authority.subject),
      validTo: authority.validTo,
      fingerprint: authority.fingerprint256,
      pem: authority.toString(),
    })),
  );
}

function whomToAsk({ subject, issuer }: X509Certificate): string {
  const what = `“${nameOf(subject)}” is a server certificate, not a certificate authority.`;
  return issuer === subject
    ? `${what} It is self-signed. Ask the server’s administrator to use a certificate from an authority.`
    : `${what} Ask for the certificate of the issuer, “${nameOf(issuer)}”.`;
}

function certificateIn(der: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(der);
  } catch {
    return null;
  }
}

const LONGEST_NAME = 200;

function nameOf(name: string | undefined): string {
  return (name ?? 'no name')
    .trim()
    .split('\n')
    .join(', ')
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, LONGEST_NAME);
}
