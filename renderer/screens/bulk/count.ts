/** A number of things, as it is typed. */
import { formatNumber } from '../../parts/format.ts';

const MOST = 1000;

/** The typed whole number; null when it isn't one. */
export function readCount(typed: string): number | null {
  const text = typed.trim().replaceAll(/[\s,.’']/gu, '');
  return /^\d{1,6}$/u.test(text) ? Number(text) : null;
}

/** The error, or null. */
export function whyNotCount(count: number | null): string | null {
  if (count !== null && count >= 1 && count <= MOST) return null;
  return `Enter a number from 1 to ${formatNumber(MOST)}.`;
}
