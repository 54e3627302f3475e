/** Tells Chromium the decisions of the app's permission handlers in advance, because Chromium can't ask the app. */
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

/** `url`: address of the page, or its https alias. `embedder`: for a guest, the address of its host page. */
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

/** Calls the permission handlers every 200 ms, because their answers may change between two requests of the page. */
export function keepPermissionsInSync(guest: WebContents, host: WebContents): void {
  const timer = setInterval(() => void syncPermissions(guest, guest.getURL(), host.aliasUrl), 200);
  timer.unref();
  guest.once('destroyed', () => clearInterval(timer));
}
