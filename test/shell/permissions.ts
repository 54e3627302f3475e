/**
 * Chromium can't ask the app's permission handlers when a page wants something. So they are asked up front, when a page
 * or guest goes to a new origin, and Chromium gets the answers as settings.
 */
import { originOf } from './alias.ts';
import { browser } from './chromium.ts';
import type { WebContents } from './web-contents.ts';

const ASKED = {
  geolocation: 'geolocation',
  notifications: 'notifications',
  'clipboard-read': 'clipboard-read',
  'clipboard-sanitized-write': 'clipboard-write',
  media: 'camera',
  midi: 'midi',
} as const;

function webOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  return origin === 'null' ? undefined : origin;
}

/**
 * Asks the handlers of the contents' session about the origin of `url` (an alias, where there is one) and stores their
 * answers in Chromium. `embedder` is the address of the page that shows a guest.
 */
export async function syncPermissions(contents: WebContents, url: string, embedder?: string): Promise<void> {
  const embeddedOrigin = webOrigin(url);
  const origin = embedder === undefined ? embeddedOrigin : webOrigin(embedder);
  if (embeddedOrigin === undefined || origin === undefined) return;
  await Promise.all(
    Object.entries(ASKED).map(async ([permission, chromium]) => {
      const granted = await contents.session.permissions.allows({
        contents,
        permission,
        url,
        origin: originOf(url),
      });
      browser().connection.root.tell('Browser.setPermission', {
        permission: { name: chromium },
        setting: granted ? 'granted' : 'denied',
        origin,
        embeddedOrigin,
      });
    }),
  );
}

/** Asks again and again: what is answered may hang on the moment, and Chromium has to know before a page asks. */
export function keepPermissionsInSync(guest: WebContents, host: WebContents): void {
  const timer = setInterval(() => void syncPermissions(guest, guest.getURL(), host.aliasUrl), 200);
  timer.unref();
  guest.once('destroyed', () => clearInterval(timer));
}
