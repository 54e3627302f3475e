/**
 * `window.open`: Chromium has made the new page already, paused and without an address, when the app is asked.
 */
import { fromAlias } from './alias.ts';
import type { CdpSession, Protocol } from './cdp.ts';
import type { WebContents } from './web-contents.ts';

export type WindowOpenDetails = {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
  readonly disposition: string;
  readonly referrer: { readonly url: string; readonly policy: string };
};
export type WindowOpenDecision = {
  readonly action: 'allow' | 'deny';
  readonly overrideBrowserWindowOptions?: Readonly<Record<string, unknown>>;
};

type Expected = { readonly opener: WebContents; readonly details: WindowOpenDetails };

const expected: Expected[] = [];

/** A page is opening a window: its target comes next. */
export function expectPopup(opener: WebContents, event: Protocol.Page.windowOpenPayload): void {
  const details = {
    url: fromAlias(event.url),
    frameName: event.windowName,
    features: event.windowFeatures.join(','),
    disposition: event.windowFeatures.length > 0 ? 'new-window' : 'foreground-tab',
    referrer: { url: opener.getURL(), policy: 'strict-origin-when-cross-origin' },
  };
  expected.push({ opener, details });
}

export type Popup = Expected & { readonly decision: WindowOpenDecision };

/** Whose popup this new, paused page is, and what the app says about it; undefined if nobody in the app opened it. */
export function decidePopup(target: Protocol.Target.TargetInfo): Popup | undefined {
  const index = expected.findIndex(({ opener }) => opener.place?.frameId === target.openerFrameId);
  const [found] = expected.splice(Math.max(index, 0), 1);
  return found && { ...found, decision: found.opener.decideWindowOpen(found.details) };
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
