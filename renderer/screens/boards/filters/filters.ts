/** Filters as pure functions: what the editor's fields hold, the filter that comes of it, and what stands on its chip. */
import type { BoardFilter, BoardMark } from '../../../../preload/contract/boards.ts';
import { dayOf, startOfDay } from '../../../parts/days.ts';
import { counted, formatDate, formatDateTime, formatMonth } from '../../../parts/format.ts';

/** What an editor edits: one kind of filter, and for marks which one. */
export type FilterSubject = Exclude<BoardFilter['kind'], 'mark'> | BoardMark;

/** What the fields of the editor hold. */
export interface FilterDraft {
  readonly subject: FilterSubject;
  readonly is: boolean;
  readonly from: string;
  readonly to: string;
  readonly days: string;
  readonly tag: string;
  readonly customer: string;
  readonly prefix: string;
  readonly name: string;
  readonly text: string;
}

export type FilterField = Exclude<keyof FilterDraft, 'subject' | 'is'>;

/** The fields that each subject has; a mark has none, but one of two answers. */
export const FIELDS: Readonly<Partial<Record<FilterSubject, readonly FilterField[]>>> = {
  created: ['from', 'to'],
  'older-than': ['days'],
  'newer-than': ['days'],
  tag: ['tag'],
  customer: ['customer'],
  'id-prefix': ['prefix'],
  field: ['name', 'text'],
};

/** What the menu calls each subject, in its order and groups. */
export const SUBJECTS: readonly (readonly [group: string, subjects: readonly FilterSubject[]])[] = [
  ['Created', ['created', 'older-than', 'newer-than', 'dated']],
  ['Notes', ['labelled', 'tag', 'tagged', 'customer', 'protected']],
  ['Board', ['id-prefix', 'field', 'previewed', 'made-here', 'vanished']],
];

export const SUBJECT_NAMES: Readonly<Record<FilterSubject, string>> = {
  created: 'Creation date',
  'older-than': 'Older than',
  'newer-than': 'Newer than',
  dated: 'Readable date',
  labelled: 'Label',
  tag: 'Tagged with',
  tagged: 'Any tag',
  customer: 'Customer',
  protected: 'Protected',
  'id-prefix': 'Id starts with',
  field: 'Field contains',
  previewed: 'Previewed',
  'made-here': 'Made with Easel',
  vanished: 'Vanished',
};

/** What "not" is the more useful answer to: a date that can't be read, a label that is missing. */
const STARTS_WITH_NOT: readonly FilterSubject[] = ['dated', 'labelled'];

/** A new draft for a subject. */
export function draftFor(subject: FilterSubject): FilterDraft {
  const days = subject === 'newer-than' ? '7' : '90';
  const empty = { from: '', to: '', tag: '', customer: '', prefix: '', name: '', text: '' };
  return { subject, is: !STARTS_WITH_NOT.includes(subject), days, ...empty };
}

/** The draft of a filter that is edited. */
export function draftOf(filter: BoardFilter): FilterDraft {
  const draft = draftFor(filter.kind === 'mark' ? filter.mark : filter.kind);
  if ('days' in filter) return { ...draft, days: String(filter.days) };
  if (filter.kind !== 'created') return { ...draft, ...filter };
  const { from, to } = filter;
  return { ...draft, from: from === null ? '' : dayOf(from), to: to === null ? '' : dayOf(to - 1) };
}

/** The field of a draft that is wrong, and why. */
export interface WrongField {
  readonly field: FilterField;
  readonly why: string;
}

const MISSING = 'Enter a value.';

/** Most days that a filter may look back, by the contract. */
const MOST_DAYS = 36_500;

/** The filter that a draft describes, or its error. */
export function filterOf(draft: FilterDraft): BoardFilter | WrongField {
  const { subject } = draft;
  if (subject === 'created') return createdOf(draft);
  const missing = FIELDS[subject]?.find((field) => draft[field].trim() === '');
  if (missing !== undefined) return { field: missing, why: MISSING };
  switch (subject) {
    case 'older-than':
    case 'newer-than': {
      const days = Number(draft.days);
      return /^\d+$/u.test(draft.days.trim()) && days >= 1 && days <= MOST_DAYS
        ? { kind: subject, days }
        : { field: 'days', why: 'Enter 1 to 36,500 days.' };
    }
    case 'tag':
      return { kind: subject, tag: draft.tag.trim() };
    case 'customer':
      return { kind: subject, customer: draft.customer.trim() };
    case 'id-prefix':
      return { kind: subject, prefix: draft.prefix.trim() };
    case 'field':
      return { kind: subject, name: draft.name.trim(), text: draft.text.trim() };
    default:
      return { kind: 'mark', mark: subject, is: draft.is };
  }
}

/** Both days included: a person who says "to the 7th" means all of it. */
function createdOf(draft: FilterDraft): BoardFilter | WrongField {
  const from = startOfDay(draft.from);
  const to = startOfDay(draft.to, 1);
  const tooEarly = 'Enter a date after 1970.';
  if (draft.from !== '' && (from === null || from < 0)) return { field: 'from', why: tooEarly };
  if (draft.to !== '' && (to === null || to < 0)) return { field: 'to', why: tooEarly };
  if (from === null && to === null) return { field: 'from', why: MISSING };
  if (from !== null && to !== null && to <= from) return { field: 'to', why: 'Before the first date.' };
  return { kind: 'created', from, to };
}

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
