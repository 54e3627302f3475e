/** Returns a function that starts `work`. Calls while it runs start it once more afterwards. */
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
