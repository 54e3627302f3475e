/**
 * `window.open`: Chromium has made the new page already, paused and without an address, when the app is asked.
 */
import { fromAlias } from './alias.ts';
import type { CdpSession, Protocol } from './cdp.ts';
import type { WebContents } from './web-contents.ts';

export type WindowOpenDetails = { readonly url: string; readonly frameName: string };
/** The shell opens no popup: one that the app allows is refused all the same. */
export type WindowOpenDecision = { readonly action: 'deny' };

type Expected = { readonly opener: WebContents; readonly details: WindowOpenDetails };

const expected: Expected[] = [];

/** A page is opening a window: its target comes next. */
export function expectPopup(opener: WebContents, event: Protocol.Page.windowOpenPayload): void {
  expected.push({ opener, details: { url: fromAlias(event.url), frameName: event.windowName } });
}

export function tellPopup(target: Protocol.Target.TargetInfo): void {
  const index = expected.findIndex(({ opener }) => opener.place?.frameId === target.openerFrameId);
  const [found] = expected.splice(Math.max(index, 0), 1);
  found?.opener.tellWindowOpen(found.details);
}

/**
 * Ends a page that nobody wants. Playwright never gets to see it. It must be let run first: its pause holds the opener
 * too, which shares its thread, and a page that is closed may never hear that it may run. Before that its requests are
 * stopped: Electron's refused windows ask nobody for anything.
 */
export function discard(root: CdpSession, session: CdpSession, targetId: string): void {
  const runAndClose = (): void => {
    session.tell('Runtime.runIfWaitingForDebugger');
    root.tell('Target.closeTarget', { targetId });
  };
  // Only its answer says that nothing slips through any more; a page that is gone has none.
  session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }).then(runAndClose, runAndClose);
}
