/** Whether each line of the activity log follows from the one before, none says that lines are missing, and the last is there. */
import type { ActivityCheck, ActivityEntry } from '../../preload/contract/activity.ts';
import { follows, NO_HEAD, readLine, type Head } from './line.ts';

const LONGEST_QUOTE = 200;

/** `kept`: where the chain stood when it was last written, as the database remembers it; null where it does not. */
export async function checkChain(
  batches: AsyncIterable<readonly string[]>,
  kept: Head | null,
): Promise<ActivityCheck> {
  let head = NO_HEAD;
  let entries = 0;
  let brokenAt: number | null = null;
  let firstCut: { readonly at: number; readonly entry: ActivityEntry } | null = null;
  let cuts = 0;
  let keptIsThere = kept === null || kept.number === 0;
  for await (const lines of batches) {
    for (const line of lines) {
      entries += 1;
      const read = readLine(line);
      if (read === null || !follows(head, read)) brokenAt ??= entries;
      if (read?.entry.action === 'log-cut') {
        cuts += 1;
        firstCut ??= { at: entries, entry: read.entry };
      }
      // What comes behind a broken line may still hang together: one finding, not thousands.
      head = read?.head ?? head;
      if (kept !== null && head.number === kept.number && head.hash === kept.hash) keptIsThere = true;
    }
  }
  const findings: { readonly at: number; readonly sentence: string }[] = [];
  if (firstCut !== null) {
    const { at, entry } = firstCut;
    const others = cuts === 1 ? '' : ` The log has ${cuts} such lines.`;
    const quote = entry.detail.slice(0, LONGEST_QUOTE);
    findings.push({ at, sentence: `${quote} Line number ${entry.number} says so.${others}` });
  }
  if (brokenAt !== null) {
    const sentence = `Line ${brokenAt} does not follow from the one before: it, or what stood before it, was changed or taken out.`;
    findings.push({ at: brokenAt, sentence });
  } else if (!keptIsThere) {
    const sentence = `Lines are missing at the end: the last one written was number ${kept?.number ?? 0}.`;
    findings.push({ at: entries + 1, sentence });
  }
  if (findings.length > 0) {
    const summary = findings.map(({ sentence }) => sentence).join(' ');
    return { entries, brokenAt: Math.min(...findings.map(({ at }) => at)), summary };
  }
  const summary =
    entries === 1 ? 'The one line is as it was written.' : `All ${entries} lines are as they were written.`;
  return { entries, brokenAt: null, summary };
}
