/** Handles `window.open`. Chromium creates the popup's page before the app decides, but keeps it paused. */
import { fromAlias } from './alias.ts';
import type { CdpSession, Protocol } from './cdp.ts';
import type { WebContents } from './web-contents.ts';

export type WindowOpenDetails = { readonly url: string; readonly frameName: string };
/** Only "deny" is possible, because the Chromium shell does not support popups. */
export type WindowOpenDecision = { readonly action: 'deny' };

type Expected = { readonly opener: WebContents; readonly details: WindowOpenDetails };

const expected: Expected[] = [];

/** Stores the details of a `window.open` call, because Chromium reports the popup's target in a later event. */
export function expectPopup(opener: WebContents, event: Protocol.Page.windowOpenPayload): void {
  expected.push({ opener, details: { url: fromAlias(event.url), frameName: event.windowName } });
}

export function tellPopup(target: Protocol.Target.TargetInfo): void {
  const index = expected.findIndex(({ opener }) => opener.place?.frameId === target.openerFrameId);
  const [found] = expected.splice(Math.max(index, 0), 1);
  found?.opener.tellWindowOpen(found.details);
}

/** Target ids of refused popups. They equal the ids of the popups' main frames. */
const refused = new Set<string>();

/** Aborts all requests of refused popups. Uses the root session, because it outlives a popup's session. */
export async function failRefusedRequests(root: CdpSession): Promise<void> {
  root.on('Fetch.requestPaused', ({ requestId, frameId }) => {
    if (refused.has(frameId)) root.tell('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    else root.tell('Fetch.continueRequest', { requestId });
  });
  await root.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] });
}

/** Resumes the popup before closing it. Otherwise it would block its opener, because both share a thread. */
export function discard(root: CdpSession, session: CdpSession, targetId: string): void {
  refused.add(targetId);
  session.tell('Runtime.runIfWaitingForDebugger');
  root.tell('Target.closeTarget', { targetId });
}
