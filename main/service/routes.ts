import { BlockList, isIP, isIPv4 } from 'node:net';
import type { Result } from '../../preload/contract/failure.ts';
import type { Clock } from '../lib/clock.ts';
import { decoded } from '../../preload/contract/later-facts.ts';

export type Route =
  | { readonly kind: 'direct'; readonly name: '' }
  | ProxyRoute
  /** A proxy type that Easel can't use, such as SOCKS 4. */
  | { readonly kind: 'unsupported'; readonly what: string; readonly name: string };

export interface ProxyRoute {
  readonly kind: 'proxy';
  /** Messages call `socks5` experimental, because undici's support for SOCKS is experimental. */
  readonly scheme: 'http' | 'https' | 'socks5';
  readonly hostname: string;
  readonly port: number;
  readonly name: string;
}

/** Returns the system's proxies for an address, in PAC format such as "PROXY host:port; DIRECT". */
export type ResolveProxy = (address: string) => Promise<string>;

const DIRECT_ROUTE: Route = { kind: 'direct', name: '' };
const DIRECT: readonly Route[] = [DIRECT_ROUTE];
const PROXIES = new Map<string, { readonly scheme: ProxyRoute['scheme']; readonly usualPort: number }>([
  ['PROXY', { scheme: 'http', usualPort: 80 }],
  ['HTTPS', { scheme: 'https', usualPort: 443 }],
  ['SOCKS5', { scheme: 'socks5', usualPort: 1080 }],
]);

/** Parses proxies in PAC format. An entry that Easel doesn't know becomes `unsupported`, never a direct route. */
export function readRoutes(answer: string): readonly Route[] {
  const entries = answer
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return entries.length === 0
    ? [{ kind: 'unsupported', what: 'an empty response', name: '' }]
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
    return { kind: 'unsupported', what: what.slice(0, 20), name: address.replace(/^.*@/u, '').slice(0, 260) };
  }
  const name = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
  return { kind: 'proxy', scheme: known.scheme, hostname, port, name };
}

export function nameRoute(route: Route): string {
  if (route.kind === 'direct') return 'direct';
  if (route.kind === 'unsupported') return `${route.what} ${route.name} (Easel can’t use it)`;
  return route.scheme === 'socks5' ? `SOCKS proxy ${route.name} (experimental)` : `proxy ${route.name}`;
}

const FRESH_MS = 30_000;

/**
 * Returns a function that returns the routes to a URL, best first. It queries the system once per origin every
 * 30 s, and passes only the origin, because a proxy script must not see ids.
 */
export function createRouter(
  resolveProxy: ResolveProxy | undefined,
  clock: Pick<Clock, 'now'>,
  environment?: ProxyEnvironment,
) {
  const known = new Map<string, { readonly routes: Promise<readonly Route[]>; readonly at: number }>();

  return (url: URL): readonly Route[] | Promise<readonly Route[]> => {
    if (resolveProxy === undefined || url.protocol === 'http:') return DIRECT;
    const cached = known.get(url.origin);
    // Uses the absolute difference of the times, because it is negative after the system clock was set back.
    if (cached !== undefined && Math.abs(clock.now() - cached.at) < FRESH_MS) return cached.routes;
    const ask = async (): Promise<readonly Route[]> => {
      const routes = readRoutes(await resolveProxy(`${url.origin}/`));
      const isOfEnvironment = routes.some((route) => environment?.proxies.has(route.name) === true);
      return isOfEnvironment && environment?.isExempt(url) === true ? DIRECT : routes;
    };
    const routes = ask();
    known.set(url.origin, { routes, at: clock.now() });
    routes.catch(() => known.delete(url.origin));
    return routes;
  };
}

export interface ProxyCredentials {
  readonly user: string;
  readonly password: string;
}

// Easel reads the proxy variables itself, because Chromium on Linux drops user and password, and ignores some forms.

