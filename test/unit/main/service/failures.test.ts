import { expect, test } from 'vitest';
import type { Call } from '../../../../main/service/types.ts';
import { targetOf, type HttpOutcome, type HttpResult, type Stop } from '../../../../main/service/http.ts';
import type { FailureCode } from '../../../../preload/contract/failure.ts';
import { DENIES_RESPONSE } from '../../../faults/verdict.ts';
import {
  NETWORK_FAULTS,
  networkError,
  networkFailure,
  type NetworkFault,
  readNetworkError,
} from '../../../../main/service/network-failures.ts';

const READ: Call = {
  name: 'x',
  api: 'boardApi',
  effect: 'read',
  path: '/api/board',
  thing: 'boards',
  withKey: true,
};
const CREATE_BOARD: Call = { ...READ, effect: 'create', thing: 'board' };
const CREATE_PAPER: Call = { ...CREATE_BOARD, api: 'paperApi', thing: 'paper' };
const DELETE: Call = { ...READ, effect: 'delete', thing: 'board' };
const MINT: Call = { ...CREATE_PAPER, effect: 'mint', thing: 'token' };
const INVITE: Call = { ...MINT, effect: 'invite' };
const URL_OF = new URL('https://boards.example:8443/api/board?limit=2');

const network = (fault: NetworkFault, code = 'CODE', certificateNames = '', more = {}): HttpOutcome => ({
  kind: 'network',
  error: networkError(fault, code, { certificateNames, ...more }),
});
const stopped = (stop: Stop): HttpOutcome => ({ kind: 'stopped', stop });

function failureOf(call: Call, outcome: HttpOutcome, sent = false, hasNetwork = true) {
  const result: HttpResult = { outcome, attempts: 2, sent, repeated: false, milliseconds: 17 };
  return networkFailure(call, targetOf(call, URL_OF), result, hasNetwork);
}

const STOPS = ['cancelled', 'no-answer', 'stalled', 'too-long'] as const;
const OUTCOMES: readonly HttpOutcome[] = [
  ...NETWORK_FAULTS.map((fault) => network(fault)),
  ...STOPS.map(stopped),
];

test.each<[FailureCode, readonly (NetworkFault | Stop)[]]>([
  ['cannot-reach', ['dns', 'dns-unavailable', 'refused', 'unreachable', 'lost', 'proxy-unknown']],
  ['cannot-reach', ['proxy-unsupported', 'proxy-unreachable', 'proxy-sign-in-unsupported', 'proxy-refused']],
  ['timeout', ['connect-timeout', 'no-answer', 'stalled', 'too-long']],
  ['certificate', ['certificate', 'tls', 'proxy-certificate']],
  ['not-understood', ['not-http']],
  ['cancelled', ['aborted', 'cancelled']],
  ['proxy-sign-in', ['proxy-sign-in', 'proxy-sign-in-refused']],
])('the failure code %s is used for the network faults %j', (code, faults) => {
  for (const fault of faults) {
    const isStop = (STOPS as readonly string[]).includes(fault);
    const outcome = isStop ? stopped(fault as Stop) : network(fault as NetworkFault);
    expect(failureOf(READ, outcome).code, fault).toBe(code);
  }
});
// Without a network, only a program on this computer can refuse a connection. So a refusal does not mean “offline”.
test('a request fails with the code “offline” if this computer has no network', () => {
  const codes = (['dns', 'dns-unavailable', 'unreachable', 'proxy-unreachable', 'refused'] as const).map(
    (fault) => failureOf(READ, network(fault), false, false).code,
  );
  expect(codes).toEqual(['offline', 'offline', 'offline', 'offline', 'cannot-reach']);
});

