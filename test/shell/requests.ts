/** Handles requests that DevTools pauses: emits navigation events, calls the app's listener, serves app schemes. */
import { ALIAS_PATTERN, comparable, fromAlias } from './alias.ts';
import type { CdpSession, Protocol } from './cdp.ts';
import { navigationEvent } from './events.ts';
import { fulfilment, handlerRequest } from './protocol.ts';
import type { WebContents } from './web-contents.ts';
import { resourceTypeOf } from './web-request.ts';

type Paused = Protocol.Fetch.requestPausedPayload;

export type ContentsOfFrame = (frameId: string) => WebContents;

/** Returns the URL patterns of requests to pause. If the app has a request listener, all requests are paused. */
export function patternsFor(contents: WebContents): Protocol.Fetch.RequestPattern[] {
  const everything = contents.session.webRequest.active;
  return [
    { urlPattern: everything ? '*' : ALIAS_PATTERN, requestStage: 'Request' },
    { urlPattern: '*', resourceType: 'Document', requestStage: 'Request' },
  ];
}

let lastRequestId = 0;

export function answerRequests(session: CdpSession, contentsOf: ContentsOfFrame): void {
  session.on('Fetch.requestPaused', (paused) => {
    decide(session, paused, contentsOf(paused.frameId)).catch(() => {
      session.tell('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Failed' });
    });
  });
}

async function decide(session: CdpSession, paused: Paused, contents: WebContents): Promise<void> {
  const { requestId, request } = paused;
  const isMainFrame = paused.frameId === contents.place?.frameId;
  const isDocument = paused.resourceType === 'Document';
  if (isDocument && !mayNavigate(contents, paused, isMainFrame)) {
    session.tell('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    return;
  }
  const { cancel = false } = await contents.session.webRequest.decide({
    id: ++lastRequestId,
    url: fromAlias(request.url),
    method: request.method,
    resourceType: resourceTypeOf(paused.resourceType, isMainFrame),
    webContentsId: contents.id,
  });
  if (cancel) {
    session.tell('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
  } else if (fromAlias(request.url) === request.url) {
    session.tell('Fetch.continueRequest', { requestId });
  } else {
    await answerFromHandler(session, paused, contents, isDocument);
  }
}

async function answerFromHandler(
  session: CdpSession,
  paused: Paused,
  contents: WebContents,
  isDocument: boolean,
): Promise<void> {
  if (paused.resourceType === 'Other' && new URL(paused.request.url).pathname === '/favicon.ico') {
    // Hides Chromium's request for a favicon from the app, because Electron sends none.
    session.tell('Fetch.fulfillRequest', { requestId: paused.requestId, responseCode: 204 });
    return;
  }
  const response = await contents.session.protocol.respond(handlerRequest(paused.request));
  if (!response) {
    session.tell('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'AddressUnreachable' });
    return;
  }
  const hostsWebviews =
    isDocument && contents.getType() === 'window' && contents.preferences.webviewTag === true;
  session.tell('Fetch.fulfillRequest', {
    requestId: paused.requestId,
    ...(await fulfilment(response, hostsWebviews)),
  });
}

/** Emits navigation events. Returns false if the app prevents the navigation, or if a guest navigates its host page. */
function mayNavigate(contents: WebContents, paused: Paused, isMainFrame: boolean): boolean {
  const address = fromAlias(paused.request.url);
  const frame = isMainFrame ? contents.mainFrame : null;
  const event = navigationEvent(address, frame, frame);
  const details = [event, address, false, isMainFrame, contents.id, 1] as const;
  if (paused.redirectedRequestId !== undefined) {
    if (isMainFrame) contents.emit('will-redirect', ...details);
    return !event.defaultPrevented;
  }
  if (isMainFrame) {
    const own = comparable(paused.request.url);
    if (contents.ownNavigations.delete(own)) return true;
    // A guest must not navigate its host page, because in Electron a guest has no parent page.
    if (isFromGuest(contents, paused.request.headers['Referer'])) return false;
    // As in Electron, a reload by Playwright emits no navigation event.
    if (own === comparable(contents.aliasUrl)) return true;
  }
  contents.emit('did-start-navigation', navigationEvent(address, frame, frame), address, false, isMainFrame);
  contents.emit('will-frame-navigate', event);
  if (isMainFrame && !event.defaultPrevented) contents.emit('will-navigate', ...details);
  return !event.defaultPrevented;
}

function isFromGuest(contents: WebContents, referrer: string | undefined): boolean {
  if (referrer === undefined || !URL.canParse(referrer)) return false;
  const { origin } = new URL(referrer);
  return [...contents.guests].some(
    (guest) => URL.canParse(guest.getURL()) && new URL(guest.getURL()).origin === origin,
  );
}
