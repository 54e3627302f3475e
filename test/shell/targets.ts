/**
 * The browser's pages: opens those that windows ask for, and decides about those that pages open.
 */
import { randomUUID } from 'node:crypto';
import type { CdpSession } from './cdp.ts';
import { browser, FIRST_PAGE } from './chromium.ts';
import { discard, tellPopup } from './popups.ts';

/** `url` is what it shows at first. */
export type PageTarget = { readonly session: CdpSession; readonly targetId: string; readonly url: string };

const awaited = new Map<string, (target: PageTarget) => void>();

/** The page that the browser starts with, until a window takes it. */
const first = Promise.withResolvers<PageTarget>();
let isFirstTaken = false;

/** Opens a page on nothing in a window of its own; it comes paused, but for the first. Sizes in CSS pixels. */
export async function openTarget(width: number, height: number): Promise<PageTarget> {
  if (!isFirstTaken) {
    isFirstTaken = true;
    return first.promise;
  }
  const mark = randomUUID();
  const { promise, resolve } = Promise.withResolvers<PageTarget>();
  awaited.set(mark, resolve);
  const url = `about:blank#${mark}`;
  await browser().connection.root.send('Target.createTarget', { url, newWindow: true, width, height });
  return promise;
}

/** Makes the window's content exactly this size: Chromium counts its own frame in otherwise. */
export async function setContentsSize(targetId: string, width: number, height: number): Promise<void> {
  const { root } = browser().connection;
  const { windowId } = await root.send('Browser.getWindowForTarget', { targetId });
  await root.send('Browser.setContentsSize', { windowId, width, height });
}

/** Listens for new pages. Popups are told to the app and closed. */
export async function watchTargets(): Promise<void> {
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
      tellPopup(targetInfo);
      discard(root, session, targetInfo.targetId);
    }
  });
  await root.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  });
}
