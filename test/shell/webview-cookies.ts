/**
 * A guest is a third party of the app's page here, so Chromium drops its SameSite cookies; a real guest's are its own.
 */
import type { CdpSession } from './cdp.ts';

/** Stores the cookies that Chromium blocked for their SameSite attribute. Loopback http may hold Secure ones. */
export function keepCookies(session: CdpSession): void {
  session.on('Network.responseReceivedExtraInfo', ({ blockedCookies }) => {
    for (const { blockedReasons, cookie } of blockedCookies) {
      if (!cookie || !blockedReasons.some((reason) => reason.includes('SameSite'))) continue;
      const { name, value, domain, path, httpOnly, expires } = cookie;
      session.tell('Network.setCookie', {
        name,
        value,
        domain,
        path,
        httpOnly,
        secure: true,
        sameSite: 'None',
        ...(expires > 0 ? { expires } : {}),
      });
    }
  });
}
