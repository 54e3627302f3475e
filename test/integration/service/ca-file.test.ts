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

describe.skipIf(!hasProgram('openssl'))('a file of certificate authorities', () => {
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

  test('lists each authority with its name, fingerprint and expiry date', () => {
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

  test('is rejected if it contains a private key, and the key is not quoted', () => {
    for (const text of [authority.pem + host.key, host.key + authority.pem, host.key]) {
      expect(whyNot(text)).toContain('private key');
      expect(whyNot(text)).not.toContain(host.key.split('\n')[1]);
    }
  });

  test('is rejected if it contains a host’s own certificate, which is named', () => {
    expect(whyNot(authority.pem + host.cert)).toBe('CN=test is not a certificate authority.');
  });

  test.each(['', '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----'])(
    'is rejected without a complete certificate: %j',
    (text) => {
      expect(whyNot(text)).toContain('contains no PEM certificate');
    },
  );

  test('is rejected if it is damaged', () => {
    expect(whyNot(authority.pem.replace(/\n.{20}/u, '\nAAAAAAAAAAAAAAAAAAAA'))).toContain('can’t be read');
  });
});