export interface ProxyEnvironment {
  /** Proxies (`host:port`) from environment variables. `no_proxy` applies to these proxies only. */
  readonly proxies: ReadonlySet<string>;
  readonly signIns: ReadonlyMap<string, ProxyCredentials>;
  readonly isExempt: (url: URL) => boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'] as const;
/** Default port for each scheme of a proxy's URL. The scheme `proxy:` marks an address without a scheme. */
const USUAL_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443', 'proxy:': '80' };

export function readProxyEnvironment(variables: Variables): ProxyEnvironment {
  const proxies = new Set<string>();
  const signIns = new Map<string, ProxyCredentials>();
  for (const variable of PROXY_VARIABLES) {
    const text = variables[variable]?.trim() ?? '';
    const url =
      text === '' ? null : URL.parse(/^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `proxy://${text}`);
    if (url === null || url.hostname === '') continue;
    const name = `${url.hostname.toLowerCase()}:${url.port || (USUAL_PORTS[url.protocol] ?? '1080')}`;
    proxies.add(name);
    const [user = '', password = ''] = [url.username, url.password].map((text) => decoded(text) ?? text);
    if (user !== '' && !signIns.has(name)) signIns.set(name, { user, password });
  }
  return { proxies, signIns, isExempt: readNoProxy(variables['no_proxy'] ?? variables['NO_PROXY'] ?? '') };
}

/** Parses `no_proxy`: `*`, host names (including subdomains), IP addresses and CIDR blocks, each also with a port. */
function readNoProxy(text: string): (url: URL) => boolean {
  const rules = text
    .toLowerCase()
    .split(/[\s,;]+/u)
    .filter((entry) => entry !== '')
    .map(readRule);
  return (url) => {
    const host = url.hostname.replace(/^\[|\]$|\.$/gu, '');
    return rules.some((rule) => rule(host, url.port || '443'));
  };
}

type Rule = (host: string, port: string) => boolean;

function readRule(entry: string): Rule {
  if (entry === '*') return () => true;
  const [, bracketed, block = ''] = /^\[([^\]]+)\](.*)$/u.exec(entry) ?? [];
  const bare = bracketed === undefined ? entry : bracketed + (block.startsWith('/') ? block : '');
  const [address = '', prefix] = bare.split('/');
  if (isIP(address) !== 0) return addressRule(address, prefix, /^:(\d+)$/u.exec(block)?.[1]);
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/u.exec(bare) ?? [];
  if (isIPv4(name)) return addressRule(name, undefined, port);
  const domain = name.replace(/^\*?\.|\.$/gu, '');
  return (host, at) =>
    domain !== '' && (port ?? at) === at && (host === domain || host.endsWith(`.${domain}`));
}

/** Compares IP addresses as numbers, because `::1` equals `0:0:0:0:0:0:0:1`. */
function addressRule(address: string, prefix: string | undefined, port: string | undefined): Rule {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const bits = family === 'ipv4' ? 32 : 128;
  const length = prefix === undefined ? bits : /^\d{1,3}$/u.test(prefix) ? Number(prefix) : bits + 1;
  const block = new BlockList();
  if (length <= bits) block.addSubnet(address, length, family);
  return (host, at) =>
    (port ?? at) === at && isIP(host) !== 0 && block.check(host, isIPv4(host) ? 'ipv4' : 'ipv6');
}

/** A proxy's sign-in. Never repeated after a rejection, because many companies lock accounts after a few failures. */
export interface SignIn {
  readonly credentials: ProxyCredentials;
  refused: boolean;
}

export interface SignIns {
  readonly get: (proxy: string) => SignIn | undefined;
  /** Loads a proxy's sign-in from the keychain, so that `get` returns it. Fails if the keychain can't be read. */
  readonly load?: (proxy: string) => Promise<Result<null>>;
}

export function signInOf(credentials: ProxyCredentials): SignIn {
  return { credentials, refused: false };
}
