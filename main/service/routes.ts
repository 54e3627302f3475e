/** Decides the route of a request: direct, or through a proxy of this computer's settings. */
import type { Clock } from '../lib/clock.ts';

export type Route =
  | { readonly kind: 'direct'; readonly name: '' }
  | ProxyRoute
  /** Such as SOCKS 4; `what` is its kind. */
  | { readonly kind: 'unsupported'; readonly what: string; readonly name: string };

export interface ProxyRoute {
  readonly kind: 'proxy';
  /** SOCKS is experimental in undici. */
  readonly scheme: 'http' | 'https' | 'socks5';
  readonly hostname: string;
  readonly port: number;
  /** `host:port` */
  readonly name: string;
}

/**
 * Returns the system's answer for an address: "DIRECT", "PROXY host:port", "HTTPS host:port", "SOCKS5 host:port",
 * separated by `;`.
 */
export type ResolveProxy = (address: string) => Promise<string>;

const DIRECT_ROUTE: Route = { kind: 'direct', name: '' };
const DIRECT: readonly Route[] = [DIRECT_ROUTE];
const PROXIES = new Map<string, { readonly scheme: ProxyRoute['scheme']; readonly usualPort: number }>([
  ['PROXY', { scheme: 'http', usualPort: 80 }],
  ['HTTPS', { scheme: 'https', usualPort: 443 }],
  ['SOCKS5', { scheme: 'socks5', usualPort: 1080 }],
]);

/** Parses the system's answer. Unknown parts become `unsupported`, never a direct route. */
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
  if (what === 'DIRECT' && address === '') return DIRECT_ROUTE;
  const known = PROXIES.get(what);
  const parts = /^(?:\[([\da-f:.]+)\]|([^\s:/?#@[\]]+))(?::(\d{1,5}))?$/iu.exec(address);
  const port = Number(parts?.[3] ?? known?.usualPort);
  const hostname = parts?.[1] ?? parts?.[2];
  if (known === undefined || hostname === undefined || more.length > 0 || port < 1 || port > 65_535) {
    // Never quotes user and password.
    return { kind: 'unsupported', what: what.slice(0, 20), name: address.replace(/^.*@/u, '').slice(0, 260) };
  }
  const name = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
  return { kind: 'proxy', scheme: known.scheme, hostname, port, name };
}

/** Returns a route as text: "direct", "proxy host:port" or "SOCKS proxy host:port (experimental)". */
export function nameRoute(route: Route): string {
  if (route.kind === 'direct') return 'direct';
  if (route.kind === 'unsupported') return `${route.what} ${route.name} (Easel can’t use it)`;
  return route.scheme === 'socks5' ? `SOCKS proxy ${route.name} (experimental)` : `proxy ${route.name}`;
}

const FRESH_MS = 30_000;

/**
 * Returns a function that lists the routes to a URL, best first. It asks the system once per origin and 30 s, and
 * rejects if that fails.
 *
 * The system gets the origin only, because a proxy script must not see ids. `http:` is this computer, and always
 * direct.
 */
export function createRouter(resolveProxy: ResolveProxy | undefined, clock: Pick<Clock, 'now'>) {
  const known = new Map<string, { readonly routes: Promise<readonly Route[]>; readonly until: number }>();

  return (url: URL): readonly Route[] | Promise<readonly Route[]> => {
    if (resolveProxy === undefined || url.protocol === 'http:') return DIRECT;
    const held = known.get(url.origin);
    if (held !== undefined && clock.now() < held.until) return held.routes;
    const ask = async (): Promise<readonly Route[]> => {
      return readRoutes(await resolveProxy(`${url.origin}/`));
    };
    const routes = ask();
    known.set(url.origin, { routes, until: clock.now() + FRESH_MS });
    routes.catch(() => known.delete(url.origin));
    return routes;
  };
}

/** Kept in memory for this run only. */
export interface ProxyCredentials {
  readonly user: string;
  readonly password: string;
}
