/** Classifies failures without an HTTP response by their error codes, and words messages about them. */
import type { Failure, FailureCode } from '../../preload/contract/failure.ts';
import { failure } from '../lib/wording/failure.ts';
import type { Call, CallTarget } from './types.ts';
import { outcomeUnknown } from './failures.ts';
import type { HttpResult, Stop } from './http.ts';

export const NETWORK_FAULTS = [
  'dns', // DNS returned no address for the host name.
  'dns-unavailable',
  'refused', // No program listens at this port of the host.
  'unreachable',
  'connect-timeout',
  'lost',
  'certificate',
  'tls', // TLS failed, for example because the host and Easel support no common TLS version.
  'not-http',
  'aborted',
  'proxy-unknown', // The system's proxy settings could not be read, or named no route.
  'proxy-unsupported',
  'proxy-unreachable', // Could not connect to the proxy, or lost the connection before the proxy responded.
  'proxy-certificate', // The proxy's own certificate is not trusted.
  'proxy-sign-in', // The proxy answered 407, because the request had no sign-in.
  'proxy-sign-in-unread', // The keychain did not return the proxy's saved sign-in.
  'proxy-sign-in-refused', // The proxy answered 407 to a request with a sign-in.
  'proxy-sign-in-unsupported', // The proxy requires a sign-in method that Easel does not support.
  'proxy-refused', // The proxy responded with an error instead of opening a tunnel.
] as const;
export type NetworkFault = (typeof NETWORK_FAULTS)[number];

export interface TransportError {
  readonly fault: NetworkFault;
  readonly code: string;
  readonly sent: boolean;
  /** Names in the certificate if the host presented a certificate for other names. Otherwise empty. */
  readonly certificateNames: string;
  readonly issuer: string;
  readonly proxy: string;
}

/** Error of Easel's connector. Carries the cause of a failed connection through undici. */
export class ConnectError extends Error {
  readonly found: TransportError;

  constructor(found: TransportError) {
    super(found.code);
    this.found = found;
  }
}

const CODES: Readonly<Record<string, NetworkFault>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns-unavailable',
  EAI_FAIL: 'dns-unavailable',
  ECONNREFUSED: 'refused',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENONET: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  ETIMEDOUT: 'connect-timeout',
  EPROTO: 'tls',
  UND_ERR_HEADERS_OVERFLOW: 'not-http',
  UND_ERR_ABORTED: 'aborted',
};

/** Patterns of error codes from OpenSSL and from Node's HTTP parser llhttp, each with the fault that they mean. */
const FAMILIES: readonly (readonly [RegExp, NetworkFault])[] = [
  [
    /^(?:CERT_|CRL_|ERR_TLS_CERT_|UNABLE_TO_|INVALID_|PATH_LENGTH_|HOSTNAME_)|SELF_SIGNED_CERT/u,
    'certificate',
  ],
  [/^(?:ERR_SSL_|ERR_TLS_)/u, 'tls'],
  [/^HPE_/u, 'not-http'],
];

export function networkError(
  fault: NetworkFault,
  code: string,
  more: Partial<TransportError> = {},
): TransportError {
  return { fault, code, sent: false, certificateNames: '', issuer: '', proxy: '', ...more };
}

/** Reads an error of undici or Node. Treats unknown codes as a lost connection, the safest assumption. */
export function readNetworkError(thrown: unknown, sent: boolean): TransportError {
  if (thrown instanceof ConnectError) return { ...thrown.found, sent };
  const code = codeOf(thrown);
  const fault = CODES[code] ?? FAMILIES.find(([family]) => family.test(code))?.[1] ?? 'lost';
  // A connection timeout after the request was sent means that the connection was lost.
  const isLost = sent && fault === 'connect-timeout';
  return networkError(isLost ? 'lost' : fault, code, { sent, certificateNames: certificateNames(thrown) });
}

/** Returns the code of the innermost cause of an error. Of several parallel causes, the most informative code. */
function codeOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return 'UNKNOWN';
  const inner = 'cause' in thrown && typeof thrown.cause === 'object' ? codeOf(thrown.cause) : 'UNKNOWN';
  if ('errors' in thrown && Array.isArray(thrown.errors)) {
    const codes = thrown.errors.map(codeOf).filter((code) => code !== 'UNKNOWN');
    // Prefers "connection refused" to "no route", because many computers have no route for IPv6.
    const telling = codes.find((code) => CODES[code] === 'refused') ?? codes[0];
    if (telling !== undefined) return telling;
  }
  return inner === 'UNKNOWN' ? ownCode(thrown) : inner;
}

