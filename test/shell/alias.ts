/** Gives schemes such as `app://` an https alias in the renderer, because Chromium aborts navigations to `app://`. */

const SUFFIX = '.electron-shell.localhost';

export const ALIAS_PATTERN = `https://*${SUFFIX}/*`;

const schemes = new Set<string>();

export function addScheme(scheme: string): void {
  schemes.add(scheme.toLowerCase());
}

export function toAlias(address: string): string {
  const [, scheme = '', host = '', rest = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(address) ?? [];
  if (!schemes.has(scheme.toLowerCase())) return address;
  return new URL(`https://${host || 'host'}.${scheme.toLowerCase()}${SUFFIX}${rest || '/'}`).href;
}

/** Converts an https alias back to its address, such as `app://…`. Returns an address without alias unchanged. */
export function fromAlias(address: string): string {
  if (!address.includes(SUFFIX)) return address;
  const [, host = '', scheme = '', rest = ''] =
    /^https:\/\/(.*)\.([^.]+)\.electron-shell\.localhost(.*)$/s.exec(address) ?? [];
  return schemes.has(scheme) ? `${scheme}://${host}${rest}` : address;
}

/** Returns the origin of an address or alias, for example `app://easel`. An opaque origin is 'null'. */
export function originOf(address: string): string {
  const custom = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(fromAlias(address));
  if (custom?.[1] && schemes.has(custom[1].toLowerCase())) return `${custom[1].toLowerCase()}://${custom[2]}`;
  return URL.canParse(address) ? new URL(address).origin : 'null';
}

/** Normalises an address to the form that Chromium reports, without a fragment, so that addresses can be compared. */
export function comparable(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}
