/** Files that a person drags onto the window, as the system would bring them: a trusted drop. */
import type { LaunchedApp } from './driver.ts';
import { passTime } from './easel.ts';

/** Holds them over the middle of the window; the answer drops them. */
export async function dragFiles(
  easel: LaunchedApp,
  ...files: readonly string[]
): Promise<() => Promise<void>> {
  const { window } = easel;
  // A drop so soon after another would pass for a script's.
  await passTime(easel, 1000);
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