function ownCode(thrown: object): string {
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  // Some errors have no text code: undici's parser error has only a name, and an abort has a number as code.
  const name = 'name' in thrown ? thrown.name : '';
  if (name === 'AbortError') return 'UND_ERR_ABORTED';
  return name === 'HTTPParserError' ? 'HPE_INVALID' : 'UNKNOWN';
}

const LONGEST_NAMES = 200;

function certificateNames(thrown: unknown): string {
  const { cert } = (thrown ?? {}) as { readonly cert?: { readonly subjectaltname?: unknown } | null };
  if (typeof cert?.subjectaltname !== 'string') return '';
  const names = cert.subjectaltname.replaceAll('DNS:', '');
  // Cuts the list between two names, because the redactor doesn't recognise half a secret.
  const end = names.length > LONGEST_NAMES ? names.lastIndexOf(', ', LONGEST_NAMES) : names.length;
  return names.slice(0, Math.max(0, end));
}

type Cause = NetworkFault | Stop | 'offline';
type Sentences = readonly [message: string, nextStep: string, code?: FailureCode];

export function networkFailure(
  call: Call,
  place: CallTarget,
  { outcome, sent, attempts, milliseconds }: HttpResult,
  hasNetwork: boolean,
): Failure {
  if (outcome.kind === 'answer' || outcome.kind === 'withheld') throw new Error('no failure of the network');
  const error = outcome.kind === 'stopped' ? networkError('aborted', outcome.stop) : outcome.error;
  const { fault, proxy } = error;
  const isOffline = !hasNetwork && WHEN_OFFLINE.has(fault);
  const cause = outcome.kind === 'stopped' ? outcome.stop : isOffline ? 'offline' : fault;
  const [message, nextStep, code = 'cannot-reach'] = sentencesOf(error, place)[cause];
  const details = [
    `Request: ${place.request}`,
    `Cause: ${error.code}${sent ? ', after the request was sent' : ', before anything was sent'}`,
    `Attempts: ${attempts} in ${milliseconds} ms`,
  ];
  if (proxy !== '') details.push(`Proxy: ${proxy}`);
  // Reports a cancelled token request as cancelled, not as an unknown outcome, because an unused token is harmless.
  const isGivenUp = code === 'cancelled' && call.thing === 'token';
  if (sent && call.effect !== 'read' && !isGivenUp)
    return outcomeUnknown(call, place, CLAUSES[code] ?? LOST, { details });
  const asking = code === 'proxy-sign-in' && proxy !== '' ? { proxy } : {};
  return failure(code, { message, nextStep, details, ...asking });
}

const WHEN_OFFLINE: ReadonlySet<NetworkFault> = new Set([
  'dns',
  'dns-unavailable',
  'unreachable',
  'proxy-unreachable',
]);

const LOST = 'the connection was lost before the response arrived';
const CLAUSES: Readonly<Partial<Record<FailureCode, string>>> = {
  cancelled: 'the request was cancelled before the response arrived',
  timeout: 'no response arrived in time',
  certificate: 'no secure connection was established',
  'not-understood': 'the response couldn’t be read',
  'proxy-sign-in': 'the proxy didn’t connect',
};

