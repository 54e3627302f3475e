/** `window.open`: Chromium has already created the paused page when the app decides. */
import { fromAlias } from './alias.ts';
import type { CdpSession, Protocol } from './cdp.ts';
import type { WebContents } from './web-contents.ts';

export type WindowOpenDetails = { readonly url: string; readonly frameName: string };
/** The shell never opens popups, even if the app allows one. */
export type WindowOpenDecision = { readonly action: 'deny' };

type Expected = { readonly opener: WebContents; readonly details: WindowOpenDetails };

const expected: Expected[] = [];

/** Records that a page opens a window. The window's target appears next. */
export function expectPopup(opener: WebContents, event: Protocol.Page.windowOpenPayload): void {
  expected.push({ opener, details: { url: fromAlias(event.url), frameName: event.windowName } });
}

export function tellPopup(target: Protocol.Target.TargetInfo): void {
  const index = expected.findIndex(({ opener }) => opener.place?.frameId === target.openerFrameId);
  const [found] = expected.splice(Math.max(index, 0), 1);
  found?.opener.tellWindowOpen(found.details);
}

/**
 * Closes a refused popup, invisible to Playwright. Resumes it first, because its pause also blocks the opener in the
 * same thread. Before that stops its requests, because a refused window of Electron sends none.
 */
export function discard(root: CdpSession, session: CdpSession, targetId: string): void {
  const runAndClose = (): void => {
    session.tell('Runtime.runIfWaitingForDebugger');
    root.tell('Target.closeTarget', { targetId });
  };
  // The response confirms that the page's requests have stopped.
  session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }).then(runAndClose, runAndClose);
}
