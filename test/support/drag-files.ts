/** Files that a person drags onto the window, as the system would bring them: a trusted drop. */
import type { Page } from 'playwright';

/** Holds them over the middle of the window; the answer drops them. */
export async function dragFiles(window: Page, ...files: readonly string[]): Promise<() => Promise<void>> {
  const session = await window.context().newCDPSession(window);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  const tell = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  await tell('dragEnter');
  await tell('dragOver');
  return async () => {
    await tell('drop');
    await session.detach();
  };
}
