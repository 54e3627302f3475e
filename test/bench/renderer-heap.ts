/** Measures the renderer's share of benchmark P11: the heap size after scrolling through many boards. */
import { launchApp } from '../support/driver.ts';
import { goTo } from '../support/easel.ts';
import { judged, spread, type Measured } from './measure.ts';

const VIEWS = 200;

export async function rendererHeap(userData: string): Promise<Measured> {
  const { window, close } = await launchApp({ userData, timeout: 60_000 });
  try {
    await goTo(window, 'Boards');
    const grid = window.getByRole('grid', { name: 'Boards' });
    await grid.locator('[data-rank]:not([aria-busy])').first().waitFor();
    for (let view = 0; view < VIEWS; view += 1) {
      await grid.evaluate(async (scroller, share) => {
        scroller.scrollTop = share * scroller.scrollHeight;
        const isBusy = (): boolean => scroller.querySelector('[data-rank][aria-busy]') !== null;
        // Waits two frames, because the page shows the rows of the new position only in its next frame.
        for (let frames = 0; frames < 2 || isBusy(); frames += 1) await new Promise(requestAnimationFrame);
      }, Math.random());
    }
    const session = await window.context().newCDPSession(window);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return judged(
      { id: 'P11', what: 'heap of Easel’s page, scrolled all over', unit: 'MB', goal: { atMost: 15 } },
      spread([usedSize / 1e6]),
    );
  } finally {
    await close();
  }
}
