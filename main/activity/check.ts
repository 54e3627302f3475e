/** Whether each line of the activity log follows from the one before, and the last ones are all there. */
import type { ActivityCheck } from '../../preload/contract/domain.ts';
import { follow, NO_HEAD, readLine, type Head } from './line.ts';

/** `kept`: where the chain stood when it was last written, as the database remembers it; null where it does not. */
export async function checkChain(
  batches: AsyncIterable<readonly string[]>,
  kept: Head | null,
): Promise<ActivityCheck> {
  let head = NO_HEAD;
  let entries = 0;
  let brokenAt: number | null = null;
  let keptIsThere = kept === null || kept.number === 0;
  for await (const lines of batches) {
    for (const line of lines) {
      entries += 1;
      const next = follow(head, line);
      if (next === null) brokenAt ??= entries;
      // What comes behind a broken line may still hang together: one finding, not thousands.
      head = next ?? readLine(line)?.head ?? head;
      if (kept !== null && head.number === kept.number && head.hash === kept.hash) keptIsThere = true;
    }
  }
  if (brokenAt !== null) {
    const summary = `Line ${brokenAt} does not follow from the one before: it, or what stood before it, was changed or taken out.`;
    return { entries, brokenAt, summary };
  }
  if (!keptIsThere) {
    const summary = `Lines are missing at the end: the last one written was number ${kept?.number ?? 0}.`;
    return { entries, brokenAt: entries + 1, summary };
  }
  const summary =
    entries === 1 ? 'The one line is as it was written.' : `All ${entries} lines are as they were written.`;
  return { entries, brokenAt: null, summary };
}