/** For proxy and certificate faults, the sentences say that nothing was changed, because nothing was sent yet. */
function sentencesOf(error: TransportError, place: CallTarget): Readonly<Record<Cause, Sentences>> {
  const { code, proxy } = error;
  const { start, middle, host } = place;
  const unsent = `Nothing was sent to ${host}.`;
  const status = code.replace('PROXY_', '');
  const later = `Nothing was changed. Try again. If ${host} stays slow, contact its support.`;
  const cancelled = [
    'The request was cancelled before a response arrived.',
    'Try again when you’re ready.',
    'cancelled',
  ] as const;
  return {
    cancelled,
    aborted: cancelled,
    'no-answer': [`${start} didn’t respond within 30 seconds.`, later, 'timeout'],
    stalled: [`${start} started to respond, then sent nothing for 30 seconds.`, later, 'timeout'],
    'too-long': [`${start} didn’t finish its response within 60 seconds.`, later, 'timeout'],
    offline: [
      `This computer is offline, so Easel can’t reach ${middle}.`,
      'Connect to a network, then try again.',
      'offline',
    ],
    dns: [
      `Can’t reach ${middle}. No host with this name was found.`,
      'Check the spelling of the address in this connection, and whether you need a VPN.',
    ],
    'dns-unavailable': [
      `The host name ${host} can’t be looked up (DNS is not responding).`,
      'Check your network and its DNS or VPN, then try again.',
    ],
    unreachable: [`This network has no route to ${host}.`, 'Check your network and VPN, then try again.'],
    refused: [
      `${start} refused the connection.`,
      'Check the address and port in this connection. If they are correct, the service isn’t running there.',
    ],
    'connect-timeout': [
      `${start} didn’t accept a connection within 10 seconds.`,
      'Nothing was sent. Check the address, your network and firewall, then try again.',
      'timeout',
    ],
    lost: [
      proxy === ''
        ? `${start} closed the connection before its response was complete.`
        : `The connection through the proxy ${proxy} to ${middle} was lost before the response was complete.`,
      'Try again. If it keeps happening, a firewall or proxy may be interfering.',
    ],
    certificate: certificateSentences(error, place),
    tls: [
      `Easel couldn’t establish a secure connection (TLS 1.2 or later) to ${host}. Nothing was sent.`,
      'Check that the address and port belong to an HTTPS service.',
      'certificate',
    ],
    'not-http': [
      `The server at ${host} didn’t send a valid HTTP response. It may not be the right server.`,
      'Check the address and port in this connection.',
      'not-understood',
    ],
    'proxy-unknown': [
      `This computer’s proxy settings couldn’t be read. ${unsent}`,
      'Check this computer’s proxy settings, then try again.',
    ],
    'proxy-unsupported': [
      `This network uses a type of proxy that Easel doesn’t support (${`${status} ${proxy}`.trimEnd()}). ${unsent}`,
      'Ask your network administrator for an HTTP proxy and set it in this computer’s settings.',
    ],
    'proxy-unreachable': [
      `The proxy ${proxy} can’t be reached. ${unsent}`,
      'Check your network, VPN and proxy settings, then try again.',
    ],
    'proxy-certificate': [
      `Easel couldn’t establish a secure connection to the proxy ${proxy} (${code}). ${unsent}`,
      `Ask your network administrator about the proxy’s certificate. You can add its certificate authority ${TO_TRUST}.`,
      'certificate',
    ],
    'proxy-sign-in': [
      `The proxy ${proxy} requires a sign-in. ${unsent}`,
      'Sign in to the proxy with your network user name and password, then try again.',
      'proxy-sign-in',
    ],
    'proxy-sign-in-unread': [
      `Easel can’t read the sign-in for the proxy ${proxy} from the keychain. ${unsent}`,
      'Unlock the keychain and try again, or sign in to the proxy again.',
      'proxy-sign-in',
    ],
    'proxy-sign-in-refused': [
      `The proxy ${proxy} didn’t accept the sign-in. ${unsent}`,
      'Check your user name and password, then sign in again.',
      'proxy-sign-in',
    ],
    'proxy-sign-in-unsupported': [
      `The proxy ${proxy} requires a sign-in method that Easel doesn’t support (${code}). ${unsent}`,
      'Ask your network administrator to allow sign-in with user name and password (Basic).',
    ],
    'proxy-refused': [
      `The proxy ${proxy} didn’t connect to ${host} (${code.replace('PROXY_', 'status ')}). ${unsent}`,
      `Check the address in this connection. If it is correct, ask your network administrator to allow ${host}.`,
    ],
  };
}

const TO_TRUST = 'to this computer, or in “Network settings” of a saved connection';

const UNKNOWN_ISSUER =
  /SELF_SIGNED_CERT|^UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|^CERT_UNTRUSTED$|^INVALID_CA$/u;

export function certificateSentences(
  { code, certificateNames, issuer }: TransportError,
  { host }: Pick<CallTarget, 'host'>,
): Sentences {
  const failed = (message: string, nextStep: string): Sentences => [
    `${message} Nothing was sent.`,
    nextStep,
    'certificate',
  ];
  if (code === 'CERT_HAS_EXPIRED')
    return failed(
      `The certificate of ${host} has expired.`,
      'Check this computer’s date. If it is correct, the service must renew its certificate.',
    );
  if (code === 'CERT_NOT_YET_VALID')
    return failed(`The certificate of ${host} is not valid yet.`, 'Check this computer’s date and time.');
  if (code.startsWith('ERR_TLS_CERT_ALTNAME') || code === 'HOSTNAME_MISMATCH')
    return failed(
      `The certificate of ${host} was issued for ${certificateNames || 'another host'}.`,
      'Check the address in this connection. A proxy or sign-in page may have responded instead.',
    );
  if (UNKNOWN_ISSUER.test(code))
    return failed(
      `The certificate of ${host} comes from an issuer that this computer doesn’t trust${issuer && ` (“${issuer}”)`}.`,
      `If your organisation issued the certificate, add its certificate authority ${TO_TRUST}.`,
    );
  return failed(
    `The certificate of ${host} is not valid (${code}).`,
    'Ask your network administrator or the service’s support about this certificate.',
  );
}
