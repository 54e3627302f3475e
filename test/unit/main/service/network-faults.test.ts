import { describe, expect, test } from 'vitest';
import { networkError, readNetworkError } from '../../../../main/service/network-faults.ts';

const error = (code: string, more = {}): Error =>
  Object.assign(new Error('Authorization: secret'), { code, ...more });

describe('codes of Node, OpenSSL and undici', () => {
  test.each([
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns-unavailable'],
    ['ECONNREFUSED', 'refused'],
    ['ENETUNREACH', 'unreachable'],
    ['EHOSTUNREACH', 'unreachable'],
    ['UND_ERR_CONNECT_TIMEOUT', 'connect-timeout'],
    ['ETIMEDOUT', 'connect-timeout'],
    ['ECONNRESET', 'lost'],
    ['EPIPE', 'lost'],
    ['UND_ERR_SOCKET', 'lost'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['EPROTO', 'tls'],
    ['HPE_INVALID_CONSTANT', 'not-http'],
    ['UND_ERR_HEADERS_OVERFLOW', 'not-http'],
    ['UND_ERR_ABORTED', 'aborted'],
    ['SOMETHING_NEW', 'lost'],
  ] as const)('%s is %s', (code, fault) => {
    expect(readNetworkError(error(code), false)).toEqual(networkError(fault, code));
  });
});

test('the code of the cause wins over the outer one', () => {
  expect(readNetworkError(error('UND_ERR_SOCKET', { cause: error('ECONNRESET') }), true).code).toBe(
    'ECONNRESET',
  );
});

test('of several addresses, one that refused says more than one without a route', () => {
  const several = new AggregateError([error('ENETUNREACH'), error('ECONNREFUSED')]);
  expect(readNetworkError(several, false).fault).toBe('refused');
});

test('a connection that times out after sending is lost, not unreachable', () => {
  expect(readNetworkError(error('ETIMEDOUT'), true).fault).toBe('lost');
});

test('a certificate for another host names that host', () => {
  const cert = { subjectaltname: 'DNS:proxy.corp.example, DNS:*.corp.example' };
  const read = readNetworkError(error('ERR_TLS_CERT_ALTNAME_INVALID', { cert }), false);
  expect(read.certificateNames).toBe('proxy.corp.example, *.corp.example');
});

test('no error message is kept', () => {
  expect(JSON.stringify(readNetworkError(error('ECONNRESET'), true))).not.toContain('secret');
});
