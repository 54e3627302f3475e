/** What has happened to a plan's boards since it was drafted, in words. */
import type { PlanInfo } from '../../../preload/contract/jobs.ts';
import { counted } from '../../parts/format.ts';

/** One line for each kind of change; one line that says so where there is none. */
export function changesSince({
  boards: planned,
  changes,
}: Pick<PlanInfo, 'boards' | 'changes'>): readonly string[] {
  const { vanished, newlyProtected, notListed } = changes;
  const lines = [
    ...(vanished === 0
      ? []
      : [`${counted(vanished, 'board vanished, and is', 'boards vanished, and are')} left out.`]),
    ...(newlyProtected === 0
      ? []
      : [`${counted(newlyProtected, 'board is', 'boards are')} protected here, and left out.`]),
    ...(notListed === 0
      ? []
      : [`${counted(notListed, 'board is', 'boards are')} not in the list of this computer.`]),
  ];
  return lines.length === 0
    ? [`Nothing has changed: all ${counted(planned, 'board')} are as planned.`]
    : lines;
}
