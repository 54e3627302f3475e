/** Describes a call: its address and its wording. */
import type { TransportRequest } from './transport.ts';
import type { Addresses } from './types.ts';

/** What the call does to the service: decides who may send it, by which method, and what a lost answer means. */
export type Effect =
  | 'read'
  | 'create'
  | 'delete'
  | 'mint' // a token for the person at this computer: a visit, or a check that drops it
  | 'invite'; // a token for somebody else

/** Whatever is more than reading can't go out as a GET. */
export const METHODS = {
  read: 'GET',
  create: 'POST',
  delete: 'DELETE',
  mint: 'POST',
  invite: 'POST',
} as const satisfies Record<Effect, TransportRequest['method']>;

export interface Call {
  /** The endpoint's name, for the log. */
  readonly name: string;
  readonly api: keyof Addresses;
  readonly effect: Effect;
  /** Below the address, beginning with `/`, identifiers encoded; empty for the address itself. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
  /** Only calls of the two APIs carry the key. */
  readonly withKey: boolean;
  /** What is created, read or deleted. */
  readonly thing: 'board' | 'boards' | 'paper' | 'token' | 'host';
  /** How the service's names of fields are called in the form: for refusals that name a field. */
  readonly fieldNames?: Readonly<Record<string, string>>;
}

const API_NAMES: Readonly<Record<keyof Addresses, string>> = {
  paperApi: 'paper API',
  boardApi: 'board API',
  appUrl: 'app',
};

/** Names a call's other side: `host` as in the address, with its port where that is not the usual one. */
export interface CallTarget {
  readonly host: string;
  /** "the board API at boards.example.com" */
  readonly middle: string;
  /** "The board API at boards.example.com" */
  readonly start: string;
  /** "POST boards.example.com/api/board" */
  readonly request: string;
  /** "https://boards.example.com/api/board" */
  readonly address: string;
}

export function targetOf(call: Call, url: URL): CallTarget {
  const where = `${API_NAMES[call.api]} at ${url.host}`;
  return {
    host: url.host,
    middle: `the ${where}`,
    start: `The ${where}`,
    request: `${METHODS[call.effect]} ${url.host}${url.pathname}`,
    address: `${url.origin}${url.pathname}`,
  };
}

/**
 * The address of a call; null when the connection's address is none that a key may go to, or when the path would
 * lead elsewhere. `https` only, or `http` on this computer; no credentials.
 */
export function addressOf(call: Call, addresses: Addresses): URL | null {
  const base = addresses[call.api];
  const url = URL.parse(base + call.path);
  const root = URL.parse(base);
  if (url === null || root === null || url.username !== '' || url.password !== '') return null;
  // A segment such as `..` vanishes while an address is parsed: then the path is not the one asked for.
  const path = `${root.pathname.replace(/\/+$/u, '')}${call.path}`;
  if (url.origin !== root.origin || url.pathname !== (path === '' ? '/' : path)) return null;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisComputer(url.hostname))) return null;
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
  return url;
}

/** Whether a WHATWG host name can only be this computer. */
export function isThisComputer(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(hostname);
}
