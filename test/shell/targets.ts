/**
 * The browser's pages: opens those that windows ask for, and decides about those that pages open.
 */
import { randomUUID } from 'node:crypto';
import type { CdpSession, Protocol } from './cdp.ts';
import { FIRST_PAGE } from './chromium.ts';
import { decidePopup, discard, type Popup } from './popups.ts';
import { browser } from './shell.ts';

/** `url` is what it shows at first. */
export type PageTarget = { readonly session: CdpSession; readonly targetId: string; readonly url: string };

const awaited = new Map<string, (target: PageTarget) => void>();

/** The page that a headless browser starts with, until a window takes it. */
const first = Promise.withResolvers<PageTarget>();
let isFirstTaken = false;

/** Opens a page on nothing in a window of its own; it comes paused, but for a headless browser's first. Sizes in CSS pixels. */
export async function openTarget(title: string, width: number, height: number): Promise<PageTarget> {
  const { connection, headed, openAppWindow } = browser();
  if (!headed && !isFirstTaken) {
    isFirstTaken = true;
    return first.promise;
  }
  const mark = randomUUID();
  const { promise, resolve } = Promise.withResolvers<PageTarget>();
  awaited.set(mark, resolve);
  if (headed) {
    const page = `<title>${title.replaceAll('<', '&lt;')}</title><!--${mark}-->`;
    openAppWindow(`data:text/html,${encodeURIComponent(page)}`, width, height);
  } else {
    await connection.root.send('Target.createTarget', {
      url: `about:blank#${mark}`,
      newWindow: true,
      width,
      height,
    });
  }
  return promise;
}

/** Makes the window's content exactly this size: Chromium counts its own frame in otherwise. */
export async function setContentsSize(targetId: string, width: number, height: number): Promise<void> {
  const { root } = browser().connection;
  const { windowId } = await root.send('Browser.getWindowForTarget', { targetId });
  await root.send('Browser.setContentsSize', { windowId, width, height });
}

/** Listens for new pages. `onPopup` gets those that the app allows. */
export async function watchTargets(onPopup: (popup: Popup, target: PageTarget) => void): Promise<void> {
  const { root } = browser().connection;
  root.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const session = root.child(sessionId);
    const target = { session, targetId: targetInfo.targetId, url: targetInfo.url };
    const mark = [...awaited.keys()].find((candidate) => targetInfo.url.includes(candidate));
    if (mark !== undefined) {
      awaited.get(mark)?.(target);
      awaited.delete(mark);
    } else if (targetInfo.url === FIRST_PAGE) {
      first.resolve(target);
    } else {
      settleUnresolved(root, target, targetInfo, onPopup);
    }
  });
  await root.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  });
}

function settleUnresolved(
  root: CdpSession,
  target: PageTarget,
  info: Protocol.Target.TargetInfo,
  onPopup: (popup: Popup, target: PageTarget) => void,
): void {
  const popup = decidePopup(info);
  if (popup?.decision.action === 'allow') onPopup(popup, target);
  else discard(root, target.session, target.targetId);
}
