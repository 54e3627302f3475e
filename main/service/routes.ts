/** Which way a request leaves this computer: read from what the system's settings answer, in Chromium's words. */
import type { Clock } from '../lib/clock.ts';

/** One way; a list of them is tried in order. */
export type Route =
  | { readonly kind: 'direct' }
  | ProxyRoute
  /** Something that Easel can't go through, such as SOCKS 4; `what` is its kind. */
  | { readonly kind: 'unsupported'; readonly what: string; readonly name: string };

export interface ProxyRoute {
  readonly kind: 'proxy';
  /** How the proxy itself is spoken to. SOCKS is experimental: undici says so of its part. */
  readonly scheme: 'http' | 'https' | 'socks5';
  /** Without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** `host:port`, as it is shown and as sign-ins name it. */
  readonly name: string;
}

/** Asks the system: gives "DIRECT", "PROXY host:port", "HTTPS host:port", "SOCKS5 host:port" or others, separated by `;`. */
export type ResolveProxy = (address: string) => Promise<string>;

const DIRECT: readonly Route[] = [{ kind: 'direct' }];
const PROXIES = new Map<string, { readonly scheme: ProxyRoute['scheme']; readonly usualPort: number }>([
  ['PROXY', { scheme: 'http', usualPort: 80 }],
  ['HTTPS', { scheme: 'https', usualPort: 443 }],
  ['SOCKS5', { scheme: 'socks5', usualPort: 1080 }],
]);

/** Parses the system's answer. Anything unknown is `unsupported`, never a direct route. */
export function readRoutes(answer: string): readonly Route[] {
  const entries = answer
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return entries.length === 0
    ? [{ kind: 'unsupported', what: 'an empty answer', name: '' }]
    : entries.map(readRoute);
}

function readRoute(entry: string): Route {
  const [word = '', address = '', ...more] = entry.split(/\s+/u);
  const what = word.toUpperCase();
  if (what === 'DIRECT' && address === '') return { kind: 'direct' };
  const known = PROXIES.get(what);
  const parts = /^(?:\[([\da-f:.]+)\]|([^\s:/?#@[\]]+))(?::(\d{1,5}))?$/iu.exec(address);
  const port = Number(parts?.[3] ?? known?.usualPort);
  const hostname = parts?.[1] ?? parts?.[2];
  if (known === undefined || hostname === undefined || more.length > 0 || port < 1 || port > 65_535) {
    return { kind: 'unsupported', what: what.slice(0, 20), name: address.slice(0, 260) };
  }
  const name = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
  return { kind: 'proxy', scheme: known.scheme, hostname, port, name };
}

/** How a way is shown: "direct", "proxy host:port" or "SOCKS proxy host:port (experimental)". */
export function nameRoute(route: Route): string {
  if (route.kind === 'direct') return 'direct';
  if (route.kind === 'unsupported') return `${route.what} ${route.name} (Easel can’t use it)`;
  return route.scheme === 'socks5' ? `SOCKS proxy ${route.name} (experimental)` : `proxy ${route.name}`;
}

/** How long an answer of the system is good for, in ms. */
const FRESH_MS = 30_000;

/**
 * Gives the ways to an address, best first; rejects when the system can't say. Asks the system once per origin and 30 s. It
 * is told the origin only: identifiers in paths are not the business of a proxy script. This computer itself (`http:`,
 * Practice) is never asked about and always direct.
 */
export function createRouter(resolveProxy: ResolveProxy | undefined, clock: Pick<Clock, 'now'>) {
  const known = new Map<string, { readonly routes: Promise<readonly Route[]>; readonly until: number }>();

  return ({ protocol, origin }: URL): readonly Route[] | Promise<readonly Route[]> => {
    if (resolveProxy === undefined || protocol === 'http:') return DIRECT;
    const held = known.get(origin);
    if (held !== undefined && clock.now() < held.until) return held.routes;
    // A call that throws fails as one that rejects does.
    const ask = async (): Promise<readonly Route[]> => readRoutes(await resolveProxy(`${origin}/`));
    const routes = ask();
    known.set(origin, { routes, until: clock.now() + FRESH_MS });
    // The next one asks anew; whoever waits for this one is told.
    routes.catch(() => known.delete(origin));
    return routes;
  };
}
