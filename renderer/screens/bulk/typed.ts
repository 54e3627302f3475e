/** Numbers and lists of names as people type or paste them. */
import { counted, formatNumber } from '../../parts/format.ts';

/** Most things, and most names, of one job. */
export const MOST = 1000;

/** The typed whole number; null when it isn't one. */
export function readCount(typed: string): number | null {
  const text = typed.trim().replaceAll(/[\s,.’']/gu, '');
  return /^\d{1,6}$/u.test(text) ? Number(text) : null;
}

/** The error, or null. */
export function whyNotCount(count: number | null, most = MOST): string | null {
  return count !== null && count >= 1 && count <= most ? null : `Enter 1 to ${formatNumber(most)}.`;
}

export interface NameList {
  /** In their order, each once, without blanks around them. */
  readonly names: readonly string[];
  /** How many came again and were left out. */
  readonly repeated: number;
}

/** Reads a pasted list. Of a table, with tabs or semicolons, the first column counts; commas may be part of a name. */
export function readNames(pasted: string): NameList {
  const names = pasted.split(/\r\n|\r|\n/u).flatMap((line) => {
    const [first = ''] = line.split(/[\t;]/u);
    const unquoted = first.trim().replace(/^"(.*)"$/u, '$1');
    return unquoted.trim() === '' ? [] : [unquoted.trim()];
  });
  const once = [...new Set(names)];
  return { names: once, repeated: names.length - once.length };
}

/** "30 names; 2 duplicates left out.", as it stands below the list. */
export function namesSentence({ names, repeated }: NameList): string {
  if (names.length === 0) return 'One per line, or a pasted table’s first column.';
  const count = counted(names.length, 'name');
  return repeated === 0 ? `${count}.` : `${count}; ${counted(repeated, 'duplicate')} left out.`;
}

/** The list's error, or null. */
export function whyNotNames({ names }: NameList): string | null {
  if (names.length === 0) return 'Enter a name.';
  return names.length <= MOST ? null : `${formatNumber(names.length)} names: at most ${formatNumber(MOST)}.`;
}
