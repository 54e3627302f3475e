/** What has happened to a plan's boards since it was drafted, in words. */
import type { PlanInfo } from '../../../preload/contract/jobs.ts';
import { counted } from '../../parts/counted.ts';

const boards = (count: number): string => counted(count, 'board');

/** One line for each kind of change; one line that says so where there is none. */
export function changesSince({
  boards: planned,
  changes,
}: Pick<PlanInfo, 'boards' | 'changes'>): readonly string[] {
  const { vanished, newlyProtected, notListed } = changes;
  const lines = [
    ...(vanished === 0
      ? []
      : [`${boards(vanished)} vanished, and ${vanished === 1 ? 'is' : 'are'} left out.`]),
    ...(newlyProtected === 0
      ? []
      : [`${boards(newlyProtected)} ${newlyProtected === 1 ? 'is' : 'are'} protected here, and left out.`]),
    ...(notListed === 0
      ? []
      : [`${boards(notListed)} ${notListed === 1 ? 'is' : 'are'} not in the list of this computer.`]),
  ];
  return lines.length === 0 ? [`Nothing has changed: all ${boards(planned)} are as planned.`] : lines;
}
