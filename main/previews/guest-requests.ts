/** What a room may load: anything encrypted, its own origin, and what it holds itself. */
import { originOf } from '../security/origins.ts';

const HARMLESS: ReadonlySet<string> = new Set(['https:', 'wss:', 'data:', 'blob:', 'about:']);

/**
 * Whether a guest of `appOrigin` may request `address`. Plain http and ws only reach the app's own origin, which
 * is plain only on loopback (the practice service). The page itself comes from nowhere else.
 */
export function isGuestRequestAllowed(address: string, appOrigin: string, isPage: boolean): boolean {
  if (isPage) return isOwnPage(address, appOrigin);
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (HARMLESS.has(url.protocol)) return true;
  const app = new URL(appOrigin);
  return (
    app.protocol === 'http:' && (url.protocol === 'http:' || url.protocol === 'ws:') && url.host === app.host
  );
}

/** Whether a guest of `appOrigin` may show the page at `address`: the origin of a `blob:` is that of its maker. */
export function isOwnPage(address: string, appOrigin: string): boolean {
  return /^https?:/iu.test(address) && originOf(address) === appOrigin;
}
