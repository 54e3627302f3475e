import type { RowFilter, RowMark } from '../../../../preload/contract/boards.ts';
import type { ListOf } from '../../../store/list-slice.ts';
import { dayOf, startOfDay, TOO_EARLY } from '../../../parts/days.ts';
import { counted, formatDate, formatDateTime } from '../../../lib/format.ts';
import { readCount, whyNotCount } from '../../bulk/typed.ts';

/** Entry of the menu that adds a filter: a kind of filter, or a yes-or-no property (a `RowMark`). */
export type FilterSubject = Exclude<RowFilter['kind'], 'mark'> | RowMark;

export type FilterField = 'from' | 'to' | 'days' | 'tag' | 'customer' | 'prefix' | 'name' | 'text';

export interface FilterDraft extends Readonly<Record<FilterField, string>> {
  readonly subject: FilterSubject;
  readonly is: boolean;
}

/** Input fields of the filter editor, by kind of filter. A yes-or-no property has no fields. */
export const FIELDS: Readonly<Partial<Record<FilterSubject, readonly FilterField[]>>> = {
  created: ['from', 'to'],
  'older-than': ['days'],
  'newer-than': ['days'],
  tag: ['tag'],
  customer: ['customer'],
  'id-prefix': ['prefix'],
  field: ['name', 'text'],
};

export const SUBJECTS: Readonly<
  Record<ListOf, readonly (readonly [group: string, subjects: readonly FilterSubject[]])[]>
> = {
  board: [
    ['Created', ['created', 'older-than', 'newer-than', 'dated']],
    ['Notes', ['labelled', 'tag', 'tagged', 'customer', 'protected']],
    ['Board', ['id-prefix', 'field', 'previewed', 'made-here', 'vanished']],
  ],
  paper: [
    ['Added', ['created', 'older-than', 'newer-than']],
    ['Notes', ['tag', 'tagged', 'customer', 'protected']],
    ['Paper', ['labelled', 'id-prefix', 'field', 'template', 'made-here', 'vanished']],
  ],
};

const SUBJECT_NAMES: Readonly<Record<FilterSubject, readonly [name: string, ofPapers?: string]>> = {
  created: ['Creation date', 'Date added'],
  'older-than': ['Older than'],
  'newer-than': ['Newer than'],
  dated: ['Has a creation date'],
  labelled: ['Label', 'Name'],
  tag: ['Tag'],
  tagged: ['Has a tag'],
  customer: ['Customer'],
  protected: ['Protected'],
  'id-prefix': ['Id starts with'],
  field: ['Field contains'],
  previewed: ['Previewed'],
  'made-here': ['Created with Easel'],
  vanished: ['No longer listed', 'Deleted'],
  template: ['Template'],
};

export function subjectName(subject: FilterSubject, of: ListOf): string {
  const [name, ofPapers = name] = SUBJECT_NAMES[subject];
  return of === 'paper' ? ofPapers : name;
}

export function draftFor(subject: FilterSubject): FilterDraft {
  const days = subject === 'newer-than' ? '7' : '90';
  const empty = { from: '', to: '', tag: '', customer: '', prefix: '', name: '', text: '' };
  // New filters for creation date and label start with "no", because users mostly look for missing values.
  return { subject, is: subject !== 'dated' && subject !== 'labelled', days, ...empty };
}

export function draftOf(filter: RowFilter): FilterDraft {
  const draft = draftFor(filter.kind === 'mark' ? filter.mark : filter.kind);
  if ('days' in filter) return { ...draft, days: String(filter.days) };
  if (filter.kind !== 'created') return { ...draft, ...filter };
  const { from, to } = filter;
  return { ...draft, from: from === null ? '' : dayOf(from), to: to === null ? '' : dayOf(to - 1) };
}

export interface InvalidField {
  readonly field: FilterField;
  readonly message: string;
}

const MISSING = 'Enter a value.';

/** Maximum number of days in an age filter. The IPC contract has the same limit. */
const MOST_DAYS = 36_500;

