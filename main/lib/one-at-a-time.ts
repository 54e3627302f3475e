/**
 * Returns a function that runs `work`, never twice at a time: all calls during a run cause one more run afterwards.
 * Copy of a function in renderer/store/calls.ts, because the page can't import code of main.
 */
export function oneAtATime(work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isDue = false;
  async function runWhileDue(): Promise<void> {
    try {
      while (isDue) {
        isDue = false;
        await work();
      }
    } finally {
      running = null;
    }
  }
  return () => {
    isDue = true;
    return (running ??= runWhileDue());
  };
}
