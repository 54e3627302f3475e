/** A filter while it is edited: what the editor's fields hold, and the filter that comes of it. */
import type { BoardFilter, BoardMark } from '../../../../preload/contract/boards.ts';
import { dayOf, startOfDay } from '../../../parts/days.ts';

/** What an editor edits: one kind of filter, and for marks which one. */
export type FilterSubject = Exclude<BoardFilter['kind'], 'mark'> | BoardMark;

/** Everything that a field of an editor may hold; each subject uses its own. */
export interface FilterDraft {
  readonly subject: FilterSubject;
  readonly from: string;
  readonly to: string;
  readonly days: string;
  readonly is: boolean;
  readonly field: string;
  readonly text: string;
}

/** What the menu calls each subject, in its order and groups. */
export const SUBJECTS: readonly (readonly [group: string, subjects: readonly FilterSubject[]])[] = [
  ['Created', ['created', 'older-than', 'newer-than', 'dated']],
  ['Notes on this computer', ['labelled', 'tag', 'tagged', 'customer', 'protected']],
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
  return {
    subject,
    from: '',
    to: '',
    days: subject === 'newer-than' ? '7' : '90',
    is: !STARTS_WITH_NOT.includes(subject),
    field: '',
    text: '',
  };
}

/** The draft of a filter that is edited. */
export function draftOf(filter: BoardFilter): FilterDraft {
  const draft = draftFor(filter.kind === 'mark' ? filter.mark : filter.kind);
  switch (filter.kind) {
    case 'created':
      return {
        ...draft,
        from: filter.from === null ? '' : dayOf(filter.from),
        to: filter.to === null ? '' : dayOf(filter.to - 1),
      };
    case 'older-than':
    case 'newer-than':
      return { ...draft, days: String(filter.days) };
    case 'mark':
      return { ...draft, is: filter.is };
    case 'tag':
      return { ...draft, text: filter.tag };
    case 'customer':
      return { ...draft, text: filter.customer };
    case 'id-prefix':
      return { ...draft, text: filter.prefix };
    case 'field':
      return { ...draft, field: filter.name, text: filter.text };
  }
}

export type Drafted =
  | { readonly ok: true; readonly filter: BoardFilter }
  /** The errors, by the draft's field. */
  | { readonly ok: false; readonly field: 'from' | 'to' | 'days' | 'field' | 'text'; readonly why: string };

const wrong = (field: 'from' | 'to' | 'days' | 'field' | 'text', why: string): Drafted => ({
  ok: false,
  field,
  why,
});
const right = (filter: BoardFilter): Drafted => ({ ok: true, filter });

/** Most days that a filter may look back, by the contract. */
const MOST_DAYS = 36_500;

/** The filter that a draft describes, or its errors. */
export function filterOf(draft: FilterDraft): Drafted {
  const { subject } = draft;
  const text = draft.text.trim();
  switch (subject) {
    case 'created':
      return createdOf(draft);
    case 'older-than':
    case 'newer-than': {
      const days = Number(draft.days);
      if (!/^\d+$/u.test(draft.days.trim()) || days < 1 || days > MOST_DAYS) {
        return wrong('days', 'Enter 1 to 36,500 days.');
      }
      return right({ kind: subject, days });
    }
    case 'tag':
      return text === '' ? wrong('text', 'Enter a tag.') : right({ kind: 'tag', tag: text });
    case 'customer':
      return text === '' ? wrong('text', 'Enter a customer.') : right({ kind: 'customer', customer: text });
    case 'id-prefix':
      return text === ''
        ? wrong('text', 'Enter the start of the id.')
        : right({ kind: 'id-prefix', prefix: text });
    case 'field': {
      const name = draft.field.trim();
      if (name === '') return wrong('field', 'Choose a field.');
      return text === '' ? wrong('text', 'Enter a text.') : right({ kind: 'field', name, text });
    }
    default:
      return right({ kind: 'mark', mark: subject, is: draft.is });
  }
}

/** Both days included: a person who says "to the 7th" means all of it. */
function createdOf(draft: FilterDraft): Drafted {
  const from = startOfDay(draft.from);
  const to = startOfDay(draft.to, 1);
  if (draft.from !== '' && (from === null || from < 0)) return wrong('from', 'Enter a date after 1970.');
  if (draft.to !== '' && (to === null || to < 0)) return wrong('to', 'Enter a date after 1970.');
  if (from === null && to === null) return wrong('from', 'Enter a date.');
  if (from !== null && to !== null && to <= from) return wrong('to', 'Before the first date.');
  return right({ kind: 'created', from, to });
}
