/** Prepares the DevTools sessions of a window's page and of the page's frames. */
import { toAlias } from './alias.ts';
import type { CdpSession, Protocol } from './cdp.ts';
import { Contexts, WORLD } from './contexts.ts';
import { shellEvent } from './events.ts';
import { emitInput, interceptInput, type InputMessage } from './input.ts';
import { receive, type PageMessage } from './ipc.ts';
import { isolatedWorldScript, mainWorldScript } from './page-scripts.ts';
import { syncPermissions } from './permissions.ts';
import { expectPopup } from './popups.ts';
import { answerRequests, patternsFor } from './requests.ts';
import { applyTheme } from './theme.ts';
import { userAgent } from './user-agent.ts';
import { WebviewHost, type WebviewMessage } from './webview-host.ts';
import type { WebContents } from './web-contents.ts';

const IFRAMES: Protocol.Target.setAutoAttachParameters = {
  autoAttach: true,
  waitForDebuggerOnStart: true,
  flatten: true,
  filter: [{ type: 'iframe' }],
};

function setUp(
  session: CdpSession,
  contents: WebContents,
  contentsOf: (frameId: string) => WebContents,
): Contexts {
  const contexts = new Contexts(session);
  answerRequests(session, contentsOf);
  session.on('Page.windowOpen', (details) => expectPopup(contents, details));
  session.on('Runtime.consoleAPICalled', ({ type, args, executionContextId }) => {
    if (contents.place && contexts.page(contents.place.frameId) !== executionContextId) return;
    const message = args.map((arg) => String(arg.value ?? arg.description ?? arg.type)).join(' ');
    contents.emit('console-message', shellEvent({ message, level: type }));
  });
  session.on('Inspector.targetCrashed', () => {
    contents.emit('render-process-gone', shellEvent(), { reason: 'crashed', exitCode: 1 });
  });
  session.tell('Page.enable');
  session.tell('Runtime.enable');
  session.tell('Network.enable', {});
  session.tell('Page.setLifecycleEventsEnabled', { enabled: true });
  session.tell('Target.setAutoAttach', IFRAMES);
  session.tell('Fetch.enable', { patterns: patternsFor(contents) });
  session.tell('Emulation.setUserAgentOverride', { userAgent: userAgent() });
  applyTheme(session);
  const { observers } = contents.session.webRequest;
  const pauseAnew = (): void => session.tell('Fetch.enable', { patterns: patternsFor(contents) });
  observers.add(pauseAnew);
  contents.once('destroyed', () => observers.delete(pauseAnew));
  return contexts;
}

/** This promise must resolve before the first navigation. Otherwise the page runs without the preload script. */
export async function openPage(contents: WebContents, session: CdpSession, frameId: string): Promise<void> {
  const hostsWebviews = contents.preferences.webviewTag === true;
  const host = new WebviewHost(contents);
  const contentsOf = (id: string): WebContents =>
    [...contents.guests].find((guest) => guest.place?.frameId === id) ?? contents;
  const contexts = setUp(session, contents, contentsOf);

  session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name !== '__shellSend' || executionContextId !== contexts.isolated(frameId)) return;
    const message = JSON.parse(payload) as PageMessage | WebviewMessage | InputMessage;
    if (message.kind === 'webview') host.receive(message);
    else if (message.kind === 'input') emitInput(contents, message);
    else if (message.kind === 'invoke' && message.args.includes(FILE_MARK))
      void withPaths(session, executionContextId, message).then((whole) => receive(contents, whole));
    else receive(contents, message);
  });
  session.on('Page.frameAttached', (attached) => {
    if (attached.parentFrameId === frameId) host.frameAttached(attached.frameId);
  });
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== frameId) return;
    host.reset();
    applyTheme(session);
    void syncPermissions(contents, toAlias(frame.url));
  });
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const guest = [...contents.guests].find((candidate) => candidate.place?.frameId === targetInfo.targetId);
    openFrame(session.child(sessionId), guest ?? contents, guest ? targetInfo.targetId : undefined);
  });
  session.on('Target.detachedFromTarget', ({ targetId }) => {
    const guest = [...contents.guests].find((candidate) => candidate.place?.frameId === targetId);
    // The guest has moved to a site that runs in the window's process, so it uses the window's session from now on.
    if (guest && targetId !== undefined) guest.moveTo({ session, frameId: targetId, contexts });
  });

  session.tell('Runtime.addBinding', { name: '__shellSend', executionContextName: WORLD });
  session.tell('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldScript({ hostsWebviews }) });
  const isolated = isolatedWorldScript(contents.preferences.preload, { hostsWebviews });
  const scripted = session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: isolated,
    worldName: WORLD,
  });
  session.tell('Runtime.runIfWaitingForDebugger');
  await scripted;
  contents.moveTo({ session, frameId, contexts });
}

const FILE_MARK = 'shell-file:';

/** Replaces placeholders such as `shell-file:0;` in a page's message with file paths. Unknown paths become ''. */
async function withPaths<M extends { readonly args: string }>(
  session: CdpSession,
  contextId: number,
  message: M,
): Promise<M> {
  let { args } = message;
  for (const [mark, index] of args.matchAll(/shell-file:(\d+);/gu)) {
    const { result } = await session.send('Runtime.evaluate', {
      expression: `__shellFile(${index})`,
      contextId,
    });
    const { path } = await session
      .send('DOM.getFileInfo', { objectId: result.objectId ?? '' })
      .catch(() => ({ path: '' }));
    args = args.replace(mark, () => JSON.stringify(path).slice(1, -1));
  }
  return { ...message, args };
}

/** Prepares a frame that Chromium has paused. `frameId` is set only for a guest that moved to another site. */
function openFrame(session: CdpSession, contents: WebContents, frameId: string | undefined): void {
  if (frameId === undefined) {
    answerRequests(session, () => contents);
    session.tell('Fetch.enable', { patterns: patternsFor(contents) });
    session.tell('Target.setAutoAttach', IFRAMES);
  } else {
    const contexts = setUp(session, contents, () => contents);
    contents.moveTo({ session, frameId, contexts });
  }
  if (contents.getType() === 'webview') interceptInput(session, contents);
  session.on('Target.attachedToTarget', ({ sessionId }) =>
    openFrame(session.child(sessionId), contents, undefined),
  );
  session.tell('Runtime.runIfWaitingForDebugger');
}
