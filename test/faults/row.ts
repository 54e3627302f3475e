/** One fault of the matrix: who causes it, and what every operation must come to. */
import type { CommonFault } from '../practice/faults.ts';
import type { CertificateName } from './certificates.ts';
import type { Expected } from './expectations.ts';

/** What a proxy on the way does with each CONNECT. */
export type ProxyFault =
  | { readonly kind: 'refuse' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'say'; readonly bytes: string };

/** What the door in front of the practice service does to connections. */
export type DoorFault =
  | { readonly kind: 'refuse' }
  /** Accepts connections and says nothing, not even a TLS handshake. */
  | { readonly kind: 'silent' }
  /** Answers each request with these bytes, then closes. */
  | { readonly kind: 'say'; readonly bytes: string }
  /** Resets a kept-open connection when a further request comes on it. */
  | { readonly kind: 'reset-reused' };

export const REDIRECT_TARGETS = ['same origin', 'other origin', 'down to http'] as const;
export type RedirectTarget = (typeof REDIRECT_TARGETS)[number];

export type Cause =
  /** The practice service does it, request by request. */
  | { readonly kind: 'service'; readonly faults: CommonFault | readonly CommonFault[] }
  | { readonly kind: 'door'; readonly fault: DoorFault; readonly secure?: true }
  /** An https door shows this certificate, or speaks only these versions. */
  | { readonly kind: 'certificate'; readonly name: CertificateName }
  /** An https connection leads through a proxy. */
  | { readonly kind: 'proxy'; readonly fault: ProxyFault }
  | { readonly kind: 'redirect'; readonly status: number; readonly to: RedirectTarget }
  /** The connection leads to a name that does not exist. */
  | { readonly kind: 'no such host' };

export interface Row {
  readonly name: string;
  readonly cause: Cause;
  readonly expected: Expected;
  readonly nothingSent: boolean;
  /** How long each operation may and must take, in seconds, where a deadline ends it. */
  readonly seconds?: number;
  /** It outlasts the operation that met it: the next one is played against another service. */
  readonly lasts?: true;
}

export function row(name: string, cause: Cause, expected: Expected): Row {
  return { name, cause, expected, nothingSent: false };
}

/** A fault that shows before anything is sent. */
export function unsent(name: string, cause: Cause, expected: Expected): Row {
  return { name, cause, expected, nothingSent: true };
}

export function late(slow: Row, seconds: number): Row {
  return { ...slow, seconds };
}

export function lasting(long: Row): Row {
  return { ...long, lasts: true };
}

export function service(name: string, faults: CommonFault | readonly CommonFault[], expected: Expected): Row {
  return row(name, { kind: 'service', faults }, expected);
}
