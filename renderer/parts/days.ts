import { formatDate } from '../lib/format.ts';

export function dayOf(at: number): string {
  const date = new Date(at);
  const pad = (value: number, length: number): string => String(value).padStart(length, '0');
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}

/** Returns the start of a day in epoch ms. Null if the date is invalid or before 1970, such as in a half-typed year. */
export function startOfDay(day: string, after = 0): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(day);
  if (parts === null) return null;
  const at = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + after).getTime();
  return at >= 0 ? at : null;
}

export const TOO_EARLY = 'Enter a complete date after 1970.';

/** Returns the attribute `data-date`: the date in Easel's format, which CSS shows in the date field. */
export function shownDate(day: string): { readonly 'data-date'?: string } {
  const at = startOfDay(day);
  if (day === '') return { 'data-date': '' };
  return at === null ? {} : { 'data-date': formatDate(at) };
}

export function dayAfter(at: number, days: number): string {
  const date = new Date(at);
  date.setDate(date.getDate() + days);
  return dayOf(date.getTime());
}
