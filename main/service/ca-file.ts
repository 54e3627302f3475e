/** Reads certificate authorities from a file in PEM, DER or PKCS #7 format. */
import { X509Certificate } from 'node:crypto';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';

export interface CaCertificate {
  readonly subject: string;
  readonly validTo: string;
  readonly fingerprint256: string;
  readonly pem: string;
}

const PEM_BLOCK = /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE|PKCS7)-----([^-]+)-----END \1-----/gu;

/**
 * Returns every authority in a file, without any server certificates, or a sentence that explains the error. `text`
 * has one character per byte. Rejects a file with a private key, because Easel must not store it.
 */
export function readCaFile(text: string): Result<readonly CaCertificate[], string> {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/u.test(text)) {
    return fail('This file contains a private key. Nothing was saved. Choose a file with certificates only.');
  }
  const blocks = [...text.matchAll(PEM_BLOCK)].map(([, , base64 = '']) => Buffer.from(base64, 'base64'));
  const isDer = blocks.length === 0 && text.startsWith(SEQUENCE);
  if (blocks.length === 0 && !isDer) return fail('This file contains no certificate, neither PEM nor DER.');
  const read = (isDer ? [Buffer.from(text, 'latin1')] : blocks).flatMap(certificatesIn);
  const certificates = read.filter((certificate) => certificate !== null);
  if (certificates.length < Math.max(1, read.length))
    return fail('A certificate in this file can’t be read. The file may be damaged or of another kind.');
  const authorities = certificates.filter(({ ca }) => ca);
  const [leaf] = certificates;
  if (authorities.length === 0 && leaf !== undefined) return fail(whomToAsk(leaf));
  return ok(
    authorities.map((authority) => ({
      subject: nameOf(authority.subject),
      validTo: authority.validTo,
      fingerprint256: authority.fingerprint256,
      pem: authority.toString(),
    })),
  );
}

function whomToAsk({ subject, issuer }: X509Certificate): string {
  const what = `“${nameOf(subject)}” is the certificate of a server, not of an authority.`;
  return issuer === subject
    ? `${what} It is self-signed. Ask the server’s administrator for a certificate from an authority.`
    : `${what} Ask for the certificate of its issuer, “${nameOf(issuer)}”.`;
}

/** Returns all certificates; null if a certificate is unreadable. */
function certificatesIn(der: Buffer): readonly (X509Certificate | null)[] {
  const bundled = bundledIn(der);
  return (bundled.length === 0 ? [der] : bundled).map((each) => {
    try {
      return new X509Certificate(each);
    } catch {
      return null;
    }
  });
}

// DER encodes a value as a tag, a length and the content.

const SEQUENCE = '\u0030';
/** Tag of a `[0]` value, tagged explicitly or as a set. */
const FIRST_TAG = 0xa0;

/**
 * Returns the certificates of a PKCS #7 bundle (RFC 2315, 9.1). Windows exports certificate chains in this format.
 */
function bundledIn(der: Buffer): readonly Buffer[] {
  const [info] = partsOf(der);
  const content = partsOf(info?.content).find(({ tag }) => tag === FIRST_TAG);
  const [signed] = partsOf(content?.content);
  const certificates = partsOf(signed?.content).find(({ tag }) => tag === FIRST_TAG);
  return partsOf(certificates?.content).map(({ whole }) => whole);
}

interface Part {
  readonly tag: number;
  readonly whole: Buffer;
  readonly content: Buffer;
}

function partsOf(bytes: Buffer = Buffer.alloc(0)): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const first = bytes.readUInt8(at + 1);
    const more = first < 0x80 ? 0 : first - 0x80;
    const start = at + 2 + more;
    if (first === 0x80 || more > 4 || start > bytes.length) break;
    const end = start + (more === 0 ? first : bytes.readUIntBE(at + 2, more));
    if (end > bytes.length) break;
    parts.push({
      tag: bytes.readUInt8(at),
      whole: bytes.subarray(at, end),
      content: bytes.subarray(start, end),
    });
    at = end;
  }
  return parts;
}

const LONGEST_NAME = 200;

/**
 * Joins the parts of a name, because Node writes each part on its own line. `name` is undefined if the certificate
 * has no name.
 */
function nameOf(name: string | undefined): string {
  return (name ?? 'no name')
    .trim()
    .split('\n')
    .join(', ')
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, LONGEST_NAME);
}
