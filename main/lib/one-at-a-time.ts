/**
 * Returns a function that runs `work`, but never twice at a time. All calls during a run cause one further run. The
 * page has a copy in renderer/store/calls.ts, because it can't import code of main.
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
