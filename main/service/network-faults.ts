/** Why there was no response, told apart by the codes of Node and undici. */

export const NETWORK_FAULTS = [
  'dns', // the name has no address
  'dns-unavailable', // names can't be looked up now
  'refused', // nobody listens there
  'unreachable', // no way to the network or host
  'connect-timeout',
  'lost', // reset or closed
  'certificate',
  'tls', // no secure connection could be agreed on
  'not-http', // what came is no HTTP
  'aborted', // by the caller's signal
  'proxy-unknown', // the system did not say which way to go
  'proxy-unsupported', // a kind of proxy that Easel can't use
  'proxy-unreachable', // no connection to the proxy, or it was cut before the proxy had answered
  'proxy-certificate', // the proxy's own certificate
  'proxy-sign-in', // 407
  'proxy-sign-in-refused', // 407 in spite of a sign-in
  'proxy-sign-in-unsupported', // 407, and only ways to sign in that Easel does not know
  'proxy-refused', // the proxy answered and opened no way
] as const;
export type NetworkFault = (typeof NETWORK_FAULTS)[number];

/** Why no answer, or no whole answer, came. Holds no address, header or body. */
export interface TransportError {
  readonly fault: NetworkFault;
  /** The error code, such as `ECONNRESET`. */
  readonly code: string;
  /** Whether any of the request may have left this computer. */
  readonly sent: boolean;
  /** The names that a certificate for another host is for; empty otherwise. */
  readonly certificateNames: string;
  /** Who issued a certificate that is not trusted, where that is known; empty otherwise. */
  readonly issuer: string;
  /** The proxy on the way, as `host:port`; empty for none. */
  readonly proxy: string;
}

/** Why no connection came about, found where it was tried; undici hands it on as it is. */
export class ConnectError extends Error {
  readonly found: TransportError;

  constructor(found: TransportError) {
    super(found.code);
    this.found = found;
  }
}

const CODES: Readonly<Record<string, NetworkFault>> = {
  ENOTFOUND: 'dns',
  ENODATA: 'dns',
  EAI_AGAIN: 'dns-unavailable',
  EAI_FAIL: 'dns-unavailable',
  ECONNREFUSED: 'refused',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ENONET: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  ETIMEDOUT: 'connect-timeout',
  EPROTO: 'tls',
  UND_ERR_HEADERS_OVERFLOW: 'not-http',
  UND_ERR_ABORTED: 'aborted',
};

/** Families of codes: OpenSSL's certificate errors (X509_V_ERR_*), its own errors, and llhttp's. */
const FAMILIES: readonly (readonly [RegExp, NetworkFault])[] = [
  [
    /^(?:CERT_|CRL_|ERR_TLS_CERT_|UNABLE_TO_|INVALID_|PATH_LENGTH_|HOSTNAME_)|SELF_SIGNED_CERT/u,
    'certificate',
  ],
  [/^(?:ERR_SSL_|ERR_TLS_)/u, 'tls'],
  [/^HPE_/u, 'not-http'],
];

/** Makes an error; what `more` leaves out is not the case. */
export function networkError(
  fault: NetworkFault,
  code: string,
  more: Partial<TransportError> = {},
): TransportError {
  return { fault, code, sent: false, certificateNames: '', issuer: '', proxy: '', ...more };
}

/** Classifies an error of undici or Node. An unknown one counts as a lost connection, the cautious choice. */
export function readNetworkError(thrown: unknown, sent: boolean): TransportError {
  if (thrown instanceof ConnectError) return { ...thrown.found, sent };
  const code = codeOf(thrown);
  const fault = CODES[code] ?? FAMILIES.find(([family]) => family.test(code))?.[1] ?? 'lost';
  // A connection that times out after the request was sent is a lost one.
  const isLost = sent && fault === 'connect-timeout';
  return networkError(isLost ? 'lost' : fault, code, { sent, certificateNames: certificateNames(thrown) });
}

/** The most telling code: of the error, of what caused it, or of the first of several connection attempts. */
function codeOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return 'UNKNOWN';
  const inner = 'cause' in thrown && typeof thrown.cause === 'object' ? codeOf(thrown.cause) : 'UNKNOWN';
  if ('errors' in thrown && Array.isArray(thrown.errors)) {
    const codes = thrown.errors.map(codeOf).filter((code) => code !== 'UNKNOWN');
    // With several addresses, one that refuses says more than one without a route (IPv6 is often missing).
    const telling = codes.find((code) => CODES[code] === 'refused') ?? codes[0];
    if (telling !== undefined) return telling;
  }
  return inner === 'UNKNOWN' ? ownCode(thrown) : inner;
}

function ownCode(thrown: object): string {
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  // undici's parser error has lost its code, but not its name; the reason of an aborted signal has a number.
  const name = 'name' in thrown ? thrown.name : '';
  if (name === 'AbortError') return 'UND_ERR_ABORTED';
  return name === 'HTTPParserError' ? 'HPE_INVALID' : 'UNKNOWN';
}

/** Node hands over the certificate of a wrong host; its names tell which host or proxy answered. */
function certificateNames(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('cert' in thrown)) return '';
  const { cert } = thrown;
  if (typeof cert !== 'object' || cert === null || !('subjectaltname' in cert)) return '';
  return typeof cert.subjectaltname === 'string'
    ? cert.subjectaltname.replaceAll('DNS:', '').slice(0, 200)
    : '';
}
