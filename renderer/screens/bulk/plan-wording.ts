/** What has happened to a plan's boards since it was drafted, in words. */
import type { PlanInfo } from '../../../preload/contract/jobs.ts';
import { counted } from '../../parts/format.ts';

/** One line for each kind of change; one line that says so where there is none. */
export function changesSince({ changes }: Pick<PlanInfo, 'changes'>): readonly string[] {
  const { vanished, newlyProtected, notListed } = changes;
  const lines = [
    [vanished, `${counted(vanished, 'board has vanished and is', 'boards have vanished and are')} left out.`],
    [newlyProtected, `${counted(newlyProtected, 'board is', 'boards are')} protected here and left out.`],
    [notListed, `${counted(notListed, 'board is', 'boards are')} not in this computer’s list.`],
  ] as const;
  const said = lines.flatMap(([count, line]) => (count === 0 ? [] : [line]));
  return said.length === 0 ? ['None.'] : said;
}
