import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCaFile } from '../../../main/service/ca-file.ts';
import { hasProgram } from '../../support/system.ts';
import {
  AUTHORITY_NAME,
  createAuthority,
  selfSigned,
  type Authority,
  type Certificate,
} from './authority.ts';

describe.skipIf(!hasProgram('openssl'))('files', () => {
  let authority: Authority;
  let host: Certificate;
  beforeAll(() => {
    authority = createAuthority();
    host = authority.issue('localhost');
  });
  afterAll(() => authority.remove());

  const whyNot = (text: string): string => {
    const read = readCaFile(text);
    return read.ok ? 'it was taken' : read.error;
  };

  test('a file of certificate authorities lists each authority with its name, fingerprint and expiry date', () => {
    const other = selfSigned('other.example').cert;
    const read = readCaFile(`Our authorities:\r\n${authority.pem}\nand\n${other}`);
    expect(read).toMatchObject({
      ok: true,
      value: [{ subject: `CN=${AUTHORITY_NAME}` }, { subject: 'CN=other.example' }],
    });
    for (const { fingerprint256, validTo, pem } of read.ok ? read.value : []) {
      expect(fingerprint256).toMatch(/^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/);
      expect(Date.parse(validTo)).toBeGreaterThan(Date.now());
      expect(readCaFile(pem)).toMatchObject({ ok: true, value: [{ fingerprint256 }] });
    }
  });

  test('a file of certificate authorities is rejected if it contains a private key, and the key is not quoted', () => {
    for (const text of [authority.pem + host.key, host.key + authority.pem, host.key]) {
      expect(whyNot(text)).toContain('private key');
      expect(whyNot(text)).not.toContain(host.key.split('\n')[1]);
    }
  });

  test('a file of certificate authorities is accepted as a chain and as DER', () => {
    const [ca, leaf] = [authority.pem, host.cert].map((pem) =>
      new X509Certificate(pem).raw.toString('latin1'),
    );
    for (const text of [authority.pem + host.cert, `${ca}`, `${leaf}${ca}\n`]) {
      const read = readCaFile(text);
      expect(read).toMatchObject({ ok: true, value: [{ subject: `CN=${AUTHORITY_NAME}` }] });
      expect(read.ok && read.value[0]?.pem.trim()).toBe(authority.pem.trim());
    }
  });

  test('a file of certificate authorities is rejected if it contains only a server’s certificate, and the issuer to ask for is named', () => {
    const asked = `Ask for the certificate of the issuer, “CN=${AUTHORITY_NAME}”.`;
    expect(whyNot(host.cert)).toBe(
      `“CN=test” is a server certificate, not the certificate of an authority. ${asked}`,
    );
  });

  test.each([
    '-----BEGIN PKCS7-----\nMII',
    '0\u0082\u0001\u0000\u0006\t*\u0086H\u0086\u00f7\r\u0001\u0007\u0002',
  ])('a file of certificate authorities is rejected with advice if it is a PKCS #7 file: %j', (text) => {
    expect(whyNot(text)).toContain('PKCS #7');
  });

  test.each(['', '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----'])(
    'a file of certificate authorities is rejected without a complete certificate: %j',
    (text) => {
      expect(whyNot(text)).toContain('contains no certificate');
    },
  );

  test('a file of certificate authorities is rejected if it is damaged', () => {
    expect(whyNot(authority.pem.replace(/\n.{20}/u, '\nAAAAAAAAAAAAAAAAAAAA'))).toContain('can’t be read');
  });
});
