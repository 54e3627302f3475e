/** Emulates Electron's events for key presses and mouse buttons. The app can prevent them only in a webview's guest. */
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

export function emitInput(contents: WebContents, { name, input }: Omit<InputMessage, 'kind'>): boolean {
  const event = shellEvent();
  contents.emit(name, event, input);
  return event.defaultPrevented;
}

/** Pauses the guest with the debugger until the app has decided, because a page's JavaScript cannot wait for it. */
export function interceptInput(session: CdpSession, guest: WebContents): void {
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
  // Ignores pauses at a `debugger` statement of the page.
  if (frame?.functionName !== '__shellIsPrevented') return;
  const { callFrameId } = frame;
  const { result } = await session.send('Debugger.evaluateOnCallFrame', {
    callFrameId,
    expression: 'question',
    returnByValue: true,
  });
  const prevented = emitInput(guest, JSON.parse(String(result.value)) as InputMessage);
  // Updates Chromium's permissions before the page continues, because the app may grant some only after user input.
  const host = guest.hostWebContents;
  if (host !== null) await syncPermissions(guest, guest.getURL(), host.aliasUrl);
  if (prevented) {
    await session.send('Debugger.evaluateOnCallFrame', { callFrameId, expression: 'prevented = true' });
  }
}
