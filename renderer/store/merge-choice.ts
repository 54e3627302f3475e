/** Whose side wins where a file and this computer differ. */
import type { TwoSides, Merge, MergeChoice } from '../../preload/contract/boards.ts';

/** The newer side, as long as every difference is on show: nothing is replaced that the person can't see here. */
export function firstChoice({ differing, differences }: Merge): MergeChoice {
  return { side: differing > differences.length ? 'mine' : 'newer', except: [] };
}

export function isTheirs({ newer, place }: TwoSides, { side, except }: MergeChoice): boolean {
  const wins = side === 'newer' ? newer === 'file' : side === 'theirs';
  return wins !== except.includes(place);
}

/** The same choice, but for one thing. */
export function choose(choice: MergeChoice, difference: TwoSides, theirs: boolean): MergeChoice {
  if (isTheirs(difference, choice) === theirs) return choice;
  const { place } = difference;
  const others = choice.except.filter((each) => each !== place);
  return { ...choice, except: others.length < choice.except.length ? others : [...others, place] };
}

/** How many of this computer would be replaced. */
export function replaced({ differing, newerThere, differences }: Merge, choice: MergeChoice): number {
  const { side, except } = choice;
  const wholesale = side === 'newer' ? newerThere : side === 'theirs' ? differing : 0;
  const flipped = differences.filter(({ place }) => except.includes(place));
  return flipped.reduce((sum, one) => sum + (isTheirs(one, choice) ? 1 : -1), wholesale);
}
