/** Lists of names as people paste them: a line each, or the first column of a table. */
import { counted, formatNumber } from '../../parts/format.ts';

export interface NameList {
  /** In their order, each once, without blanks around them. */
  readonly names: readonly string[];
  /** How many came again and were left out. */
  readonly repeated: number;
}

/** Most names of one job. */
export const MOST_NAMES = 1000;

/** Reads a pasted list. Of a table, with tabs or semicolons, the first column counts; commas may be part of a name. */
export function readNames(pasted: string): NameList {
  const seen = new Set<string>();
  let repeated = 0;
  for (const line of pasted.split(/\r\n|\r|\n/u)) {
    const [first = ''] = line.split(/[\t;]/u);
    const name = first
      .trim()
      .replace(/^"(.*)"$/u, '$1')
      .trim();
    if (name === '') continue;
    if (seen.has(name)) repeated += 1;
    seen.add(name);
  }
  return { names: [...seen], repeated };
}

/** "30 names; 2 duplicates left out.", as it stands below the list. */
export function namesSentence({ names, repeated }: NameList): string {
  if (names.length === 0) return 'One name per line, or a pasted table’s first column.';
  const count = counted(names.length, 'name');
  return repeated === 0 ? `${count}.` : `${count}; ${counted(repeated, 'duplicate')} left out.`;
}

/** The list's error, or null. */
export function whyNotNames({ names }: NameList): string | null {
  if (names.length === 0) return 'Enter at least one name.';
  if (names.length <= MOST_NAMES) return null;
  return `Enter at most ${counted(MOST_NAMES, 'name')}; these are ${formatNumber(names.length)}.`;
}
