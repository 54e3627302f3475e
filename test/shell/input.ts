/**
 * Keys and presses, as `before-input-event` and `before-mouse-event`. A guest waits for the answer, so that the app can
 * prevent them there; a window's page does not.
 */
import type { CdpSession, Protocol } from './cdp.ts';
import { shellEvent } from './events.ts';
import { guestInputScript } from './page-scripts.ts';
import { syncPermissions } from './permissions.ts';
import type { WebContents } from './web-contents.ts';

export type InputMessage = {
  readonly kind: 'input';
  readonly name: 'before-input-event' | 'before-mouse-event';
  readonly input: Readonly<Record<string, unknown>>;
};

/** Tells the app; true if it prevents the event. */
export function tellInput(contents: WebContents, { name, input }: Omit<InputMessage, 'kind'>): boolean {
  const event = shellEvent();
  contents.emit(name, event, input);
  return event.defaultPrevented;
}

/**
 * Asks the app about every key and press in a frame of a guest. JavaScript can't wait for an answer from outside while
 * it handles an event, but a debugger can hold it.
 */
export function askAboutInput(session: CdpSession, guest: WebContents): void {
  session.on('Debugger.paused', ({ callFrames: [frame] }) => {
    answer(session, guest, frame)
      .catch(() => {})
      .finally(() => session.tell('Debugger.resume', {}));
  });
  session.tell('Debugger.enable', {});
  session.tell('Page.addScriptToEvaluateOnNewDocument', {
    source: guestInputScript(),
    worldName: 'Electron Shell Input',
  });
}

async function answer(
  session: CdpSession,
  guest: WebContents,
  frame: Protocol.Debugger.CallFrame | undefined,
): Promise<void> {
  // Else it is the page's own `debugger`.
  if (frame?.functionName !== '__shellIsPrevented') return;
  const { callFrameId } = frame;
  const { result } = await session.send('Debugger.evaluateOnCallFrame', {
    callFrameId,
    expression: 'question',
    returnByValue: true,
  });
  const prevented = tellInput(guest, JSON.parse(String(result.value)) as InputMessage);
  // What a handler answers may hang on the press: Chromium has the new answer before the page goes on.
  const host = guest.hostWebContents;
  if (host !== null) await syncPermissions(guest, guest.getURL(), host.aliasUrl);
  if (prevented) {
    await session.send('Debugger.evaluateOnCallFrame', { callFrameId, expression: 'prevented = true' });
  }
}
