/** Reads a file of certificate authorities, as an organisation hands it out. */
import { X509Certificate } from 'node:crypto';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';

export interface CaCertificate {
  readonly subject: string;
  /** As the certificate says it, such as "Jan  1 00:00:00 2030 GMT". */
  readonly validTo: string;
  readonly fingerprint256: string;
  readonly pem: string;
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu;

/**
 * Gives every certificate in a PEM text, or the sentence that says why the file can't be used.
 *
 * A file with a private key in it is refused whole: Easel must not become another place where that key lies.
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

/** The name on one line: Node gives one line for each part of it, and nothing for a certificate without a name. */
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
