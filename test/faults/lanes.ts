/** Several pieces of work at a time, each beside a practice service of its own: most of the work is waiting. */
import { startPracticeThread, type PracticeService } from '../practice/practice.ts';
import { timeOfOthers } from './fast-time.ts';

const LANES = 6;

/** Gives the results in the order of the items. */
export async function inLanes<T, R>(
  items: readonly T[],
  work: (item: T, practice: PracticeService) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const left = [...items.entries()];
  async function lane(): Promise<void> {
    const practice = await startPracticeThread({ boards: 6, papers: 2, now: timeOfOthers() });
    try {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [at, item] = next;
        results[at] = await work(item, practice);
      }
    } finally {
      await practice.stop();
    }
  }
  await Promise.all(Array.from({ length: Math.min(LANES, items.length) }, lane));
  return results;
}
