/** Describes a query of the boards list in words: the one a plan was drafted with, for readers of its file. */
import type { BoardFilter, BoardMark, BoardQuery } from '../../preload/contract/boards.ts';
import { capital, counted, isoOf } from '../wording/format.ts';

const MARK_WORDS: Readonly<Record<BoardMark, readonly [is: string, isNot: string]>> = {
  labelled: ['with a label', 'without a label'],
  tagged: ['with a tag', 'without tags'],
  protected: ['protected', 'not protected'],
  previewed: ['previewed', 'never previewed'],
  'made-here': ['made with Easel', 'not made with Easel'],
  vanished: ['vanished', 'not vanished'],
  dated: ['with a readable date', 'without a readable date'],
};

/** One sentence without its full stop; never empty. */
export function queryWording({ find, filters }: BoardQuery): string {
  const text = find.trim();
  const words = [...filters.map(filterWording), ...(text === '' ? [] : [`with the text “${text}”`])].join(
    ', ',
  );
  return words === '' ? 'All boards' : capital(words);
}

/** Whether it filters by age: then boards without a readable time don't match. */
export function asksForAge({ filters }: BoardQuery): boolean {
  return filters.some(isAboutAge);
}

export function isAboutAge({ kind }: BoardFilter): boolean {
  return kind === 'created' || kind === 'older-than' || kind === 'newer-than';
}

function filterWording(filter: BoardFilter): string {
  switch (filter.kind) {
    case 'created':
      return createdWording(filter.from, filter.to);
    case 'older-than':
      return `older than ${counted(filter.days, 'day')}`;
    case 'newer-than':
      return `newer than ${counted(filter.days, 'day')}`;
    case 'mark':
      return MARK_WORDS[filter.mark][filter.is ? 0 : 1];
    case 'tag':
      return `with the tag “${filter.tag}”`;
    case 'customer':
      return `of the customer “${filter.customer}”`;
    case 'id-prefix':
      return `with an id that begins with “${filter.prefix}”`;
    case 'field':
      return `with “${filter.text}” in “${filter.name}”`;
  }
}

/** In UTC: two computers may read it, in two zones. */
function createdWording(from: number | null, to: number | null): string {
  if (from === null && to === null) return MARK_WORDS.dated[0];
  const since = from === null ? '' : ` from ${isoOf(from)}`;
  const until = to === null ? ' on' : `${from === null ? '' : ', and'} before ${isoOf(to)}`;
  return `created${since}${until}`;
}