export function filterOf(draft: FilterDraft): RowFilter | InvalidField {
  const { subject } = draft;
  if (subject === 'created') return createdOf(draft);
  const missing = FIELDS[subject]?.find((field) => draft[field].trim() === '');
  if (missing !== undefined) return { field: missing, message: MISSING };
  switch (subject) {
    case 'older-than':
    case 'newer-than': {
      const days = readCount(draft.days);
      const message = whyNotCount(days, MOST_DAYS);
      return message === null ? { kind: subject, days: days ?? 0 } : { field: 'days', message };
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

function createdOf(draft: FilterDraft): RowFilter | InvalidField {
  const from = startOfDay(draft.from);
  const to = startOfDay(draft.to, 1);
  if (draft.from !== '' && from === null) return { field: 'from', message: TOO_EARLY };
  if (draft.to !== '' && to === null) return { field: 'to', message: TOO_EARLY };
  if (from === null && to === null) return { field: 'from', message: MISSING };
  if (from !== null && to !== null && to <= from)
    return { field: 'to', message: 'Enter an end date on or after the start date.' };
  return { kind: 'created', from, to };
}

type MarkWords = readonly [is: string, isNot: string];

const MARK_WORDS: Readonly<Record<RowMark, MarkWords>> = {
  labelled: ['With a label', 'Without a label'],
  tagged: ['With a tag', 'Without tags'],
  protected: ['Protected', 'Not protected'],
  previewed: ['Previewed', 'Never previewed'],
  'made-here': ['Created with Easel', 'Not created with Easel'],
  vanished: ['No longer listed', 'Still listed'],
  dated: ['Has a creation date', 'No creation date'],
  template: ['Templates', 'Not templates'],
};

export function markWords(mark: RowMark, of: ListOf): MarkWords {
  if (of === 'paper' && mark === 'labelled') return ['With a name', 'Without a name'];
  if (of === 'paper' && mark === 'vanished') return ['Deleted', 'Not deleted'];
  return MARK_WORDS[mark];
}

/** Returns the texts on the chip of a filter. Screen sharing blurs `value`, which may be confidential. */
export function filterWording(filter: RowFilter, of: ListOf): readonly [text: string, value?: string] {
  switch (filter.kind) {
    case 'created':
      if (filter.from === null && filter.to === null) return ['Has a creation date'];
      return [`${of === 'board' ? 'Created' : 'Added'} ${span(filter.from, filter.to)}`];
    case 'older-than':
      return [`Older than ${counted(filter.days, 'day')}`];
    case 'newer-than':
      return [`Newer than ${counted(filter.days, 'day')}`];
    case 'mark':
      return [markWords(filter.mark, of)[filter.is ? 0 : 1]];
    case 'tag':
      return [filter.exact ? 'Tag is' : 'Tag contains', filter.tag];
    case 'customer':
      return [filter.exact ? 'Customer is' : 'Customer contains', filter.customer];
    case 'id-prefix':
      return ['Id starts with', filter.prefix];
    case 'field':
      return [`${filter.name} contains`, filter.text];
  }
}

export function filterSentence(filter: RowFilter, of: ListOf = 'board'): string {
  return filterWording(filter, of).join(' ');
}

/** Describes a date filter: "since 1 Nov 2026", "before 1 Nov 2026" or "from 1 to 7 Nov 2026". */
function span(from: number | null, to: number | null): string {
  if (from !== null && to !== null) {
    const [start, last] = [moment(from), formatDate(to - 1)];
    if (startOfDay(dayOf(to)) !== to) return `from ${start} to ${formatDateTime(to)}`;
    return start === last ? `on ${start}` : `from ${start} to ${last}`;
  }
  return from === null ? `before ${moment(to ?? 0)}` : `since ${moment(from)}`;
}

function moment(at: number): string {
  return startOfDay(dayOf(at)) === at ? formatDate(at) : formatDateTime(at);
}
