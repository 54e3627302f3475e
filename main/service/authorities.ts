import tls from 'node:tls';

/** Returns all trusted authorities as PEM texts: Node's, the system's and `extra`. The first call takes about 60 ms. */
export const trustedAuthorities = (extra: readonly string[]): string[] => [
  ...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system'), ...extra]),
];
