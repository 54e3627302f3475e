/** Chromium aborts navigations to `app://`, so such a scheme gets an https alias, which only the renderer sees. */

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

/** Converts an https alias from Chromium back to the address that the main process uses. */
export function fromAlias(address: string): string {
  if (!address.includes(SUFFIX)) return address;
  const [, host = '', scheme = '', rest = ''] =
    /^https:\/\/(.*)\.([^.]+)\.electron-shell\.localhost(.*)$/s.exec(address) ?? [];
  return schemes.has(scheme) ? `${scheme}://${host}${rest}` : address;
}

/** Returns an address's origin as main sees it: `scheme://host`, an https origin, or 'null' if the origin is opaque. */
export function originOf(address: string): string {
  const custom = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(fromAlias(address));
  if (custom?.[1] && schemes.has(custom[1].toLowerCase())) return `${custom[1].toLowerCase()}://${custom[2]}`;
  return URL.canParse(address) ? new URL(address).origin : 'null';
}

/** Returns an address in the form that Chromium reports, normalised and without a fragment, to compare addresses. */
export function comparable(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}
