import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { readCaFile } from '../../../main/service/ca-file.ts';
import { hasProgram } from '../../support/system.ts';
import {
  AUTHORITY_NAME,
  createAuthority,
  selfSigned,
  type Authority,
  type Certificate,
} from './authority.ts';

describe.skipIf(!hasProgram('openssl'))('files of certificate authorities', () => {
  let authority: Authority;
  let host: Certificate;
  beforeAll(() => {
    authority = createAuthority();
    host = authority.issue('localhost');
  });

  const whyNot = (text: string): string => {
    const read = readCaFile(text);
    return read.ok ? 'it was taken' : read.error;
  };

  test('reading a file of certificate authorities returns the name and fingerprint of each authority', () => {
    const other = selfSigned('other.example').cert;
    const read = readCaFile(`Our authorities:\r\n${authority.pem}\nand\n${other}`);
    expect(read).toMatchObject({
      ok: true,
      value: [{ subject: `CN=${AUTHORITY_NAME}` }, { subject: 'CN=other.example' }],
    });
    for (const { fingerprint, validTo, pem } of read.ok ? read.value : []) {
      expect(fingerprint).toMatch(/^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/);
      expect(Date.parse(validTo)).toBeGreaterThan(Date.now());
      expect(readCaFile(pem)).toMatchObject({ ok: true, value: [{ fingerprint }] });
    }
  });

  test('Easel refuses a file of certificate authorities that contains a private key', () => {
    for (const text of [authority.pem + host.key, host.key + authority.pem, host.key]) {
      expect(whyNot(text)).toContain('private key');
      expect(whyNot(text)).not.toContain(host.key.split('\n')[1]);
    }
  });

  test('a file of certificate authorities can be a chain or in DER format', () => {
    const ca = new X509Certificate(authority.pem).raw.toString('latin1');
    for (const text of [authority.pem + host.cert, `${ca}\n`]) {
      const read = readCaFile(text);
      expect(read).toMatchObject({ ok: true, value: [{ subject: `CN=${AUTHORITY_NAME}` }] });
      expect(read.ok && read.value[0]?.pem.trim()).toBe(authority.pem.trim());
    }
  });

  test('the refusal of a server certificate as a certificate authority names the certificate’s issuer', () => {
    const asked = `Ask for the certificate of the issuer, “CN=${AUTHORITY_NAME}”.`;
    expect(whyNot(host.cert)).toBe(
      `“CN=test” is a server certificate, not a certificate authority. ${asked}`,
    );
  });

  test.each([
    ['PKCS #7', () => '-----BEGIN PKCS7-----\nMII'],
    ['PKCS #7', () => '0\u0082\u0001\u0000\u0006\t*\u0086H\u0086\u00f7\r\u0001\u0007\u0002'],
    ['contains no certificate', () => ''],
    [
      'contains no certificate',
      () => '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----',
    ],
    [
      'more than one certificate',
      () =>
        [authority.pem, authority.pem].map((pem) => new X509Certificate(pem).raw.toString('latin1')).join(''),
    ],
    ['can’t be read', () => authority.pem.replace(/\n.{20}/u, '\nAAAAAAAAAAAAAAAAAAAA')],
  ])('Easel refuses a file without a readable certificate with the reason “%s”', (reason, text) => {
    expect(whyNot(text())).toContain(reason);
  });
});
