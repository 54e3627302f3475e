import type { LaunchedApp } from './driver.ts';
import { passTime } from './easel.ts';

/** Drags files over the window. Returns a function that drops the files there; the drop event is trusted. */
export async function dragFiles(
  easel: LaunchedApp,
  ...files: readonly string[]
): Promise<() => Promise<void>> {
  const { window } = easel;
  // Advances the clock by 1 s, because main ignores files that are dropped within 1 s after the previous file.
  await passTime(easel, 1000);
  const session = await window.context().newCDPSession(window);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  const dispatch = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  await dispatch('dragEnter');
  await dispatch('dragOver');
  return async () => {
    await dispatch('drop');
    await session.detach();
  };
}
