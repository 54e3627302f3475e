/** A number of things, as it is typed. */
import { formatNumber } from '../../parts/format.ts';

const MOST = 1000;

/** The whole number that was typed; null where it is none. */
export function readCount(typed: string): number | null {
  const text = typed.trim().replaceAll(/[\s,.’']/gu, '');
  return /^\d{1,6}$/u.test(text) ? Number(text) : null;
}

/** What is wrong with it, or null. */
export function whyNotCount(count: number | null): string | null {
  if (count !== null && count >= 1 && count <= MOST) return null;
  return `Enter a number from 1 to ${formatNumber(MOST)}.`;
}