test('a failed request has an unknown outcome only if it changes data and was sent', () => {
  for (const outcome of OUTCOMES) {
    for (const call of [CREATE_BOARD, CREATE_PAPER, DELETE]) {
      expect(failureOf(call, outcome, true).code).toBe('outcome-unknown');
      expect(failureOf(call, outcome, false).code).not.toBe('outcome-unknown');
    }
    expect(failureOf(READ, outcome, true).code).not.toBe('outcome-unknown');
    // A sent request for a join link has an unknown outcome. If the user cancels it, the code is “cancelled” instead.
    const isGivenUp = failureOf(READ, outcome).code === 'cancelled';
    expect(failureOf(MINT, outcome, true).code).toBe(isGivenUp ? 'cancelled' : 'outcome-unknown');
  }
});

test.each([
  ['link', INVITE, /^A link may have been created/u, /^If you need a link/u, true],
  ['board', CREATE_BOARD, /board may or may not have been created/u, /^Refresh the list/u, false],
  ['paper', CREATE_PAPER, /paper may or may not have been created/u, /can’t check/u, false],
  ['delete', DELETE, /may or may not have been deleted/u, /^Delete the board again/u, true],
] as const)('a failure of unknown outcome names the next step: %s', (_what, call, said, next, retryable) => {
  const told = failureOf(call, network('lost'), true);
  expect(told.message).toMatch(said);
  expect(told.nextStep).toMatch(next);
  expect(told.retryable).toBe(retryable);
});

test('messages about a missing response match the pattern that security check R10 searches for', () => {
  for (const cause of [stopped('no-answer'), network('lost')]) {
    expect(failureOf(READ, cause).message).toMatch(DENIES_RESPONSE);
    expect(failureOf(CREATE_BOARD, cause, true).message).toMatch(DENIES_RESPONSE);
  }
});

test('the failure after a timeout of the connection attempt says that nothing was sent', () => {
  expect(failureOf(MINT, network('connect-timeout')).nextStep).toMatch(/^Nothing was sent\./u);
});

test('the details of a failure at a proxy name the proxy', () => {
  const proxy = 'proxy.example:3128';
  for (const fault of NETWORK_FAULTS) {
    const told = failureOf(READ, network(fault, 'CODE', '', { proxy }));
    expect(told.details).toContain(`Proxy: ${proxy}`);
    expect(told.proxy, fault).toBe(told.code === 'proxy-sign-in' ? proxy : undefined);
  }
  expect(failureOf(READ, network('proxy-sign-in')).proxy).toBeUndefined();
});

const error = (code: string, more = {}): Error =>
  Object.assign(new Error('Authorization: secret'), { code, ...more });

test.each([
  ['ENOTFOUND', 'dns'],
  ['ENETUNREACH', 'unreachable'],
  ['EHOSTDOWN', 'unreachable'],
  ['ENONET', 'unreachable'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connect-timeout'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['HPE_INVALID_CONSTANT', 'not-http'],
  ['SOMETHING_NEW', 'lost'],
] as const)('the error code %s is read as the network fault “%s”', (code, fault) => {
  expect(readNetworkError(error(code), false)).toEqual(networkError(fault, code));
});

test('the code of a network error is taken from the cause of the error', () => {
  expect(readNetworkError(error('UND_ERR_SOCKET', { cause: error('ECONNRESET') }), true).code).toBe(
    'ECONNRESET',
  );
});

test('if one address of a host is unreachable and another refuses the connection, the failure is “refused”', () => {
  const several = new AggregateError([error('ENETUNREACH'), error('ECONNREFUSED')]);
  expect(readNetworkError(several, false).fault).toBe('refused');
});

test('a connection timeout after the request was sent counts as a lost connection', () => {
  expect(readNetworkError(error('ETIMEDOUT'), true).fault).toBe('lost');
});

test('a long list of names in a certificate is cut between two names, so that no name is cut', () => {
  const cert = { subjectaltname: `DNS:a.example, DNS:${'k'.repeat(200)}` };
  expect(readNetworkError(error('HOSTNAME_MISMATCH', { cert }), false).certificateNames).toBe('a.example');
});

test.each([['text'], [{ cert: 5, errors: [null] }]])('the error %j is an unknown network fault', (thrown) => {
  expect(readNetworkError(thrown, false)).toMatchObject({ fault: 'lost', code: 'UNKNOWN' });
});
