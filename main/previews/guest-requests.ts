/** What a room may load: anything encrypted, its own origin, and what it holds itself. */

const HARMLESS: ReadonlySet<string> = new Set(['https:', 'wss:', 'data:', 'blob:', 'about:']);

/**
 * Whether a guest of `appOrigin` may request `address`. Plain http and ws only reach the app's own origin, which
 * is plain only on loopback (the practice service).
 */
export function isGuestRequestAllowed(address: string, appOrigin: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (HARMLESS.has(url.protocol)) return true;
  const app = new URL(appOrigin);
  return (
    app.protocol === 'http:' && (url.protocol === 'http:' || url.protocol === 'ws:') && url.host === app.host
  );
}
