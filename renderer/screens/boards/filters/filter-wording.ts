/** Filters in words, as pure functions: what stands on a chip. */
import type { BoardFilter, BoardMark } from '../../../../preload/contract/boards.ts';
import { counted, formatDate, formatDateTime, formatMonth } from '../../../parts/format.ts';
import { dayOf, startOfDay } from '../../../parts/days.ts';

/** How each mark is said: where it is, and where it is not. */
export const MARK_WORDS: Readonly<Record<BoardMark, readonly [is: string, isNot: string]>> = {
  labelled: ['With a label', 'Without a label'],
  tagged: ['With a tag', 'Without tags'],
  protected: ['Protected', 'Not protected'],
  previewed: ['Previewed', 'Never previewed'],
  'made-here': ['Made with Easel', 'Not made with Easel'],
  vanished: ['Vanished', 'Not vanished'],
  dated: ['With a readable date', 'Without a readable date'],
};

/** What a chip says. `value` is what people wrote or the service named: it is blurred while the screen is shared. */
export interface FilterWording {
  readonly text: string;
  readonly value: string | null;
}

const words = (text: string, value: string | null = null): FilterWording => ({ text, value });

/** One filter as a chip says it. */
export function filterWording(filter: BoardFilter): FilterWording {
  switch (filter.kind) {
    case 'created':
      return words(createdWording(filter.from, filter.to));
    case 'older-than':
      return words(`Older than ${counted(filter.days, 'day')}`);
    case 'newer-than':
      return words(`Newer than ${counted(filter.days, 'day')}`);
    case 'mark':
      return words(MARK_WORDS[filter.mark][filter.is ? 0 : 1]);
    case 'tag':
      return words('Tag:', filter.tag);
    case 'customer':
      return words('Customer:', filter.customer);
    case 'id-prefix':
      return words('Id starts with', filter.prefix);
    case 'field':
      return words(`${filter.name} contains`, filter.text);
  }
}

/** The same in one text, for names and messages. */
export function filterSentence(filter: BoardFilter): string {
  const { text, value } = filterWording(filter);
  return value === null ? text : `${text} ${value}`;
}

/** "Created in November 2026", "Created since 1 Nov 2026", "Created before 1 Nov 2026", "Created 1 to 7 Nov 2026". */
function createdWording(from: number | null, to: number | null): string {
  if (from !== null && to !== null) {
    const first = monthStart(from);
    const end = monthStart(to);
    if (first !== null && end !== null) return spanOfMonths(first, end);
    const [start, last] = [moment(from), formatDate(to - 1)];
    if (startOfDay(dayOf(to)) !== to) return `Created from ${start} to ${formatDateTime(to)}`;
    return start === last ? `Created on ${start}` : `Created from ${start} to ${last}`;
  }
  if (from !== null) return `Created since ${moment(from)}`;
  if (to !== null) return `Created before ${moment(to)}`;
  return 'With a readable date';
}

/** A day where the moment is its midnight here; else with the time. */
function moment(at: number): string {
  return startOfDay(dayOf(at)) === at ? formatDate(at) : formatDateTime(at);
}

/** Months since year 0 where the moment begins a month in UTC; null where it does not. */
function monthStart(at: number): number | null {
  const date = new Date(at);
  const index = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) === at ? index : null;
}

function spanOfMonths(first: number, end: number): string {
  const name = (index: number): string => formatMonth(Date.UTC(Math.floor(index / 12), index % 12));
  if (end - first === 1) return `Created in ${name(first)}`;
  if (end - first === 12 && first % 12 === 0) return `Created in ${Math.floor(first / 12)}`;
  return `Created from ${name(first)} to ${name(end - 1)}`;
}
