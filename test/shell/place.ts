/** Location of a web contents in Chromium, and code evaluation there. */
import type { CdpSession } from './cdp.ts';
import type { Contexts } from './contexts.ts';

export type Place = { readonly session: CdpSession; readonly frameId: string; readonly contexts: Contexts };

/**
 * Evaluates code in the page's world. Resolves to a JSON copy of the (awaited) value; rejects with the error's text.
 */
export async function runInPage(place: Place, code: string, userGesture: boolean): Promise<unknown> {
  const { session, frameId, contexts } = place;
  const contextId = contexts.page(frameId);
  if (contextId === undefined) throw new Error('The page has no document');
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: code,
    contextId,
    userGesture,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) {
    const { exception, text } = exceptionDetails;
    throw new Error(
      exception?.description?.split('\n')[0]?.replace(/^Error: /, '') ?? String(exception?.value ?? text),
    );
  }
  return result.value as unknown;
}

/** Box of a guest's frame in its window's page, in CSS pixels; null while it is invisible. */
export async function boxOf(
  session: CdpSession,
  frameId: string,
): Promise<{
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
} | null> {
  const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId });
  const { object } = await session.send('DOM.resolveNode', { backendNodeId });
  if (object.objectId === undefined) return null;
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: object.objectId,
    returnByValue: true,
    functionDeclaration: `function () {
      const { x, y, width, height } = this.getBoundingClientRect();
      const seen = width > 0 && height > 0 && this.checkVisibility({ visibilityProperty: true });
      return seen ? { x, y, width, height } : null;
    }`,
  });
  return result.value as Awaited<ReturnType<typeof boxOf>>;
}
