/** Failures without a response: every cause with its own sentence, next step and code. */
import type { Failure, FailureCode } from '../../preload/contract/failure.ts';
import { changesSomething, outcomeUnknown, type Call, type CallTarget } from './call.ts';
import { failure } from '../wording/failure.ts';
import type { HttpResult, Stop } from './http.ts';
import { networkError, type NetworkFault, type TransportError } from './network-faults.ts';

type Cause = NetworkFault | Stop | 'offline';
type Sentences = readonly [message: string, nextStep: string];

/** The failure of a call that got no answer. `hasNetwork`: whether this computer has any network at all. */
export function networkFailure(
  call: Call,
  place: CallTarget,
  { outcome, sent, attempts, milliseconds }: HttpResult,
  hasNetwork: boolean,
): Failure {
  if (outcome.kind === 'answer' || outcome.kind === 'withheld') throw new Error('no failure of the network');
  const error = outcome.kind === 'stopped' ? networkError('aborted', outcome.stop) : outcome.error;
  const cause = outcome.kind === 'stopped' ? outcome.stop : causeOf(error.fault, hasNetwork);
  const { proxy } = error;
  const code = CODES[cause] ?? 'cannot-reach';
  const details = [
    `Request: ${place.request}`,
    `Cause: ${error.code}${sent ? ', after the request was sent' : ', before anything was sent'}`,
    `Attempts: ${attempts}, ${milliseconds} ms`,
  ];
  if (proxy !== '') details.push(`Proxy: ${proxy}`);
  // Whoever gave up waiting for a link knows that they have none.
  const isGivenUp = code === 'cancelled' && call.thing === 'token';
  if (sent && changesSomething(call) && !isGivenUp)
    return outcomeUnknown(call, place, CLAUSES[code] ?? LOST, { details });
  const [message, nextStep] = sentencesOf(error, place)[cause];
  const asking = code === 'proxy-sign-in' && proxy !== '' ? { proxy } : {};
  return failure(code, { message, nextStep, details, ...asking });
}

/** What a computer without a network meets. */
const NO_WAY: ReadonlySet<NetworkFault> = new Set(['dns', 'dns-unavailable', 'unreachable']);

function causeOf(fault: NetworkFault, hasNetwork: boolean): Cause {
  if (fault === 'aborted') return 'cancelled';
  return !hasNetwork && NO_WAY.has(fault) ? 'offline' : fault;
}

/** Those of all other causes are `cannot-reach`. */
const CODES: Readonly<Partial<Record<Cause, FailureCode>>> = {
  cancelled: 'cancelled',
  'no-answer': 'timeout',
  stalled: 'timeout',
  'too-long': 'timeout',
  offline: 'offline',
  'connect-timeout': 'timeout',
  certificate: 'certificate',
  tls: 'certificate',
  'not-http': 'not-understood',
  'proxy-certificate': 'certificate',
  'proxy-sign-in': 'proxy-sign-in',
  'proxy-sign-in-refused': 'proxy-sign-in',
};

/** For calls that may have arrived, so that their outcome is open. */
const LOST = 'the connection was lost before the answer arrived';
const CLAUSES: Readonly<Partial<Record<FailureCode, string>>> = {
  cancelled: 'it was cancelled before the answer arrived',
  timeout: 'no answer arrived in time',
  certificate: 'no secure connection was made',
  'not-understood': 'the answer could not be read',
  'proxy-sign-in': 'the proxy did not connect',
};

/** A gateway's statuses: the proxy is willing, and got nowhere. */
const NOWHERE: ReadonlySet<string> = new Set(['PROXY_502', 'PROXY_503', 'PROXY_504']);

