/**
 * Chromium aborts a navigation to `app://` before anyone can answer it. So each privileged scheme has an https alias
 * on a host that never leaves this machine: `app://easel/x` is `https://easel.app.electron-shell.localhost/x`.
 * Main sees the scheme everywhere, the renderer the alias.
 */

const SUFFIX = '.electron-shell.localhost';

/** What `Fetch.enable` must pause to answer the aliases. */
export const ALIAS_PATTERN = `https://*${SUFFIX}/*`;

const schemes = new Set<string>();

/** From now on addresses of this scheme have an alias. */
export function addScheme(scheme: string): void {
  schemes.add(scheme.toLowerCase());
}

/** The address for Chromium. Others than those of privileged schemes come back as they are. */
export function toAlias(address: string): string {
  const [, scheme = '', host = '', rest = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(address) ?? [];
  if (!schemes.has(scheme.toLowerCase())) return address;
  return new URL(`https://${host || 'host'}.${scheme.toLowerCase()}${SUFFIX}${rest || '/'}`).href;
}

/** The address for main: the opposite of `toAlias`. */
export function fromAlias(address: string): string {
  if (!address.includes(SUFFIX)) return address;
  const [, host = '', scheme = '', rest = ''] =
    /^https:\/\/(.*)\.([^.]+)\.electron-shell\.localhost(.*)$/s.exec(address) ?? [];
  return schemes.has(scheme) ? `${scheme}://${host}${rest}` : address;
}

/** `scheme://host` or an https origin, or 'null' for an opaque one, as main should see it. */
export function originOf(address: string): string {
  const custom = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(fromAlias(address));
  if (custom?.[1] && schemes.has(custom[1].toLowerCase())) return `${custom[1].toLowerCase()}://${custom[2]}`;
  return URL.canParse(address) ? new URL(address).origin : 'null';
}

/** An address as Chromium writes it in a request: no fragment, normalised. */
export function comparable(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}
