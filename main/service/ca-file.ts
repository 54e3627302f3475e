/** Reads a PEM file of certificate authorities. */
import { X509Certificate } from 'node:crypto';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';

export interface CaCertificate {
  readonly subject: string;
  readonly validTo: string;
  readonly fingerprint256: string;
  readonly pem: string;
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu;

/**
 * Returns every certificate in a PEM text, or a sentence that says why not.
 *
 * Rejects a file with a private key: Easel must not store it.
 */
export function readCaFile(text: string): Result<readonly CaCertificate[], string> {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/u.test(text)) {
    return fail('This file contains a private key. Nothing was saved. Choose a file with certificates only.');
  }
  const blocks = text.match(BLOCK) ?? [];
  if (blocks.length === 0)
    return fail('This file contains no PEM certificate (-----BEGIN CERTIFICATE-----).');
  const certificates: CaCertificate[] = [];
  for (const pem of blocks) {
    const read = readCertificate(pem);
    if (read === null) return fail('A certificate in this file can’t be read. The file may be damaged.');
    if (!read.ca) return fail(`${subjectOf(read)} is not a certificate authority.`);
    const { validTo, fingerprint256 } = read;
    certificates.push({ subject: subjectOf(read), validTo, fingerprint256, pem });
  }
  return ok(certificates);
}

function readCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

const LONGEST_SUBJECT = 200;

/** Node puts each part of the name on its own line, and returns undefined for none. */
function subjectOf(certificate: X509Certificate): string {
  const subject: unknown = certificate.subject;
  if (typeof subject !== 'string') return 'A certificate without a name';
  return subject
    .trim()
    .split('\n')
    .join(', ')
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, LONGEST_SUBJECT);
}