/** In all faults of a proxy or a certificate nothing was sent. */
function sentencesOf(error: TransportError, place: CallTarget): Readonly<Record<Cause, Sentences>> {
  const { code, proxy } = error;
  const { start, middle, host } = place;
  const unsent = `Nothing was sent to ${host}.`;
  const status = code.replace('PROXY_', '');
  const later = `Nothing was changed. Try again. If ${host} stays slow, ask whoever runs it.`;
  const cancelled = ['Cancelled before an answer arrived.', 'Start again when you’re ready.'] as const;
  return {
    cancelled,
    aborted: cancelled,
    'no-answer': [`${start} did not answer within 30 seconds.`, later],
    stalled: [`${start} started to answer, then sent nothing for 30 seconds.`, later],
    'too-long': [`${start} did not finish its answer within 60 seconds.`, later],
    offline: [`This computer is offline. ${start} was not reached.`, 'Connect to a network, then try again.'],
    dns: [
      `${start} was not reached: there is no host with this name.`,
      'Check the spelling of the address in this connection, and whether you need a VPN.',
    ],
    'dns-unavailable': [
      `The name ${host} can’t be looked up (DNS is not answering).`,
      'Check your network and its DNS or VPN, then try again.',
    ],
    unreachable: [`This network has no route to ${host}.`, 'Check your network and VPN, then try again.'],
    refused: [
      `${start} refused the connection.`,
      'Check the address and port in this connection. If they are right, the service isn’t running there.',
    ],
    'connect-timeout': [
      `${start} did not accept a connection within 10 seconds.`,
      'Nothing was sent. Check the address, your network and firewall, then try again.',
    ],
    lost: [
      proxy === ''
        ? `${start} closed the connection before its answer was complete.`
        : `The connection through the proxy ${proxy} to ${middle} was lost before the answer was complete.`,
      'Try again. If it keeps happening, a firewall or proxy may be interfering.',
    ],
    certificate: certificateSentences(error, place),
    tls: [
      `No secure connection (TLS 1.2 or later) could be made to ${host}. Nothing was sent.`,
      'Check that the address and port belong to an https service.',
    ],
    'not-http': [
      `The server at ${host} did not answer with valid HTTP. It may not be the service.`,
      'Check the address and port in this connection.',
    ],
    'proxy-unknown': [
      `This computer’s proxy settings could not be read. ${unsent}`,
      'Check this computer’s proxy settings, then try again.',
    ],
    'proxy-unsupported': [
      `This network uses a kind of proxy that Easel can’t use (${`${status} ${proxy}`.trimEnd()}). ${unsent}`,
      'Ask your network administrator for an HTTP proxy and set it in this computer’s settings.',
    ],
    'proxy-unreachable': [
      `The proxy ${proxy} can’t be reached. ${unsent}`,
      'Check your network, VPN and proxy settings, then try again.',
    ],
    'proxy-certificate': [
      `No secure connection could be made to the proxy ${proxy} (${code}). ${unsent}`,
      'Ask your network administrator about the proxy’s certificate. You can add its authority to this computer or to Easel.',
    ],
    'proxy-sign-in': [
      `The proxy ${proxy} requires a sign-in. ${unsent}`,
      'Sign in to the proxy with your network user name and password, then try again.',
    ],
    'proxy-sign-in-refused': [
      `The proxy ${proxy} did not accept the sign-in. ${unsent}`,
      'Check your user name and password, then sign in again.',
    ],
    'proxy-sign-in-unsupported': [
      `The proxy ${proxy} requires a sign-in method that Easel doesn’t support (${code}). ${unsent}`,
      'Ask your network administrator to allow sign-in with user name and password (Basic).',
    ],
    'proxy-refused': [
      NOWHERE.has(code)
        ? `The proxy ${proxy} could not reach ${host} (status ${status}). ${unsent}`
        : `The proxy ${proxy} did not connect to ${host} (${code.replace('PROXY_', 'status ')}). ${unsent}`,
      `Check the address in this connection. If it is right, ask your network administrator to allow ${host}.`,
    ],
  };
}

const UNKNOWN_ISSUER: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);

/** Says which of the ways a certificate can be wrong this is. */
function certificateSentences(
  { code, certificateNames, issuer }: TransportError,
  { host }: CallTarget,
): Sentences {
  if (code === 'CERT_HAS_EXPIRED')
    return [
      `The certificate of ${host} has expired. Nothing was sent.`,
      'Check this computer’s date. If it is right, whoever runs the service must renew the certificate.',
    ];
  if (code === 'CERT_NOT_YET_VALID')
    return [
      `The certificate of ${host} is not valid yet. Nothing was sent.`,
      'Check this computer’s date and time.',
    ];
  if (code.startsWith('ERR_TLS_CERT_ALTNAME') || code === 'HOSTNAME_MISMATCH')
    return [
      `The certificate shown for ${host} is for ${certificateNames || 'another host'}. Nothing was sent.`,
      'Check the address in this connection. A proxy or sign-in page may have answered instead.',
    ];
  if (UNKNOWN_ISSUER.has(code))
    return [
      `The certificate of ${host} comes from an issuer that this computer doesn’t trust${issuer && ` (“${issuer}”)`}. Nothing was sent.`,
      'If the issuer is your organisation, add its certificate authority to this computer or to Easel.',
    ];
  return [
    `The certificate of ${host} is not valid (${code}). Nothing was sent.`,
    'Ask whoever runs the network or the service about this certificate.',
  ];
}
